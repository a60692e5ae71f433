import { RATE_LIMITS, type RateLimitName } from '@deskbell/protocol/limits'
import type { SetupSettings } from '@deskbell/protocol/setup'
import { sqlBuilder as k } from '../db/builder.ts'
import type { Tx } from '../db/db.ts'
import { beginChange, notFound } from './office.ts'

/** The settings of an account with every default filled in. */
export interface AccountSettings {
  /** Per second; 0: off (A34). */
  limits: Record<RateLimitName, number>
  safeUrl: string[]
}

export const LIMIT_NAMES = Object.keys(RATE_LIMITS) as RateLimitName[]

/** Stored settings hold only what somebody set, so that a default may change under the others. */
export function toSettings(stored: SetupSettings): AccountSettings {
  const limits = {} as Record<RateLimitName, number>
  for (const name of LIMIT_NAMES) limits[name] = stored.limits?.[name] ?? RATE_LIMITS[name].rate
  return { limits, safeUrl: stored.safeUrl ?? [] }
}

export async function readStoredSettings(tx: Tx, account: number): Promise<SetupSettings> {
  const [row] = await tx.run(k.selectFrom('account').select('settings').where('id', '=', account))
  if (!row) throw notFound('account')
  return row.settings as SetupSettings
}

/** Sets the limits that are named, and `safeUrl` when it is; the others stay. */
export async function changeSettings(tx: Tx, account: number, change: SetupSettings): Promise<void> {
  await beginChange(tx)
  const stored = await readStoredSettings(tx, account)
  const settings: SetupSettings = { ...stored, ...change, limits: { ...stored.limits, ...change.limits } }
  await tx.run(
    k
      .updateTable('account')
      .set({ settings: JSON.stringify(settings) })
      .where('id', '=', account),
  )
}
