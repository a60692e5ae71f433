import { createContext, use, useCallback, useSyncExternalStore } from 'react'
import type { Cell, Cells } from './cells.ts'
import type { Desk } from './desk.ts'

export const DeskContext = createContext<Desk | null>(null)

/** The session of the signed-in agent. */
export function useDesk(): Desk {
  const desk = use(DeskContext)
  if (!desk) throw new Error('useDesk outside a signed-in screen')
  return desk
}

/** Redraws when the value changes. */
export const useCell = <T>(cell: Cell<T>): T => useSyncExternalStore(cell.subscribe, cell.get)

/** Redraws when the value of this key changes. */
export function useCells<K, V>(cells: Cells<K, V>, key: K): V | undefined {
  const subscribe = useCallback((listener: () => void) => cells.subscribe(key, listener), [cells, key])
  return useSyncExternalStore(subscribe, () => cells.get(key))
}
