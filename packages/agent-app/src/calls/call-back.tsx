import type { Call } from '@deskbell/protocol/agent/call'
import { Phone } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { isOneKey, toLatin } from '../commands/keys.ts'
import { oneKey } from '../commands/one-key.ts'
import { Button } from '../ui/button.tsx'
import { Tip } from '../ui/tip.tsx'
import { placeOf } from './acts.ts'
import { numberOf } from './place.ts'
import { whoCalls } from './say.ts'
import { useTelephones } from './settings-query.ts'
import { usePlace } from './use-place.ts'
import { callWords } from './words.ts'

const w = callWords.place
/** The key that calls back from the list. */
const KEY = 'c'
const MARK = 'data-call-back'

/** Calls the client of a missed call back, and shows their chat or page beside the call; nothing where no number is known. */
export function CallBack({ call }: { call: Call }) {
  const { busy, problem, place } = usePlace((placed) => navigate(placeOf(placed)))
  const { visitor } = call
  const phone = numberOf(call)
  const isOn = useTelephones()
  if (phone === null || !isOn) return null
  const act = () => void place({ contact: visitor.contact, visitor: Number(visitor.number), phone })
  return (
    <>
      <Tip text={w.callNumber(phone)} keys="C">
        <Button
          {...{ [MARK]: '' }}
          size="sm"
          busy={busy !== null}
          aria-label={w.backOf(whoCalls(call))}
          aria-keyshortcuts={KEY}
          onClick={act}
        >
          <Phone aria-hidden="true" className="size-4 text-good" />
          {w.back}
        </Button>
      </Tip>
      {problem && (
        <p role="alert" className="basis-full text-sm text-bad text-pretty">
          {problem}
        </p>
      )}
    </>
  )
}

/** In a list of calls: C calls back the client of the row that has the focus. */
export function onListKey(event: KeyboardEvent<HTMLElement>): void {
  const { nativeEvent: pressed, target } = event
  if (toLatin(pressed) !== KEY || pressed.ctrlKey || pressed.metaKey || pressed.altKey || pressed.repeat) return
  if (isOneKey(KEY) && !oneKey.get()) return
  const button = target instanceof Element ? target.closest('li')?.querySelector(`[${MARK}]`) : null
  if (!(button instanceof HTMLElement)) return
  event.preventDefault()
  button.click()
}

/** Moves the focus to the next row of a list, or the one before. */
export function moveIn(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>(':scope > li') ?? [])]
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at === -1 ? 0 : Math.max(0, Math.min(rows.length - 1, at + step))]
  next?.focus()
}
