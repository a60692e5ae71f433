import { inkOn } from '@deskbell/protocol/widget/ink'
import type { PublicSettings } from '@deskbell/protocol/widget/settings'
import type { WidgetRecord } from './door.ts'
import type { VisitorDoor } from './door.ts'
import { LABELS, languageFor } from './labels.ts'

/** All that a page must know of a widget before its window is opened. `windowFile` is the script with the window. */
export function toPublic(
  { config, directory, availability }: Pick<VisitorDoor, 'config' | 'directory' | 'availability'>,
  channel: WidgetRecord,
  wantedLanguage: string,
  windowFile: string,
): PublicSettings {
  const { widget, accountId, publicId } = channel
  const lang = languageFor(widget.language, wantedLanguage)
  const online = availability.status(channel)
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
    departments: widget.departments ? directory.departments(accountId) : [],
    rules: widget.rules,
    account: directory.account(accountId)?.name ?? null,
  }
}
