import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ChatActions } from '../waiting/chat-actions.tsx'
import { ChatMenu } from './chat-menu.tsx'

/** The menus of the agent's own chat: snooze, hand over, and the others. */
export default function ChatMenus({ chat }: { chat: ChatForMe }) {
  return (
    <>
      <ChatActions chat={chat} />
      <ChatMenu id={chat.id} />
    </>
  )
}
