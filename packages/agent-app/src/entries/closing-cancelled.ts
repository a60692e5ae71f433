import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.closing

export const closingCancelled: NoteView<'closing.cancelled'> = {
  shown: 'note',
  says: ({ agent }, { me }) => {
    if (!agent) return [w.keptByVisitor]
    return [agent.id === me ? w.keptYou : { isolated: w.kept(agent.name) }]
  },
}
