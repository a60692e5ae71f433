import { useState } from 'react'
import { saying } from '../api/client.ts'
import { useCommands } from '../commands/registry.ts'
import { useSession } from '../live/react.ts'
import { Confirm } from '../ui/dialog.tsx'
import { useFirstUse } from '../ui/first-use.ts'
import { later } from '../ui/later.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { blockVisitor, leaveChat } from './acts.ts'
import { ChatMenuButton } from './chat-menu-button.tsx'

const ChatMenuView = later(() => import('./chat-menu-view.tsx'))

export function ChatMenu({ id }: { id: number }) {
  const { live } = useSession()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [blocking, setBlocking] = useState(false)
  const leave = () => {
    setProblem(null)
    leaveChat(live, id).catch((error: unknown) => setProblem(saying(error)))
  }
  useCommands({ 'chat.leave': leave, 'chat.block': () => setBlocking(true) })
  const first = useFirstUse(ChatMenuView.preload)
  const button = <ChatMenuButton {...first.props} />
  return (
    <div ref={setPlace} className="relative">
      {first.used ? (
        <ChatMenuView
          loading={button}
          place={place}
          byKey={first.byKey}
          onLeave={leave}
          onBlock={() => setBlocking(true)}
        />
      ) : (
        button
      )}
      <Confirm
        open={blocking}
        onOpenChange={setBlocking}
        title={words.chat.blockTitle}
        action={words.chat.block}
        danger
        onConfirm={() => blockVisitor(live, id)}
      >
        {words.chat.blockHelp}
      </Confirm>
      {problem && (
        <div className="absolute end-0 top-full z-40 mt-1 w-64 rounded-lg shadow-raised">
          <Notice>{problem}</Notice>
        </div>
      )}
    </div>
  )
}
