import type { Clock } from '../platform/clock.ts'

/** Milliseconds of decoding that a payer may use at once, and regains in each second. */
const FULL = 20_000
const GAIN = 250
/** The limit of a debt, so that it is paid off within two minutes. */
const DEBT = -30_000

interface Account {
  level: number
  at: number
}

/**
 * Decoder time as a token bucket per payer. The time used is known only afterwards, so a bucket may fall below zero.
 */
export function makeBudget(clock: Clock, { full = FULL, gain = GAIN } = {}) {
  // In the order of last use.
  const accounts = new Map<string, Account>()
  const levelOf = ({ level, at }: Account, now: number) => Math.min(full, level + (Math.max(0, now - at) * gain) / 1000)

  return {
    spend(payer: string, ms: number): void {
      const now = clock.now()
      const known = accounts.get(payer)
      const level = Math.max(DEBT, (known ? levelOf(known, now) : full) - ms)
      accounts.delete(payer)
      accounts.set(payer, { level, at: now })
      for (const [old, account] of accounts) {
        if (levelOf(account, now) < full) break
        accounts.delete(old)
      }
    },
    /** The payer has used its time, and is served only when no other waits. */
    isOver(payer: string): boolean {
      const account = accounts.get(payer)
      return account !== undefined && levelOf(account, clock.now()) <= 0
    },
  }
}

export type Budget = ReturnType<typeof makeBudget>
