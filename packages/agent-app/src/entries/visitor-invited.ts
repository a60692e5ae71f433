import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

const w = words.chat

export const visitorInvited: NoteView<'visitor.invited'> = {
  shown: 'note',
  says: ({ text }, { erased }) => (erased ? [w.invitedErased] : [{ isolated: w.invited(text) }]),
}
