import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { Tags } from 'lucide-react'
import { useRef, useState } from 'react'
import { useCommands } from '../commands/registry.ts'
import { IconButton } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'

const TagPopover = later(() => import('./tag-popover.tsx'))

/** The button that opens the tags of the chat. Their list is loaded when it is first opened. */
export function TagPicker({ chat, className }: { chat: ChatForMe; className?: string }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useCommands({ 'chat.tag': () => setOpen(true) })
  return (
    <>
      <IconButton
        ref={button}
        label={words.tags.set}
        keys="T"
        aria-keyshortcuts="t"
        aria-haspopup="dialog"
        aria-expanded={open}
        {...(className !== undefined && { className })}
        onClick={() => setOpen(!open)}
      >
        <Tags className="size-4.5" />
      </IconButton>
      {open && <TagPopover chat={chat} anchor={button} onClose={() => setOpen(false)} />}
    </>
  )
}
