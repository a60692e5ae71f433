import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.offers

export const chatReturned: NoteView<'chat.returned'> = {
  shown: 'note',
  says: ({ department, to }) => [
    { isolated: to ? w.returnedTo(department.name, to.name) : w.notReturned(department.name) },
  ],
}
