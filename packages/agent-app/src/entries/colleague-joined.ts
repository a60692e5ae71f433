import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const colleagueJoined: NoteView<'colleague.joined'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [{ isolated: agent.id === me ? w.joinedYou : w.joined(agent.name) }],
}
