import type { NoteView } from '../entry-view.ts'
import { words } from '../words/index.ts'

export const chatClosed: NoteView<'chat.closed'> = {
  shown: 'note',
  says: ({ agent }, { me }) => [
    agent?.id === me ? words.chat.closedYou : { isolated: words.chat.closed(agent?.name ?? null) },
  ],
}
