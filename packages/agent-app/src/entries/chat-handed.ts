import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.waiting

export const chatHanded: NoteView<'chat.handed'> = {
  shown: 'note',
  says: ({ agent, to }, { me }) => [
    { isolated: agent.id === me ? w.handedYou(to.name) : w.handed(agent.name, to.name) },
  ],
}
