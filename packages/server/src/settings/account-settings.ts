import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import { toHost } from '@deskbell/protocol/host'
import type { SetupSettings } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { Invalid } from '../platform/errors.ts'
import { beginChange, notFound } from './change.ts'

/** The settings of an account with every default filled in. */
export interface AccountSettings {
  /** Per second; 0: off (A34). */
  limits: Record<RateLimitName, number>
  /** Hosts that links from visitors' pages may lead to, subdomains with them; none: every link may be shown (C13). */
  safeUrl: string[]
  /** To whom the log of a chat is mailed when it is closed. */
  mailLogTo: string[]
  /** Days after which what is personal in a closed chat is erased; 0: never. */
  keepDays: number
}

export const LIMIT_NAMES = Object.keys(RATE_LIMITS) as RateLimitName[]

/** Stored settings hold only what somebody set, so that a default may change under the others. */
export function toSettings(stored: SetupSettings): AccountSettings {
  const limits = {} as Record<RateLimitName, number>
  for (const name of LIMIT_NAMES) limits[name] = stored.limits?.[name] ?? RATE_LIMITS[name].rate
  return { limits, safeUrl: stored.safeUrl ?? [], mailLogTo: stored.mailLogTo ?? [], keepDays: stored.keepDays ?? 0 }
}

export async function readStoredSettings(tx: Tx, account: number): Promise<SetupSettings> {
  const [row] = await tx.run(k.selectFrom('account').select('settings').where('id', '=', account))
  if (!row) throw notFound('account')
  return row.settings as SetupSettings
}

/** The list as it is kept: each host once, in ASCII. Throws Invalid('/safeUrl/…') for the first that is no host. */
export function toSafeUrl(written: readonly string[]): string[] {
  const hosts = written.map((one, i) => {
    const host = toHost(one)
    if (host !== null) return host
    throw new Invalid(`/safeUrl/${i}`, { reason: 'no_host', given: one })
  })
  return [...new Set(hosts)]
}

/** Sets the limits that are named, and what else is; the others stay. Throws Invalid as `toSafeUrl` does. */
export async function changeSettings(tx: Tx, account: number, change: SetupSettings): Promise<void> {
  const safeUrl = change.safeUrl && { safeUrl: toSafeUrl(change.safeUrl) }
  await beginChange(tx, account)
  const stored = await readStoredSettings(tx, account)
  const settings: SetupSettings = {
    ...stored,
    ...safeUrl,
    ...(change.mailLogTo && { mailLogTo: change.mailLogTo }),
    ...(change.keepDays !== undefined && { keepDays: change.keepDays }),
    limits: { ...stored.limits, ...change.limits },
  }
  await tx.run(
    k
      .updateTable('account')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', account),
  )
}
