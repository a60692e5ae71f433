import { useEffect, useEffectEvent, useState } from 'react'

/** How far below the sight the end may be when what follows is fetched. */
const AHEAD = '400px'

/** Acts when the end of a list comes near the sight. Returns what is put at the end. */
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
