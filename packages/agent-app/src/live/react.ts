import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Cell, Cells } from './cells.ts'
import type { LiveSession } from './session.ts'

export const SessionContext = createContext<LiveSession | null>(null)

/** The session of the signed-in agent. */
export function useSession(): LiveSession {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession outside a signed-in screen')
  return session
}

/** Redraws when the value changes. */
export const useCell = <T>(cell: Pick<Cell<T>, 'get' | 'subscribe'>): T =>
  useSyncExternalStore(cell.subscribe, cell.get)

/** Redraws when the value of this key changes. */
export function useCells<K, V>(cells: Cells<K, V>, key: K): V | undefined {
  const subscribe = useCallback((listener: () => void) => cells.subscribe(key, listener), [cells, key])
  return useSyncExternalStore(subscribe, () => cells.get(key))
}
