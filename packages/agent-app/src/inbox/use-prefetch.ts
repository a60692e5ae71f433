import { useEffect } from 'react'
import { neighboursOf, prefetch } from '../live/prefetch.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import { active } from './list-state.ts'

/** The agent rests on a row for this time before the chats around it are read, ms: moving through a list reads none. */
const REST = 120

/** Reads the chats around the open one and around the active row, after the open one is there. */
export function usePrefetch(ids: readonly number[], open: number | null): void {
  const { live } = useSession()
  const current = useCell(active)
  const isOpenLoaded = useCells(live.threads, open ?? -1)?.thread != null
  // The texts of the numbers change only when the chats do, not with each change of the list.
  const around = neighboursOf(ids, open).join(' ')
  const beside = current === null || current === open ? '' : [current, ...neighboursOf(ids, current)].join(' ')
  const isReady = open === null || isOpenLoaded
  useEffect(() => {
    if (!isReady) return
    let isCurrent = true
    const chats = new Set(`${beside} ${around}`.split(' ').filter(Boolean).map(Number))
    const timer = setTimeout(() => void prefetch(live, [...chats], () => isCurrent), REST)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [live, isReady, around, beside])
}
