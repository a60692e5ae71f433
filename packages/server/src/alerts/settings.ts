import type { AlertSettings, AlertSign } from '@deskbell/protocol/agent/alerts'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { checkWorkingHours } from '../settings/check-hours.ts'

/** The settings of an agent who has changed none. */
export const DEFAULTS: AlertSettings = {
  sound: true,
  tone: 'chime',
  badge: true,
  browser: true,
  push: true,
  mail: true,
  calls: true,
  missedCalls: true,
  quiet: null,
}

/** How an open application draws its agent's attention. */
export const signsFor = ({ sound, browser }: Pick<AlertSettings, 'sound' | 'browser'>): AlertSign[] => [
  ...(sound ? (['sound'] as const) : []),
  ...(browser ? (['browser'] as const) : []),
]

const readStatement = statement(
  'alert_settings_read',
  'select agent_id, settings from alert_setting where account_id = $1 and ($2::int is null or agent_id = $2)',
)
const writeStatement = statement(
  'alert_settings_write',
  `insert into alert_setting (account_id, agent_id, settings) values ($1, $2, $3)
   on conflict (account_id, agent_id) do update set settings = excluded.settings`,
)

interface Row {
  agent_id: number
  settings: Partial<AlertSettings>
}

/** The settings of all agents of an account who have changed some, or of one of them. */
export async function readSettings(
  tx: Pick<Tx, 'query'>,
  account: number,
  agent: number | null,
): Promise<ReadonlyMap<number, AlertSettings>> {
  const rows = await tx.query<Row>(readStatement, [account, agent])
  return new Map(rows.map((row) => [row.agent_id, { ...DEFAULTS, ...row.settings }]))
}

/** Throws Invalid when the quiet hours name no time zone, or a range is empty or begins at an impossible time. */
export async function writeSettings(tx: Tx, account: number, agent: number, settings: AlertSettings): Promise<void> {
  if (settings.quiet) checkWorkingHours(settings.quiet, '/quiet')
  await tx.query(writeStatement, [account, agent, settings])
}
