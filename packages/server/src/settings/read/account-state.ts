import { statement } from '../../db/statement.ts'
import type { Db } from '../../db/db.ts'

/** Why a bot is skipped (B8). */
export interface BotFailing {
  readonly since: number
  readonly reason: string
  readonly probeAt: number
  readonly probes: number
}

/** Since when a webhook fails, and whether it was disabled for it (C19). */
export interface WebhookFailing {
  readonly since: number
  readonly reason: string
  readonly ownersNotified: boolean
  readonly disabled: boolean
}

/**
 * Tells whether an account must be read again: the revisions of its last changes, and its failing bots and webhooks.
 */
export interface AccountState {
  readonly revision: number
  /** Changes when only the account's agents change. */
  readonly agentsRevision: number
  readonly bots: ReadonlyMap<number, BotFailing>
  readonly webhooks: ReadonlyMap<number, WebhookFailing>
}

/** One row for each failing bot and webhook of each account; an account without any has one row. */
const STATES = `
  select a.id as account, a.revision, a.agents_revision, f.kind, f.id, f.since, f.reason, f.probe_at, f.probes, f.told, f.disabled
  from account a left join (
    select account_id, 'bot' as kind, id, failing_since as since, failing_reason as reason, probe_at, probes,
      false as told, false as disabled
    from bot where failing_since is not null and deleted_at is null
    union all
    select account_id, 'webhook', id, failing_since, failing_reason, null::timestamptz, 0, failing_told, state = 'disabled'
    from webhook where failing_since is not null and deleted_at is null) f on f.account_id = a.id`

const readAllStates = statement('account_states', `${STATES} order by a.id`)
const readSomeStates = statement('account_states_of', `${STATES} where a.id = any($1::int[]) order by a.id`)

interface StateRow {
  account: number
  revision: number
  agents_revision: number
  kind: 'bot' | 'webhook' | null
  id: number
  since: number
  reason: string | null
  probe_at: number | null
  probes: number
  told: boolean
  disabled: boolean
}

/** Shared by all accounts without failures, so that comparing two of their states is cheap. */
const NOTHING: ReadonlyMap<number, never> = new Map<number, never>()

/** The states of these accounts, or of all. A missing account is left out. */
export async function readStates(db: Db, accounts?: readonly number[]): Promise<Map<number, AccountState>> {
  const rows = accounts
    ? await db.query<StateRow>(readSomeStates, [accounts])
    : await db.query<StateRow>(readAllStates, [])
  const made = new Map<number, AccountState>()
  for (const row of rows) {
    const { account, revision, agents_revision: agentsRevision, kind, id } = row
    const { bots, webhooks } = made.get(account) ?? { bots: NOTHING, webhooks: NOTHING }
    made.set(account, {
      revision,
      agentsRevision,
      bots: kind === 'bot' ? new Map([...bots, [id, toBotFailing(row)]]) : bots,
      webhooks: kind === 'webhook' ? new Map([...webhooks, [id, toWebhookFailing(row)]]) : webhooks,
    })
  }
  return made
}

const toBotFailing = ({ since, reason, probe_at: probeAt, probes }: StateRow): BotFailing => ({
  since,
  reason: reason ?? '',
  probeAt: probeAt ?? since,
  probes,
})

const toWebhookFailing = ({ since, reason, told, disabled }: StateRow): WebhookFailing => ({
  since,
  reason: reason ?? '',
  ownersNotified: told,
  disabled,
})
