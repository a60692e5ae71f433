import { useEffect, useEffectEvent, useState } from 'react'

/** Distance below the visible area at which the next page is fetched. */
const AHEAD = '400px'

/** Calls `onNear` when the end of a list comes near the visible area. Returns the ref of the end element. */
export function useEnd(onNear: () => void): (end: HTMLElement | null) => void {
  const [end, setEnd] = useState<HTMLElement | null>(null)
  const act = useEffectEvent(onNear)
  useEffect(() => {
    if (!end) return
    const watcher = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && act(), {
      rootMargin: AHEAD,
    })
    watcher.observe(end)
    return () => watcher.disconnect()
  }, [end])
  return setEnd
}
