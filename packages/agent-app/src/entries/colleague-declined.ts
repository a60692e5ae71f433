import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const colleagueDeclined: NoteView<'colleague.declined'> = {
  shown: 'note',
  says: ({ agent, reason }, { me }) => withReason(agent.id === me ? w.notJoinedYou : w.notJoined(agent.name), reason),
}
