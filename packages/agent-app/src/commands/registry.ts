import { useEffect, useRef } from 'react'
import type { CommandId } from './table.ts'

/** What a screen can do now. `null` or missing: the command is not available. */
export type Contribution = Partial<Record<CommandId, (() => void) | null>>

/** The contributions of the mounted screens, the latest last. */
const contributions: { current: Contribution }[] = []

/** Makes commands available while the component is mounted. A later mounted component takes precedence. */
export function useCommands(contribution: Contribution): void {
  const held = useRef(contribution)
  useEffect(() => {
    held.current = contribution
  })
  useEffect(() => {
    contributions.push(held)
    return () => void contributions.splice(contributions.indexOf(held), 1)
  }, [])
}

/** What the command does now; null: it is not available. */
export function handlerOf(id: CommandId): (() => void) | null {
  return contributions.findLast((one) => one.current[id])?.current[id] ?? null
}
