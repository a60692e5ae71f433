import type { Call } from '@deskbell/protocol/agent/call'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { notify } from '../alerts/notify.ts'
import { alertsQuery } from '../alerts/queries.ts'
import type { Live } from '../live/state.ts'
import { ring } from './ring-tone.ts'
import { placeOf } from './acts.ts'
import { whoCalls } from './say.ts'
import { callWords as w } from './words.ts'

/** What rings with a call besides its card: a tone, the title of the window, and a notification of a hidden window. */
export function useRing(live: Live, ringing: readonly Call[]): void {
  const { data: alerts } = useQuery(alertsQuery)
  const tone = alerts?.settings.sound === false ? null : (alerts?.settings.tone ?? 'chime')
  const first = ringing[0]
  const isRinging = first !== undefined
  useEffect(() => {
    if (isRinging && tone !== null) return ring(tone)
    return undefined
  }, [isRinging, tone])

  const title = first ? w.ring.calls(whoCalls(first)) : null
  useEffect(() => {
    live.title.set(title)
    return () => live.title.set(null)
  }, [live, title])

  const id = first?.id
  const place = first && placeOf(first)
  useEffect(() => {
    if (id === undefined || title === null || place === undefined || document.visibilityState !== 'hidden') return
    const shown = { title, body: w.ring.label, tag: `call-${id}`, path: place, alert: '' }
    void notify(shown, () => {})
    // Once for each call.
  }, [id]) // oxlint-disable-line react-hooks/exhaustive-deps
}
