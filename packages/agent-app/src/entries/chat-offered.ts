import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const chatOffered: NoteView<'chat.offered'> = {
  shown: 'note',
  says({ agent, to, comment }, { me }) {
    if (to.id === me) return withReason(w.offeredToYou(agent.name), comment)
    return withReason(agent.id === me ? w.offeredYou(to.name) : w.offered(agent.name, to.name), comment)
  },
}
