import type { CommandKind } from '../command-kind.ts'

/** The visitor replaced the text of message `of` of this chat, which the caller has found in the log. */
export interface VisitorEdit {
  readonly type: 'visitor.edit'
  readonly of: number
  readonly text: string
}

/** Accepted in closed chats too: agents read the visitor's last words in the history. */
export const visitorEdit: CommandKind<VisitorEdit> = {
  type: 'visitor.edit',
  decide(_state, { of, text }, facts) {
    if (facts.blocked) return { refused: 'blocked' }
    return [{ type: 'message.edited', of, text }]
  },
}
