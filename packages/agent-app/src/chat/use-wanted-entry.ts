import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import type { Thread } from '../live/thread.ts'
import { afterPaint } from '../ui/after-paint.ts'

const FORM = /^#entry-(\d{1,9})$/
/** How long a found entry stands out, ms. */
const STANDS_OUT = 2400

type Options = {
  /** The first entry that is shown, and the last one. */
  loaded: Pick<Thread, 'first' | 'last'>
  /** Entries from this one on are in the page. */
  drawnFrom: number
  box: RefObject<HTMLElement | null>
  onFound: (element: Element, n: number) => void
  /** Reads earlier entries, unless that has just failed; undefined: there are none. */
  onMissing: (() => void) | undefined
  /** The state of that reading: when it changes, the entry is looked for again. */
  reading: unknown
}

/** The number of the entry that the address names, as that of an alert does (`PLACES.entry`). */
export function useWanted(): number | null {
  const named = FORM.exec(useLocationProperty(() => location.hash))?.[1]
  return named === undefined ? null : Number(named)
}

/** Shows the wanted entry once it is loaded and drawn; the address then forgets it. */
export function useWantedEntry(
  wanted: number | null,
  { loaded, drawnFrom, box, onFound, onMissing, reading }: Options,
): void {
  const [found, setFound] = useState<number | null>(null)
  const look = useEffectEvent((n: number) => {
    if (n === found) return
    if (n > loaded.last) return
    if (n < loaded.first && onMissing) return onMissing()
    if (n < drawnFrom && n >= loaded.first) return
    setFound(n)
    const element = box.current?.querySelector(`[data-n="${n}"]`)
    if (!element) return
    onFound(element, n)
    element.animate({ background: ['var(--color-warm-tint)', 'var(--color-warm-tint)', 'transparent'] }, STANDS_OUT)
  })
  useEffect(() => {
    if (wanted === null) return
    return afterPaint(() => look(wanted))
  }, [wanted, loaded.first, loaded.last, drawnFrom, reading])
  // Once what `onFound` changed is drawn: a change of the address is drawn at once, before what React has yet to draw.
  useEffect(() => {
    if (found === null) return
    return afterPaint(() => {
      setFound(null)
      if (location.hash === `#entry-${found}`) navigate(location.pathname + location.search, { replace: true })
    })
  }, [found])
}
