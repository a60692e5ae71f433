import { withReason, type EntryOf, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.crm

/** Notes that the CRM answered; the answer itself is shown beside the chat. */
export const crmAnswered: NoteView<'crm.answered'> = {
  shown: 'note',
  says: (entry, { erased }) => withReason(erased ? w.answered(entry.name) : answered(entry), entry.late && w.noteLate),
}

function answered({ name, fields, link, page }: EntryOf<'crm.answered'>): string {
  if (fields.length > 0) return w.answeredFields(name, fields.length)
  return link === undefined && page === undefined ? w.answeredNothing(name) : w.answered(name)
}
