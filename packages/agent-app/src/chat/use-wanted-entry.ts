import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
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
  onFound: (element: Element) => void
  /** Reads earlier entries, unless that has just failed; undefined: there are none. */
  onMissing: (() => void) | undefined
  /** The state of that reading: when it changes, the entry is looked for again. */
  reading: unknown
}

/**
 * The address may name an entry, as that of an alert does (`PLACES.entry`): it is shown once it is loaded and drawn, and the
 * address forgets it. Returns its number until then.
 */
export function useWantedEntry({ loaded, drawnFrom, box, onFound, onMissing, reading }: Options): number | null {
  const hash = useLocationProperty(() => location.hash)
  const found = FORM.exec(hash)?.[1]
  const wanted = found === undefined ? null : Number(found)
  const done = useRef<number | null>(null)
  const look = useEffectEvent((n: number) => {
    if (n === done.current) return
    if (n > loaded.last) return
    if (n < loaded.first && onMissing) return onMissing()
    if (n < drawnFrom && n >= loaded.first) return
    done.current = n
    // With the next frame: until then the list, which may have been at its end, has left it and keeps the entry drawn.
    afterPaint(() => {
      done.current = null
      if (location.hash === hash) navigate(location.pathname + location.search, { replace: true })
    })
    const element = box.current?.querySelector(`[data-n="${n}"]`)
    if (!element) return
    onFound(element)
    element.animate({ background: ['var(--color-warm-tint)', 'var(--color-warm-tint)', 'transparent'] }, STANDS_OUT)
  })
  useEffect(() => {
    if (wanted !== null) look(wanted)
  }, [wanted, loaded.first, loaded.last, drawnFrom, reading])
  return wanted
}
