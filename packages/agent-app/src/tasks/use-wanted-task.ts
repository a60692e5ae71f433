import { useEffect, useEffectEvent } from 'react'
import { navigate, useLocationProperty } from 'wouter/use-browser-location'
import { afterPaint } from '../ui/after-paint.ts'

const FORM = /^#(task-\d{1,10})$/
/** How long a found task stands out, ms. */
const STANDS_OUT = 2400

/** Shows the task that the address names, as that of an alert does (`PLACES.task`); the address then forgets it. */
export function useWantedTask(isLoaded: boolean): void {
  const wanted = FORM.exec(useLocationProperty(() => location.hash))?.[1]
  const show = useEffectEvent((id: string) => {
    const element = document.getElementById(id)
    element?.scrollIntoView({ block: 'center' })
    element?.focus({ preventScroll: true })
    element?.animate({ background: ['var(--color-warm-tint)', 'var(--color-warm-tint)', 'transparent'] }, STANDS_OUT)
    navigate(location.pathname + location.search, { replace: true })
  })
  useEffect(() => {
    if (wanted === undefined || !isLoaded) return
    return afterPaint(() => show(wanted))
  }, [wanted, isLoaded])
}
