import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const offerEnded: NoteView<'offer.ended'> = {
  shown: 'note',
  says({ to, agent, why }, { me }) {
    if (why === 'offline') return [{ isolated: w.routed.gone(to.name) }]
    if (!agent) return [{ isolated: w.unanswered(to.name) }]
    return [{ isolated: agent.id === me ? w.withdrewYou : w.withdrew(agent.name) }]
  },
}
