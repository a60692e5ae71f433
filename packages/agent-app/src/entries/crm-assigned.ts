import type { NoteView } from '../entry-view.ts'
import { hostOf } from '../text/host.ts'
import { words } from '../words/index.ts'

const w = words.crm

export const crmAssigned: NoteView<'crm.assigned'> = {
  shown: 'note',
  says({ agent, link }, { me, erased }) {
    if (erased) return [{ isolated: w.assignedErased(agent.name) }]
    const host = hostOf(link) ?? link
    return [{ isolated: agent.id === me ? w.assignedYou(host) : w.assigned(agent.name, host) }]
  },
}
