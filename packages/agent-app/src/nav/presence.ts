import { useState } from 'react'
import { call, saying } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'

export const CHOICES = ['online', 'away'] as const
export type Choice = (typeof CHOICES)[number]

/** Online or away: whether channels count this agent as available (A4). */
export function usePresence() {
  const { live } = useSession()
  const { status } = useCell(live.me)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async (chosen: Choice) => {
    const before = live.me.get()
    if (before.status === chosen) return
    setProblem(null)
    live.me.set({ ...before, status: chosen })
    try {
      live.me.set(await call('PUT /me/presence', { body: { status: chosen } }))
    } catch (error) {
      live.me.set({ ...live.me.get(), status: before.status })
      setProblem(saying(error))
    }
  }
  return { chosen: status === 'online' ? ('online' as const) : ('away' as const), choose, problem }
}

/** The colour of each choice. */
export const PRESENCE_DOTS = { online: 'bg-good', away: 'bg-warm' }
