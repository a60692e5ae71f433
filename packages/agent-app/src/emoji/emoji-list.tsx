import { Popover } from '@base-ui/react/popover'
import {
  Apple,
  Cat,
  Clock,
  Flag,
  Hand,
  Heart,
  Lightbulb,
  type LucideIcon,
  Plane,
  Smile,
  Volleyball,
} from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import text from './emoji.txt?raw'
import { keepRecentEmoji, keepTone, readRecentEmoji, readTone } from './kept.ts'
import { loadNames } from './names.ts'
import { type Emoji, findEmoji, type Group, GROUPS, parseEmoji, type Tone, toned, TONES } from './parse.ts'
import { emojiWords } from './words.ts'

const w = emojiWords
const COLUMNS = 9
/** Found emoji that are shown. */
const MOST = 90
const LIST = 'emoji-list'
const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: COLUMNS, ArrowUp: -COLUMNS }
const ICONS: Record<Group | 'recent', LucideIcon> = {
  recent: Clock,
  smileys: Smile,
  people: Hand,
  nature: Cat,
  food: Apple,
  travel: Plane,
  activities: Volleyball,
  objects: Lightbulb,
  symbols: Heart,
  flags: Flag,
}
/** Of the tones, as emoji show them. */
const SKIN = ['#ffcc4d', '#f7dece', '#f3d2a2', '#d5ab88', '#af7e57', '#7c533e']

type Props = {
  anchor: RefObject<HTMLElement | null>
  /** Gets the focus when the list closes. */
  field: RefObject<HTMLElement | null>
  onChoose: (emoji: string) => void
  onClose: () => void
}

/** All emoji by group, the recent ones first, found by typing. Arrows move, Enter chooses; with Shift the list stays. */
export default function EmojiList({ anchor, field, onChoose, onClose }: Props) {
  const [names, setNames] = useState<string>()
  useEffect(() => void loadNames().then(setNames), [])
  const all = useMemo(() => parseEmoji(text, names), [names])
  const [recent] = useState(readRecentEmoji)
  const [query, setQuery] = useState('')
  const [group, setGroup] = useState<Group | 'recent'>(recent.length > 0 ? 'recent' : 'smileys')
  const [tone, setTone] = useState(readTone)
  const [at, setAt] = useState(0)
  const input = useRef<HTMLInputElement>(null)
  const shown = useMemo((): readonly Emoji[] => {
    if (query.trim() !== '') return findEmoji(all.values(), query, MOST)
    if (group !== 'recent') return all.get(group) ?? []
    return recent.map((emoji) => ({ emoji, name: emoji, words: [], hasTones: false }))
  }, [all, query, group, recent])
  const place = Math.min(at, shown.length - 1)

  const choose = (one: Emoji | undefined, stays: boolean) => {
    if (!one) return
    const chosen = toned(one, tone)
    keepRecentEmoji(chosen)
    onChoose(chosen)
    if (!stays) onClose()
  }
  const move = (next: number) => {
    setAt(next)
    document.getElementById(`${LIST}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent)) return
    const step = STEPS[event.key]
    if (step !== undefined && shown.length > 0) {
      event.preventDefault()
      const isRtl = document.documentElement.dir === 'rtl' && Math.abs(step) === 1
      move(Math.max(0, Math.min(shown.length - 1, place + (isRtl ? -step : step))))
    } else if (event.key === 'Enter') {
      event.preventDefault()
      choose(shown[place], event.shiftKey)
    }
  }
  const showGroup = (next: Group | 'recent') => {
    setGroup(next)
    setQuery('')
    setAt(0)
    input.current?.focus()
  }
  const chooseTone = (next: Tone) => {
    setTone(next)
    keepTone(next)
    input.current?.focus()
  }
  const change = (open: boolean, { event }: { event: Event }) => {
    // The button closes the list itself.
    if (!open && !(event.target instanceof Node && anchor.current?.contains(event.target))) onClose()
  }
  const tabs = recent.length > 0 ? (['recent', ...GROUPS] as const) : GROUPS
  return (
    // Tab goes round in the list: behind it there would be the end of the page.
    <Popover.Root open modal="trap-focus" onOpenChange={change}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} side="top" sideOffset={8} align="start" className="z-50">
          <Popover.Popup
            initialFocus={input}
            finalFocus={field}
            aria-label={w.title}
            className="popup flex w-84 max-w-[calc(100vw-1.5rem)] flex-col"
          >
            <input
              ref={input}
              role="combobox"
              value={query}
              placeholder={w.search}
              aria-label={w.search}
              aria-expanded={shown.length > 0}
              aria-controls={LIST}
              aria-autocomplete="list"
              aria-activedescendant={shown.length > 0 ? `${LIST}-${place}` : undefined}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => {
                setQuery(event.target.value)
                setAt(0)
              }}
              onKeyDown={onKeyDown}
              className="m-2 mb-1 h-9 rounded-md border border-line bg-panel px-2.5 placeholder:text-muted"
            />
            <div role="group" aria-label={w.title} className="flex border-b border-line px-1.5">
              {tabs.map((one) => {
                const Icon = ICONS[one]
                const isHere = query === '' && group === one
                return (
                  <button
                    key={one}
                    type="button"
                    aria-label={one === 'recent' ? w.recent : w.groups[one]}
                    title={one === 'recent' ? w.recent : w.groups[one]}
                    aria-pressed={isHere}
                    onClick={() => showGroup(one)}
                    className={cx(
                      'grid h-8 min-w-0 flex-1 place-items-center border-b-2',
                      isHere ? 'border-accent text-accent' : 'border-transparent text-muted hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden="true" className="size-4" />
                  </button>
                )
              })}
            </div>
            {shown.length > 0 ? (
              <ul
                id={LIST}
                role="listbox"
                aria-label={query !== '' ? w.found(shown.length) : group === 'recent' ? w.recent : w.groups[group]}
                className="grid h-56 grid-cols-9 content-start overflow-y-auto p-1.5"
              >
                {shown.map((one, index) => (
                  <li
                    key={one.emoji}
                    id={`${LIST}-${index}`}
                    role="option"
                    aria-selected={index === place}
                    aria-label={one.name}
                    title={names === undefined ? one.name.split(' ').slice(0, 4).join(' ') : one.name}
                    // The focus stays in the search field.
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event) => choose(one, event.shiftKey)}
                    className={cx(
                      'grid aspect-square cursor-pointer place-items-center rounded-md text-xl select-none',
                      index === place ? 'bg-tint' : 'hover:bg-well',
                    )}
                  >
                    {toned(one, tone)}
                  </li>
                ))}
              </ul>
            ) : (
              <p role="status" className="grid h-56 place-items-center text-sm text-muted">
                {w.none}
              </p>
            )}
            <div role="group" aria-label={w.tone} className="flex items-center gap-0.5 border-t border-line p-1.5">
              {TONES.map((one) => (
                <button
                  key={one}
                  type="button"
                  aria-label={w.tones[one]}
                  aria-pressed={tone === one}
                  onClick={() => chooseTone(one)}
                  className={cx(
                    'grid size-7 place-items-center rounded-md',
                    tone === one ? 'bg-tint' : 'hover:bg-well',
                  )}
                >
                  <span className="size-4 rounded-full border border-edge" style={{ background: SKIN[one] }} />
                </button>
              ))}
            </div>
            <Popover.Close className="sr-only focus-visible:not-sr-only focus-visible:p-2">
              {words.common.close}
            </Popover.Close>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
