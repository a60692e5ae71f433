import { CALL_DEFAULTS, type CallSettings } from '@deskbell/protocol/agent/call-settings'
import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { toHost } from '@deskbell/protocol/host'
import type { SetupSettings } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { Invalid } from '../platform/errors.ts'
import { beginChange, notFound } from './change.ts'

/** The settings of an account with every default filled in. */
export interface AccountSettings {
  /** Per second; 0 disables the limit (A34). */
  limits: Record<RateLimitName, number>
  /**
   * Hosts that links on visitors' pages may lead to, with their subdomains. When empty, every link may be shown (C13).
   */
  safeUrl: string[]
  /** The addresses that the log of a closed chat is mailed to. */
  mailLogTo: string[]
  /** Days after which the personal data of a closed chat is erased; 0: never. */
  keepDays: number
  /** The zone of times in mails. */
  timeZone: string
  /** Minutes after the end of a chat at which a visitor who has left is asked by mail to rate it; 0: never. */
  ratingMailAfter: number
  calls: CallSettings
}

export const LIMIT_NAMES = Object.keys(RATE_LIMITS) as RateLimitName[]

/** Only values that an operator set are stored, so a changed default applies to all other accounts. */
export function toSettings(stored: SetupSettings): AccountSettings {
  const limits = {} as Record<RateLimitName, number>
  for (const name of LIMIT_NAMES) limits[name] = stored.limits?.[name] ?? RATE_LIMITS[name].rate
  const { safeUrl = [], mailLogTo = [], keepDays = 0, timeZone = 'UTC', ratingMailAfter = 0 } = stored
  const calls = { ...CALL_DEFAULTS, ...stored.calls }
  return { limits, safeUrl, mailLogTo, keepDays, timeZone, ratingMailAfter, calls }
}

export async function readStoredSettings(tx: Tx, account: number): Promise<SetupSettings> {
  const [row] = await tx.run(k.selectFrom('account').select('settings').where('id', '=', account))
  if (!row) throw notFound('account')
  return row.settings as SetupSettings
}

/**
 * The list in its stored form: each host once, in ASCII. Throws Invalid('/safeUrl/…') for the first value that is not a
 * host.
 */
export function toSafeUrl(written: readonly string[]): string[] {
  const hosts = written.map((one, i) => {
    const host = toHost(one)
    if (host !== null) return host
    throw new Invalid(`/safeUrl/${i}`, { reason: 'no_host', given: one })
  })
  return [...new Set(hosts)]
}

function checkTimeZone(timeZone: string): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch {
    throw new Invalid('/timeZone', { reason: 'no_time_zone', given: timeZone })
  }
}

/** Changes the named settings and limits and keeps the others. Throws Invalid as `toSafeUrl` does. */
export async function changeSettings(tx: Tx, account: number, change: SetupSettings): Promise<void> {
  if (change.timeZone !== undefined) checkTimeZone(change.timeZone)
  const safeUrl = change.safeUrl && { safeUrl: toSafeUrl(change.safeUrl) }
  await beginChange(tx, account)
  const stored = await readStoredSettings(tx, account)
  const settings: SetupSettings = {
    ...stored,
    ...safeUrl,
    ...(change.mailLogTo && { mailLogTo: change.mailLogTo }),
    ...(change.keepDays !== undefined && { keepDays: change.keepDays }),
    ...(change.timeZone !== undefined && { timeZone: change.timeZone }),
    ...(change.ratingMailAfter !== undefined && { ratingMailAfter: change.ratingMailAfter }),
    ...(change.calls && { calls: { ...stored.calls, ...change.calls } }),
    limits: { ...stored.limits, ...change.limits },
  }
  await tx.run(
    k
      .updateTable('account')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', account),
  )
}
