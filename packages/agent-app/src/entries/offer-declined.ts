import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const offerDeclined: NoteView<'offer.declined'> = {
  shown: 'note',
  says: ({ agent, reason }, { me }) => withReason(agent.id === me ? w.declinedYou : w.declined(agent.name), reason),
}
