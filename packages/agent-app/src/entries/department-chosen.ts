import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const departmentChosen: NoteView<'department.chosen'> = {
  shown: 'note',
  says: ({ department }) => [{ isolated: words.chat.departmentChosen(department.name) }],
}
