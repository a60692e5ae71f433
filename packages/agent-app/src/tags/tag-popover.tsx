import { Popover } from '@base-ui/react/popover'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { TAG_NAME_MAX } from '@deskbell/protocol/limits'
import { type RefObject, useRef, useState } from 'react'
import { words } from '../words/index.ts'
import { PickerList } from './picker-list.tsx'
import { tagWords } from './words.ts'

const w = tagWords

type Props = { chat: ChatForMe; anchor: RefObject<HTMLButtonElement | null>; onClose: () => void }

/** The tags of the chat, under their button. */
export default function TagPopover({ chat, anchor, onClose }: Props) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const change = (open: boolean, { event }: { event: Event }) => {
    // The button closes the list itself.
    if (!open && !(event.target instanceof Node && anchor.current?.contains(event.target))) onClose()
  }
  return (
    <Popover.Root open onOpenChange={change}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} align="end" className="z-50">
          <Popover.Popup
            initialFocus={field}
            finalFocus={anchor}
            aria-label={words.tags.ofChat}
            className="popup w-72 max-w-[calc(100vw-1.5rem)] p-1.5"
          >
            <PickerList
              chat={chat}
              typed={typed}
              field={(props) => (
                <input
                  {...props}
                  ref={field}
                  dir="auto"
                  value={typed}
                  maxLength={TAG_NAME_MAX}
                  placeholder={w.find}
                  aria-label={w.find}
                  autoComplete="off"
                  onChange={(event) => setTyped(event.target.value)}
                  className="mb-1 h-9 w-full rounded-md border border-line bg-panel px-2.5 placeholder:text-muted"
                />
              )}
              onTyped={setTyped}
            />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
