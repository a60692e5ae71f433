import { Menu } from '@base-ui/react/menu'
import { AlarmClock, Ban, Tags, Undo2, UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { handlerOf } from '../commands/registry.ts'
import { useFirstItem } from '../ui/first-item.ts'
import { words } from '../words/index.ts'
import { ChatMenuButton } from './chat-menu-button.tsx'
import { isInMenu } from './in-menu.ts'

const ITEM =
  'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 outline-none select-none data-highlighted:bg-well'

/** What stands in the header of a wider screen. */
const FROM_HEADER = [
  { command: 'chat.tag', label: words.tags.set, icon: Tags },
  { command: 'chat.snooze', label: words.waiting.snooze, icon: AlarmClock },
  { command: 'chat.handOver', label: words.waiting.handOver, icon: UserRoundPlus },
] as const

type Props = { place: HTMLElement | null; byKey: boolean; onLeave: () => void; onBlock: () => void }

/** The menu of `ChatMenu`, open from its first use. */
export default function ChatMenuView({ place, byKey, onLeave, onBlock }: Props) {
  const [isFirst, setIsFirst] = useState(true)
  const first = useFirstItem(byKey && isFirst, place)
  const chosen = useRef<(() => void) | null>(null)
  /** A chosen command opens a menu of its own, after this one has given the focus back. */
  const onComplete = (open: boolean) => {
    first()
    if (open) return
    chosen.current?.()
    chosen.current = null
  }
  return (
    <Menu.Root defaultOpen onOpenChange={() => setIsFirst(false)} onOpenChangeComplete={onComplete}>
      <Menu.Trigger render={<ChatMenuButton />} />
      <Menu.Portal container={place}>
        <Menu.Positioner sideOffset={4} align="end" className="z-50">
          <Menu.Popup className="popup w-64 max-w-[calc(100vw-1.5rem)] p-1.5">
            {isInMenu() &&
              FROM_HEADER.map(({ command, label, icon: Icon }) => (
                <Menu.Item key={command} className={ITEM} onClick={() => (chosen.current = handlerOf(command))}>
                  <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
                  {label}
                </Menu.Item>
              ))}
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
