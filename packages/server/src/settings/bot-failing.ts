import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

// The state of a bot's breaker is not a setting. It is stored in the bot's row, and processes read it with the
// revisions of accounts, not with the account.

const openBreaker = statement(
  'bot_breaker_open',
  `update bot set failing_since = $3, failing_reason = $4, probe_at = $5, probes = 0
   where account_id = $1 and id = $2 and failing_since is null and deleted_at is null returning id`,
)
const closeBreaker = statement(
  'bot_breaker_close',
  `update bot set failing_since = null, failing_reason = null, probe_at = null, probes = 0
   where account_id = $1 and id = $2 and failing_since is not null returning id`,
)
const claimProbe = statement(
  'bot_breaker_probe',
  `update bot set probes = probes + 1, probe_at = $3
   where account_id = $1 and id = $2 and failing_since is not null and probe_at <= $4 returning id`,
)

/** Opens the breaker: every process skips the bot from now on. False when it was open already. */
export async function markFailing(
  tx: Tx,
  { account, bot, at, reason, probeAt }: { account: number; bot: number; at: number; reason: string; probeAt: number },
): Promise<boolean> {
  return (await tx.query(openBreaker, [account, bot, new Date(at), reason, new Date(probeAt)])).length > 0
}

/** Closes the breaker. False when it was not open. */
export async function markWorking(tx: Tx, account: number, bot: number): Promise<boolean> {
  return (await tx.query(closeBreaker, [account, bot])).length > 0
}

/** Claims the right to try a failing bot once. One process gets it; the next claim is possible at `next`. */
export async function takeProbe(
  tx: Tx,
  { account, bot, now, next }: { account: number; bot: number; now: number; next: number },
): Promise<boolean> {
  return (await tx.query(claimProbe, [account, bot, new Date(next), new Date(now)])).length > 0
}
