import { withReason, type NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.waiting

export const departmentChanged: NoteView<'department.changed'> = {
  shown: 'note',
  says: ({ agent, department, comment }, { me }) =>
    withReason(agent.id === me ? w.handedYou(department.name) : w.handed(agent.name, department.name), comment),
}
