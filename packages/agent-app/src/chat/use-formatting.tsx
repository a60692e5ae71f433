import type { KeyboardEvent, RefObject } from 'react'
import { Markdown } from '../text/markdown.tsx'
import { isComposing } from '../ui/composing.ts'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { applyEdit, format, type Format, isFormatted } from './format.ts'

const FormatBar = later(() => import('./format-bar.tsx'))

/** The format of a key that is pressed with Ctrl or ⌘. */
function formatOf({ key, code, shiftKey }: KeyboardEvent): Format | null {
  const letter = key.toLowerCase()
  if (!shiftKey) return letter === 'b' ? 'bold' : letter === 'i' ? 'italic' : null
  return letter === 'k' ? 'link' : code === 'Digit8' ? 'list' : null
}

/** Formatting of an answer, where the visitor's end of the channel shows it: buttons, keys, and how it will look. */
export function useFormatting(isOn: boolean, text: string, area: RefObject<HTMLTextAreaElement | null>) {
  const apply = (how: Format): void => {
    const field = area.current
    if (field) applyEdit(field, format(field.value, field.selectionStart, field.selectionEnd, how))
  }
  /** Returns whether the key was for it. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    const how = isOn && (event.ctrlKey || event.metaKey) && !event.altKey ? formatOf(event) : null
    if (!how || isComposing(event.nativeEvent)) return false
    event.preventDefault()
    event.stopPropagation()
    apply(how)
    return true
  }
  const formatted = isOn && isFormatted(text)
  return {
    formatted,
    onKeyDown,
    bar: isOn && <FormatBar onFormat={apply} loading={<span className="h-6 w-24" />} />,
    preview: formatted && (
      <div
        dir="auto"
        className="mx-3 max-h-24 overflow-y-auto border-t border-line py-1.5 text-sm whitespace-pre-wrap text-soft breakable"
      >
        <span className="sr-only">{words.chat.looksLike} </span>
        <Markdown content={text.trim()} />
      </div>
    ),
  }
}
