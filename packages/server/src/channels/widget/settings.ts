import { inkOn } from '@deskbell/protocol/widget/ink'
import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import { LABELS, languageFor } from '@deskbell/protocol/widget/labels'
import type { Department } from '@deskbell/rules'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { WidgetRecord } from './find-widget.ts'
import type { Services } from '../../services.ts'

/** What a page is shown: its language, whether a message would be answered now, and the script with the window. */
export interface Shown {
  readonly lang: PublicSettings['lang']
  readonly online: boolean
  readonly windowFile: string
}

/** Caches a value per widget, language and availability until the account's settings change. */
export function perWidget<Made>(
  { directory, availability }: Pick<Services, 'directory' | 'availability'>,
  make: (channel: WidgetRecord, shown: Shown) => Made,
): (channel: WidgetRecord, languages: readonly string[], windowFile: string) => Made {
  const made = new Map<number, Map<string, Made>>()
  directory.onChange((account) => made.delete(account))
  return (channel, languages, windowFile) => {
    const lang = languageFor(channel.widget.language, languages)
    const online = availability.status(channel)
    const name = `${channel.publicId} ${lang} ${online}`
    const ofAccount = made.get(channel.accountId)
    const known = ofAccount?.get(name)
    if (known !== undefined) return known // guard T46
    const now = make(channel, { lang, online, windowFile })
    made.set(channel.accountId, (ofAccount ?? new Map<string, Made>()).set(name, now))
    return now
  }
}

/** The settings of a widget as JSON. */
export const makeSettings = (services: Pick<Services, 'config' | 'directory' | 'availability'>) =>
  perWidget(services, (channel, shown) => JSON.stringify(toPublic(services, channel, shown)))

/** The settings that a page needs before the window is opened. */
export function toPublic(
  { config, directory }: Pick<Services, 'config' | 'directory'>,
  channel: WidgetRecord,
  { lang, online, windowFile }: Shown,
): PublicSettings {
  const { widget, accountId, publicId } = channel
  const labels = [widget.label || LABELS[lang][0], widget.labelOffline || LABELS[lang][1]]
  return {
    online,
    lang,
    dir: lang === 'ar' ? 'rtl' : 'ltr',
    window: `${config.publicUrl}/widget/assets/${windowFile}`,
    socket: `${config.publicUrl.replace(/^http/, 'ws')}/widget/${publicId}/socket`,
    colour: widget.colour,
    ink: inkOn(widget.colour),
    theme: widget.theme,
    position: widget.position,
    offset: widget.offset,
    label: (online ? labels[0] : labels[1]) ?? '',
    labels,
    title: widget.title,
    greeting: widget.greeting,
    contacts: widget.contacts,
    contactsNeeded: widget.contactsNeeded,
    offlineForm: widget.offlineForm,
    callback: widget.callback,
    rating: widget.rating,
    sound: widget.sound,
    departments: widget.departments ? departmentsOf(channel, directory) : [],
    rules: widget.rules,
    account: directory.account(accountId)?.name ?? null,
  }
}

/** The departments that a visitor can choose: those with a member who is assigned to the channel (W20, W4). */
export function departmentsOf({ accountId, agents }: ChannelRecord, directory: Directory): Department[] {
  return directory
    .departments(accountId)
    .filter((department) => [...department.agents].some((member) => agents.has(member)))
    .map(({ id, name }) => ({ id, name }))
}
