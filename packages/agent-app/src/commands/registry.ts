import { useEffect, useRef } from 'react'
import type { CommandId } from './table.ts'

/** What a screen can do now. `null` or missing: the command is not available. */
export type Contribution = Partial<Record<CommandId, (() => void) | null>>

/** The contributions of the mounted screens, the latest last. */
const contributions: { current: Contribution }[] = []

/** Commands that were given before the part of the screen that performs them was loaded. */
const awaited = new Set<CommandId>()

/**
 * Makes commands available while the component is mounted. A later mounted component takes precedence. A command that was
 * given before is performed at once.
 */
export function useCommands(contribution: Contribution): void {
  const held = useRef(contribution)
  useEffect(() => {
    held.current = contribution
  })
  useEffect(() => {
    contributions.push(held)
    for (const id of awaited) {
      const perform = held.current[id]
      if (!perform) continue
      awaited.delete(id)
      perform()
    }
    return () => void contributions.splice(contributions.indexOf(held), 1)
  }, [])
}

/** What the command does now; null: it is not available. */
export function handlerOf(id: CommandId): (() => void) | null {
  return contributions.findLast((one) => one.current[id])?.current[id] ?? null
}

/**
 * Takes these commands while the part that performs them is loading, in whose place the component stands: a key is not
 * lost because it was pressed early. `forgetAwaited` drops them when the chat that they were for is left.
 */
export function useAwaited(ids: readonly CommandId[]): void {
  useCommands(Object.fromEntries(ids.map((id) => [id, () => void awaited.add(id)])))
}

export const forgetAwaited = (): void => awaited.clear()
