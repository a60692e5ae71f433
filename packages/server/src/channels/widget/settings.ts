import { inkOn } from '@deskbell/protocol/widget/ink'
import { REPLY_CLASSES, REPLY_TEXTS } from '@deskbell/protocol/widget/reply-texts'
import { TEAM_MAX, type PublicSettings } from '@deskbell/protocol/widget/settings'
import { LABELS, languageFor } from '@deskbell/protocol/widget/labels'
import type { Department } from '@deskbell/rules'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import { logoUrl } from '../../settings/logo-place.ts'
import type { WidgetRecord } from './find-widget.ts'
import type { ReplyTimes } from './reply-times.ts'
import type { Services } from '../../services.ts'
import { toAgentView } from './to-visitor.ts'

/** What a page is shown: its language, whether a message would be answered now, and the script with the window. */
export interface Shown {
  readonly lang: PublicSettings['lang']
  readonly online: boolean
  readonly windowFile: string
}

/** A made value is made again after this time (ms): reply times change, and links to agents' photos expire. */
const FRESH = 15 * 60_000

export type SettingsNeeds = Pick<Services, 'config' | 'directory' | 'availability' | 'clock' | 'links'> & {
  readonly replyTimes: ReplyTimes
}

/** Caches a value per widget, language and availability until the account's settings change, or it is not fresh. */
export function perWidget<Made>(
  { directory, availability, clock }: Pick<Services, 'directory' | 'availability' | 'clock'>,
  make: (channel: WidgetRecord, shown: Shown) => Made,
): (channel: WidgetRecord, languages: readonly string[], windowFile: string) => Made {
  const made = new Map<number, Map<string, { readonly value: Made; readonly until: number }>>()
  directory.onChange((account) => made.delete(account))
  return (channel, languages, windowFile) => {
    const lang = languageFor(channel.widget.language, languages)
    const online = availability.status(channel)
    const name = `${channel.publicId} ${lang} ${online}`
    const ofAccount = made.get(channel.accountId)
    const known = ofAccount?.get(name)
    if (known && clock.now() < known.until) return known.value // guard T46
    const value = make(channel, { lang, online, windowFile })
    made.set(channel.accountId, (ofAccount ?? new Map()).set(name, { value, until: clock.now() + FRESH }))
    return value
  }
}

/** The settings of a widget as JSON. */
export const makeSettings = (services: SettingsNeeds) =>
  perWidget(services, (channel, shown) => JSON.stringify(toPublic(services, channel, shown)))

/** The settings that a page needs before the window is opened. */
export function toPublic(
  services: SettingsNeeds,
  channel: WidgetRecord,
  { lang, online, windowFile }: Shown,
): PublicSettings {
  const { config, directory, replyTimes } = services
  const { widget, accountId, publicId } = channel
  const texts = [widget.label, widget.labelOffline]
  const account = directory.account(accountId)
  const labels = [widget.label || LABELS[lang][0], widget.labelOffline || LABELS[lang][1]]
  const reply = widget.team && replyTimes.of(accountId, channel.id)
  return {
    online,
    lang,
    dir: dirOf(lang),
    window: `${config.publicUrl}/widget/assets/${windowFile}`,
    socket: `${config.publicUrl.replace(/^http/, 'ws')}/widget/${publicId}/socket`,
    colour: widget.colour,
    ink: inkOn(widget.colour),
    style: styleOf(widget, lang),
    theme: widget.theme,
    position: widget.position,
    offset: widget.offset,
    label: (online ? labels[0] : labels[1]) ?? '',
    labels,
    text: (online ? texts[0] : texts[1]) ?? '',
    texts,
    title: widget.title,
    greeting: widget.greeting,
    contacts: widget.contacts,
    contactsNeeded: widget.contactsNeeded,
    offlineForm: widget.offlineForm,
    callback: widget.callback,
    rating: widget.rating,
    sound: widget.sound,
    team: widget.team ? teamOf(services, channel) : [],
    reply: reply ? (REPLY_TEXTS[lang][REPLY_CLASSES.indexOf(reply)] ?? '') : '',
    departments: widget.departments ? departmentsOf(channel, directory) : [],
    rules: widget.rules,
    account: account?.name || null,
    logo: logoUrl(config.publicUrl, account?.logo ?? null),
  }
}

/** The departments that a visitor can choose: those with a member who is assigned to the channel (W20, W4). */
export function departmentsOf({ accountId, agents }: ChannelRecord, directory: Directory): Department[] {
  return directory
    .departments(accountId)
    .filter((department) => [...department.agents].some((member) => agents.has(member)))
    .map(({ id, name }) => ({ id, name }))
}

/** Some agents of the channel, those with a photo first. */
function teamOf({ directory, links }: SettingsNeeds, { accountId, agents }: ChannelRecord): PublicSettings['team'] {
  const known = [...agents].toSorted((one, other) => one - other).flatMap((id) => directory.agent(accountId, id) ?? [])
  return known
    .toSorted((one, other) => Number(other.photo !== null) - Number(one.photo !== null))
    .slice(0, TEAM_MAX)
    .map(({ id, name }) => toAgentView({ id, name }, { account: accountId, directory, links }))
}

const dirOf = (lang: PublicSettings['lang']): PublicSettings['dir'] => (lang === 'ar' ? 'rtl' : 'ltr')

/** The button's own CSS, made here because the first script of a page may have 1 500 bytes. */
function styleOf(
  { colour, position, offset, label, labelOffline }: WidgetRecord['widget'],
  lang: PublicSettings['lang'],
) {
  const place = `display:flex;padding:16px;background:${colour};color:${inkOn(colour)};${position}:${offset[0]}px;bottom:${offset[1]}px`
  // A long text takes several lines, and leaves the page's other side as much room as this one.
  const text = `gap:10px;align-items:center;font:500 16px system-ui;direction:${dirOf(lang)};text-align:start;max-width:calc(100vw - ${2 * (offset[0] ?? 0)}px);overflow-wrap:anywhere`
  return label || labelOffline ? `${place};${text}` : place
}
