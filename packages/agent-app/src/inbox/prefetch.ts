import { useEffect, useEffectEvent, useRef } from 'react'
import { nextChat } from '../closing/next-chat.ts'
import { neighboursOf, prefetch } from '../live/prefetch.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import type { List } from '../live/lists.ts'
import { active, ahead, pointed } from './list-state.ts'

/** The agent rests on a row for this time before the chats around it are read, ms: moving through a list reads none. */
const REST = 120
/** How many of the chats that were open before stay ready. */
const RECENT = 2

/**
 * Reads the chats that the agent is likely to open next, after the open one is there: the one under the pointer, those
 * around the open one and around the active row, the one that follows when the open one is closed, and the last ones.
 * Only what the agent does makes it read: events that move the rows cause no requests. It draws nothing; a component of
 * its own, so that the list is not drawn anew when the pointer moves.
 */
export function Prefetch({ ids, open, view }: { ids: readonly number[]; open: number | null; view: List }): null {
  const { live } = useSession()
  const current = useCell(active)
  const under = useCell(pointed)
  const isOpenLoaded = useCells(live.threads, open ?? -1)?.thread != null
  const isReady = (open === null || isOpenLoaded) && ids.length > 0
  const recent = useRef<readonly number[]>([])
  useEffect(() => {
    if (open !== null) recent.current = [open, ...recent.current.filter((one) => one !== open)].slice(0, RECENT + 1)
  }, [open])

  const likely = useEffectEvent((): number[] => {
    const next = open === null ? null : nextChat(live, view, open)
    const all = [
      under,
      current,
      ...neighboursOf(ids, open),
      next?.chat ?? null,
      ...(current === null || current === open ? [] : neighboursOf(ids, current)),
      ...recent.current,
    ]
    return [...new Set(all)].filter((chat) => chat !== null && chat !== open) as number[]
  })
  useEffect(() => {
    if (!isReady) return
    let isCurrent = true
    const read = async () => {
      const chats = likely()
      await prefetch(live, chats.slice(0, 1), () => isCurrent)
      // The likeliest need not wait for the others.
      if (isCurrent) ahead.set([...new Set([...chats.slice(0, 1), ...ahead.get()])])
      await prefetch(live, chats, () => isCurrent)
      if (isCurrent) ahead.set(chats)
    }
    const timer = setTimeout(() => void read(), REST)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [live, isReady, open, current, under])
  return null
}
