import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { IconButton } from '../ui/button.tsx'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { findWords } from './words.ts'

const w = findWords.search

export const RESULTS_ID = 'search-results'
export const SEARCH_ID = 'search-everything'

const STEPS: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }

type Props = {
  value: string
  /** The element of the active result. */
  active: string | undefined
  count: number
  onChange: (value: string) => void
  onMove: (by: number) => void
  onOpen: () => void
  onLeave: () => void
}

/** The field of the search. It keeps the focus while the agent moves through the results. */
export function SearchBox({ value, active, count, onChange, onMove, onOpen, onLeave }: Props) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.select(), [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (step !== undefined && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      onMove(step)
    }
    if (event.key === 'Enter') onOpen()
    if (event.key === 'Escape') {
      event.preventDefault()
      onLeave()
    }
  }
  return (
    <div role="search" className="relative">
      <Search aria-hidden="true" className="pointer-events-none absolute start-3.5 top-3 size-5 text-muted" />
      <input
        ref={input}
        id={SEARCH_ID}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        dir="auto"
        autoFocus
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={200}
        value={value}
        aria-label={w.field}
        aria-expanded={count > 0}
        aria-controls={count > 0 ? RESULTS_ID : undefined}
        aria-autocomplete="list"
        aria-activedescendant={active}
        placeholder={w.field}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className={cx(INPUT, 'h-11 ps-11 pe-11 text-md text-ellipsis')}
      />
      {value !== '' && (
        <IconButton
          label={w.clear}
          className="absolute end-1.5 top-1.5"
          onClick={() => {
            onChange('')
            input.current?.focus()
          }}
        >
          <X aria-hidden="true" className="size-4.5" />
        </IconButton>
      )}
    </div>
  )
}
