import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const colleagueLeft: NoteView<'colleague.left'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [{ isolated: agent.id === me ? w.leftYou : w.left(agent.name) }],
}
