import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import type { SetupSettings } from '@deskbell/protocol/setup'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { toSettings } from '../account-settings.ts'
import type { AccountRecord, AgentRecord, ChannelRecord, DepartmentRecord, TagRecord } from '../records.ts'
import { readBots, type StoredBot } from './bots.ts'
import { readChannels } from './channels.ts'
import type { Opening } from './opening.ts'
import { readAgentHours, readAgents, readDepartments } from './people.ts'
import { readTags } from './tags.ts'
import { readWebhooks, type StoredWebhook } from './webhooks.ts'

/** The configuration of one account. Lists are in the order in which screens show them. */
export interface StoredAccount {
  readonly account: AccountRecord
  readonly departments: readonly DepartmentRecord[]
  readonly tags: readonly TagRecord[]
  readonly agents: readonly AgentRecord[]
  /** By agent. */
  readonly hours: ReadonlyMap<number, WorkingHours>
  readonly channels: readonly ChannelRecord[]
  readonly bots: readonly StoredBot[]
  readonly webhooks: readonly StoredWebhook[]
}

const readAccountRows = statement(
  'read_accounts',
  'select id, name, logo, settings from account where id = any($1::int[]) order by id',
)

/** Reads these accounts, all in one pass. A missing account is left out. Throws when a secret cannot be decrypted. */
export async function readStoredAccounts(
  db: Db,
  accounts: readonly number[],
  opening: Opening,
): Promise<StoredAccount[]> {
  const [rows, departments, tags, agents, hours, channels, bots, webhooks] = await Promise.all([
    db.query<{ id: number; name: string; logo: string | null; settings: SetupSettings }>(readAccountRows, [accounts]),
    readDepartments(db, accounts).then(byAccount),
    readTags(db, accounts).then(byAccount),
    readAgents(db, accounts).then(byAccount),
    readAgentHours(db, accounts).then(byAccount),
    readChannels(db, accounts, opening).then(byAccount),
    readBots(db, accounts, opening).then(byAccount),
    readWebhooks(db, accounts, opening).then(byAccount),
  ])
  return rows.map(({ id, name, logo, settings }) => ({
    account: { id, name, logo, settings: toSettings(settings) },
    departments: departments.get(id) ?? [],
    tags: tags.get(id) ?? [],
    agents: agents.get(id) ?? [],
    hours: new Map(hours.get(id)?.map((one) => [one.agent, one.hours])),
    channels: channels.get(id) ?? [],
    bots: bots.get(id) ?? [],
    webhooks: webhooks.get(id) ?? [],
  }))
}

const byAccount = <T extends { readonly accountId: number }>(all: readonly T[]): Map<number, T[]> =>
  Map.groupBy(all, ({ accountId }) => accountId)
