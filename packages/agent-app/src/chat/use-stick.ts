import { type RefObject, useCallback, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end that counts as being at the end. */
const NEAR = 48

/**
 * Keeps a list scrolled to its end while the reader is there, whatever grows: entries, a picture, the composer. A
 * reader who scrolled up keeps the position.
 */
export function useStick(
  box: RefObject<HTMLDivElement | null>,
  {
    onLeave,
    onMove,
  }: {
    /** Called when the reader scrolls away from the end. */
    onLeave: () => void
    /** Called with the distance from the top after the reader or the content moved. */
    onMove: (top: number) => void
  },
) {
  const stuck = useRef(true)
  const isAdded = useRef(false)
  const seen = useRef({ top: 0, height: 0, room: 0 })
  const [atEnd, setAtEnd] = useState(true)

  const toEnd = useCallback(() => {
    stuck.current = true
    setAtEnd(true)
    const element = box.current
    element?.scrollTo(0, element.scrollHeight)
  }, [box])

  /** Shows a part of the list in the middle and leaves the end, unless both are visible. */
  const toElement = useCallback(
    (part: Element) => {
      part.scrollIntoView({ block: 'center' })
      const element = box.current
      if (!element) return
      // Rows that were added so far are above the part already: the position counts from here.
      isAdded.current = false
      const { scrollTop: top, scrollHeight: height, clientHeight: room } = element
      seen.current = { top, height, room }
      stuck.current = height - top - room < NEAR
      setAtEnd(stuck.current)
    },
    [box],
  )

  /** To be called when rows were added above: the messages on the screen stay where they are. */
  const onAddedAbove = useCallback(() => {
    isAdded.current = true
  }, [])

  /** Moves the position by the height of added rows, as if they had been there before. */
  const takeAdded = (element: HTMLElement) => {
    if (!isAdded.current) return
    isAdded.current = false
    const added = element.scrollHeight - seen.current.height
    element.scrollTop += added
    seen.current = { ...seen.current, top: seen.current.top + added, height: element.scrollHeight }
  }

  const onScroll = () => {
    const element = box.current
    if (!element) return
    takeAdded(element)
    const { scrollTop: top, scrollHeight: height, clientHeight: room } = element
    const before = seen.current
    seen.current = { top, height, room }
    onMove(top)
    const near = height - top - room < NEAR
    // Only upward scrolling leaves the end. When the box or its content changed size, the browser moved the position.
    const leaves = !near && top < before.top && height === before.height && room === before.room
    if (!near && !leaves) return
    if (stuck.current && leaves) onLeave()
    stuck.current = near
    setAtEnd(near)
  }

  const onResize = useEffectEvent(onMove)
  const onLayout = useEffectEvent(takeAdded)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    // Called first when the list is there, before it is drawn.
    const observer = new ResizeObserver(() => {
      onLayout(element)
      if (stuck.current) element.scrollTop = element.scrollHeight
      seen.current = { top: element.scrollTop, height: element.scrollHeight, room: element.clientHeight }
      // Here the layout is known; asking for it in an effect would compute it once more.
      onResize(seen.current.top)
    })
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])

  return { atEnd, toEnd, toElement, onScroll, onAddedAbove }
}
