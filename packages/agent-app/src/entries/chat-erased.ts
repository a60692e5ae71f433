import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.erase

export const chatErased: NoteView<'chat.erased'> = {
  shown: 'note',
  erases: true,
  says({ agent }, { me }) {
    if (!agent) return [w.over]
    return [agent.id === me ? w.byYou : { isolated: w.by(agent.name) }]
  },
}
