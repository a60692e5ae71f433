import type { Call } from '@deskbell/protocol/agent/call'
import { isOpen } from '@deskbell/rules/hours/open'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { closeNotifications, notify } from '../alerts/notify.ts'
import { alertsQuery } from '../alerts/queries.ts'
import type { Live } from '../live/state.ts'
import { useNow } from '../ui/now.ts'
import { ring } from './ring-tone.ts'
import { placeOf } from './acts.ts'
import { sayRing } from './say.ts'
import { callWords as w } from './words.ts'

/**
 * What rings with a call besides its card: a tone, the title of the window, and a notification of a hidden window. In quiet hours, and
 * without alerts to calls, the card and the title alone.
 */
export function useRing(live: Live, ringing: readonly Call[]): void {
  const { data: alerts } = useQuery(alertsQuery)
  const now = useNow()
  const { sound = true, tone: chosen = 'chime', browser = true, calls = true, quiet = null } = alerts?.settings ?? {}
  const isAlerted = calls && !(quiet && isOpen(quiet, now))
  const tone = sound && isAlerted ? chosen : null
  const isShown = browser && isAlerted
  const first = ringing[0]
  const isRinging = first !== undefined
  useEffect(() => {
    if (isRinging && tone !== null) return ring(tone)
    return undefined
  }, [isRinging, tone])

  const title = first ? sayRing(first) : null
  useEffect(() => {
    live.title.set(title)
    return () => live.title.set(null)
  }, [live, title])

  const id = first?.id
  const place = first && placeOf(first)
  useEffect(() => {
    if (id === undefined) return undefined
    const tag = `call-${id}`
    if (isShown && title !== null && place !== undefined && document.visibilityState === 'hidden')
      void notify({ title, body: w.ring.label, tag, path: place, alert: '' }, () => {})
    // Also one that came by web push. The server takes it back, too; this window knows it first.
    return () => void closeNotifications(tag)
    // Once for each call.
  }, [id, isShown]) // oxlint-disable-line react-hooks/exhaustive-deps
}
