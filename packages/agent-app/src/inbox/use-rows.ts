import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { density, ROW_REM } from './density.ts'

/** Rows that are drawn before and after those on the screen. */
const BESIDE = 6
/** The drawn rows change in steps of this many rows. */
const STEP = 4
type Span = { first: number; last: number }

/** The usual size of text, px. */
const REM = 16

const spanOf = (top: number, room: number, height: number): Span => {
  // Before the height of a row is known: at least those on the screen.
  if (height === 0) return { first: 0, last: Math.ceil(innerHeight / (ROW_REM[density.get()] * REM)) }
  const first = Math.floor(top / height / STEP) * STEP - BESIDE
  return { first: Math.max(0, first), last: first + 2 * BESIDE + STEP + Math.ceil(room / height) }
}

/**
 * Which rows of a long list are drawn. All rows have the same height, which CSS sets, so that no row is measured: the
 * heights of the box and of one row (`probe`) come from an observer, and no layout is forced. A reader who scrolled down
 * keeps the rows on the screen while others come and go above them.
 */
export function useRows(ids: readonly number[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLDivElement>(null)
  const sizes = useRef({ top: 0, room: 0, height: 0 })
  const [span, setSpan] = useState<Span>(() => spanOf(0, 0, 0))

  const draw = useCallback(() => {
    const { top, room, height } = sizes.current
    const next = spanOf(top, room, height)
    setSpan((before) => (before.first === next.first && before.last === next.last ? before : next))
  }, [])

  const isThere = ids.length > 0
  useLayoutEffect(() => {
    const [box, row] = [scroller.current, probe.current]
    if (!box || !row) return
    const observer = new ResizeObserver((entries) => {
      for (const { target, contentRect } of entries) {
        if (target === box) sizes.current.room = contentRect.height
        else sizes.current.height = contentRect.height
      }
      draw()
    })
    observer.observe(box)
    observer.observe(row)
    return () => observer.disconnect()
  }, [draw, isThere])

  const onScroll = useCallback(
    (event: React.UIEvent<HTMLDivElement>) => {
      sizes.current.top = event.currentTarget.scrollTop
      draw()
    },
    [draw],
  )

  const moveTo = useCallback(
    (top: number) => {
      if (!scroller.current) return
      scroller.current.scrollTop = top
      sizes.current.top = top
      draw()
    },
    [draw],
  )

  const before = useRef(ids)
  useLayoutEffect(() => {
    const old = before.current
    before.current = ids
    const { top, height } = sizes.current
    if (old === ids || height === 0 || top < height) return
    const at = Math.floor(top / height)
    const now = ids.indexOf(old[at] ?? -1)
    if (now >= 0 && now !== at) moveTo(top + (now - at) * height)
  }, [ids, moveTo])

  /** Scrolls a row into view, if it is not. */
  const show = useCallback(
    (index: number) => {
      const { top, room, height } = sizes.current
      if (height === 0) return
      if (index * height < top) moveTo(index * height)
      else if ((index + 1) * height > top + room) moveTo((index + 1) * height - room)
    },
    [moveTo],
  )
  return { scroller, probe, onScroll, show, ...span }
}
