import type { MachineClock } from './clock.ts'
import type { Config } from './config.ts'
import type { Ids } from './ids.ts'

/** What `deskbell doctor` found at one place of the installation. */
export interface Finding {
  /**
   * `fault`: something does not work; `warning`: it works, and will not under load, after a while or for everybody; `left`: not
   * checked, or not set up.
   */
  readonly state: 'ok' | 'warning' | 'fault' | 'left'
  /** One sentence about what is. */
  readonly says: string
  /** What the operator does about it; absent: nothing. */
  readonly todo?: string
}

export const ok = (says: string): Finding => ({ state: 'ok', says })
export const left = (says: string, todo?: string): Finding => ({ state: 'left', says, ...(todo && { todo }) })
export const warning = (says: string, todo: string): Finding => ({ state: 'warning', says, todo })
export const fault = (says: string, todo?: string): Finding => ({ state: 'fault', says, ...(todo && { todo }) })

/** What a check is given. */
export interface Examined {
  readonly config: Config
  readonly clock: MachineClock
  readonly ids: Ids
}

/** Looks at one part of the installation, and changes nothing of it. May reject: the message is a fault. */
export type Check = (examined: Examined) => Promise<Finding[]>

/** The message of an error, in one line. */
export const sentenceOf = (error: unknown): string => {
  const said = error instanceof AggregateError ? error.errors.map(String).join(', ') : undefined
  return (said ?? (error instanceof Error ? error.message : String(error))).replaceAll(/\s+/g, ' ').trim()
}
