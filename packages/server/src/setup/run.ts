import { isDeepStrictEqual } from 'node:util'
import type { Tx } from '../db/db.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import type { SettingsContext } from '../settings/change.ts'

/** The result of one run. */
export interface Outcome {
  /** False: everything already was as the file says, and nothing was written. */
  changed: boolean
  /** Sentences for the operator: allowed, but probably not intended. */
  warnings: string[]
}

/** One run for one account. */
export interface Run {
  settingsContext: SettingsContext
  tx: Tx
  account: number
  outcome: Outcome
}

/** The agents behind e-mail addresses. Throws Invalid for the first unknown address. */
export function toNumbers(emails: readonly string[], agents: ReadonlyMap<string, number>, path: string): number[] {
  const numbers = emails.map((email, i) => {
    const id = agents.get(email.toLowerCase())
    if (id === undefined) throw new Invalid(`${path}/${i}`, `no agent signs in as ${email}; add one under "agents"`)
    return id
  })
  return [...new Set(numbers)]
}

export const sameMembers = (a: Iterable<number>, b: Iterable<number>): boolean =>
  isDeepStrictEqual(new Set(a), new Set(b))

/** Runs a part of the setup; a refusal is thrown with its place in the file. */
export async function at<T>(path: string, fn: () => Promise<T>): Promise<T> {
  try {
    return await fn()
  } catch (error) {
    if (error instanceof Invalid) throw new Invalid(`${path}${error.path}`, error.message, error.code)
    if (error instanceof Refused) throw new Invalid(path, error.message, error.code)
    throw error
  }
}
