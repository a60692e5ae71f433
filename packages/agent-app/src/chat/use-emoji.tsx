import { Smile } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useCommands } from '../commands/registry.ts'
import { IconButton } from '../ui/button.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'

const EmojiList = later(() => import('../emoji/emoji-list.tsx'))

type Field = { text: string; area: RefObject<HTMLTextAreaElement | null>; write: (text: string) => void }

/** The button and the key that open the list of emoji, which is loaded then. Chosen ones stand where the caret was. */
export function useEmoji({ text, area, write }: Field) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const caret = useRef(0)
  const show = () => {
    caret.current = area.current?.selectionEnd ?? text.length
    setOpen(true)
  }
  useCommands({ 'write.emoji': show })
  const choose = (emoji: string) => {
    const at = Math.min(caret.current, text.length)
    write(`${text.slice(0, at)}${emoji}${text.slice(at)}`)
    caret.current = at + emoji.length
  }
  const close = () => {
    setOpen(false)
    // After the list has given the focus back.
    requestAnimationFrame(() => area.current?.setSelectionRange(caret.current, caret.current))
  }
  return (
    <>
      <IconButton
        ref={button}
        label={words.chat.emoji}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={EmojiList.preload}
        onClick={() => (open ? close() : show())}
      >
        <Smile className="size-4.5" />
      </IconButton>
      {open && <EmojiList anchor={button} field={area} onChoose={choose} onClose={close} />}
    </>
  )
}
