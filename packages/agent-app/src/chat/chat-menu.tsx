import { Menu } from '@base-ui/react/menu'
import { Ban, Ellipsis, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { saying } from '../api/client.ts'
import { useSession } from '../live/react.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { blockVisitor, leaveChat } from './acts.ts'

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

export function ChatMenu({ id }: { id: number }) {
  const { live } = useSession()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [blocking, setBlocking] = useState(false)
  const leave = () => {
    setProblem(null)
    leaveChat(live, id).catch((error: unknown) => setProblem(saying(error)))
  }
  return (
    <div ref={setPlace} className="relative">
      <Menu.Root>
        <Menu.Trigger
          render={
            <IconButton label={words.chat.actions}>
              <Ellipsis className="size-4.5" />
            </IconButton>
          }
        />
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={4} align="end" className="z-50">
            <Menu.Popup className="popup w-64 max-w-[calc(100vw-1.5rem)] p-1.5">
              <Menu.Item className={ITEM} onClick={leave}>
                <Undo2 aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
                {words.chat.leave}
              </Menu.Item>
              <Menu.Item className={`${ITEM} text-bad`} onClick={() => setBlocking(true)}>
                <Ban aria-hidden="true" className="size-4 shrink-0" />
                {words.chat.block}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
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
