import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { navigate } from 'wouter/use-browser-location'
import { askFocus } from '../inbox/list-state.ts'
import { useSession } from '../live/react.ts'
import type { List } from '../live/lists.ts'
import { places } from '../places.ts'
import { beginClosing } from './closings.ts'
import { nextChat } from './next-chat.ts'

/** Whether this agent closes the chat without a further question: their own, or one that waits for an agent. */
export const canClose = (chat: ChatForMe, me: number): boolean =>
  chat.state === 'open' && !chat.closing && (chat.agent?.id === me || chat.owner === 'queue')

/** Returns the function that closes a chat of `view` with time to undo, and opens the next waiting one. */
export function useClose(view: List): (chat: number) => void {
  const { live } = useSession()
  return (chat) => {
    const next = nextChat(live, view, chat)
    beginClosing(live, chat, view)
    navigate(next ? places.chat(next.view, next.chat) : places.view(view))
    if (!next) askFocus()
  }
}
