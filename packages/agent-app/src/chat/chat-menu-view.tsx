import { Menu } from '@base-ui/react/menu'
import { Ban, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useFirstItem } from '../ui/first-item.ts'
import { words } from '../words/index.ts'
import { ChatMenuButton } from './chat-menu-button.tsx'

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

type Props = { place: HTMLElement | null; byKey: boolean; onLeave: () => void; onBlock: () => void }

/** The menu of `ChatMenu`, open from its first use. */
export default function ChatMenuView({ place, byKey, onLeave, onBlock }: Props) {
  const [isFirst, setIsFirst] = useState(true)
  const first = useFirstItem(byKey && isFirst, place)
  return (
    <Menu.Root defaultOpen onOpenChange={() => setIsFirst(false)} onOpenChangeComplete={first}>
      <Menu.Trigger render={<ChatMenuButton />} />
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="popup w-64 max-w-[calc(100vw-1.5rem)] p-1.5">
            <Menu.Item className={ITEM} onClick={onLeave}>
              <Undo2 aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
              {words.chat.leave}
            </Menu.Item>
            <Menu.Item className={`${ITEM} text-bad`} onClick={onBlock}>
              <Ban aria-hidden="true" className="size-4 shrink-0" />
              {words.chat.block}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
