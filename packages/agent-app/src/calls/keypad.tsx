import { Popover } from '@base-ui/react/popover'
import { Grip } from 'lucide-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { Control } from './call-control.tsx'
import { KEYS, type Key, playKey } from './line-sounds.ts'
import { callWords } from './words.ts'

const w = callWords.keypad

/** What stands below the digits on telephones. */
const LETTERS: Partial<Record<Key, string>> = {
  ...{ '2': 'ABC', '3': 'DEF', '4': 'GHI', '5': 'JKL', '6': 'MNO', '7': 'PQRS', '8': 'TUV', '9': 'WXYZ', '0': '+' },
}
/** Signs that screen readers have no word for. */
const NAMES: Partial<Record<Key, string>> = { '*': w.star, '#': w.hash }
const isKey = (key: string): key is Key => (KEYS as readonly string[]).includes(key)

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Passes a key on. Returns whether the line can. */
  press: (key: Key) => boolean
}

/** The keys of a telephone, for menus of the other side. The digits can be typed while it is open. */
export function Keypad({ open, onOpenChange, press }: Props) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Popover.Root open={open} onOpenChange={onOpenChange}>
      <Popover.Trigger
        render={
          <Control label={w.open} keys="P K" isOn={open}>
            <Grip className="size-4" />
          </Control>
        }
      />
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="center" collisionPadding={8} className="z-60">
          <Popover.Popup className="popup p-3" aria-label={w.title} initialFocus={first}>
            <Keys first={first} press={press} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

function Keys({ first, press }: { first: React.Ref<HTMLButtonElement>; press: Props['press'] }) {
  const [typed, setTyped] = useState('')
  const [lost, setLost] = useState(false)
  const strike = (key: Key): void => {
    const isPassed = press(key)
    setLost(!isPassed)
    if (!isPassed) return
    setTyped((before) => before + key)
    void playKey(key)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !isKey(event.key)) return
    event.preventDefault()
    strike(event.key)
  }
  return (
    <div onKeyDown={onKeyDown} role="group" aria-label={w.title} className="flex w-52 flex-col gap-2">
      <output
        aria-label={w.typed}
        dir="ltr"
        className="flex h-9 items-center justify-end overflow-hidden rounded-lg bg-well px-3 text-lg tracking-wider tabular-nums"
      >
        {typed === '' ? (
          <span className="mx-auto text-sm tracking-normal text-muted" dir="auto">
            {w.hint}
          </span>
        ) : (
          typed.slice(-16)
        )}
      </output>
      <div dir="ltr" className="grid grid-cols-3 gap-1.5">
        {KEYS.map((key) => (
          <button
            key={key}
            ref={key === '1' ? first : undefined}
            type="button"
            aria-label={NAMES[key]}
            onClick={() => strike(key)}
            className="flex h-12 flex-col items-center justify-center rounded-lg border border-edge bg-panel leading-none text-ink transition-colors duration-75 select-none hover:bg-hover active:bg-tint"
          >
            <span className="text-lg font-medium">{key}</span>{' '}
            <span className="h-3 text-2xs text-muted">{LETTERS[key]}</span>
          </button>
        ))}
      </div>
      {lost && (
        <p role="alert" className="text-xs text-bad">
          {w.notNow}
        </p>
      )}
    </div>
  )
}
