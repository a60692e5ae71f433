import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.waiting

export const chatWoken: NoteView<'chat.woken'> = {
  shown: 'note',
  says: ({ why, agent }, { me }) => {
    if (why === 'time') return [w.wokeByTime]
    if (!agent) return [w.wokeByVisitor]
    return [agent.id === me ? w.wokeYou : { isolated: w.woke(agent.name) }]
  },
}
