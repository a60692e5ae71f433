import { createHash } from 'node:crypto'
import type { Overflow, Routing, RoutingChange } from '@deskbell/protocol/agent/routing'
import { EVERYBODY } from '@deskbell/rules'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { Invalid, Refused } from '../platform/errors.ts'
import { sortedJson } from '../platform/sorted-json.ts'
import type { Directory } from '../settings/directory.ts'
import { toWire } from './policies.ts'

const readStatement = statement('routing_settings', 'select settings from routing_settings where account_id = $1')
const lockStatement = statement('routing_settings_lock', 'select id from account where id = $1 for update')
const writeStatement = statement(
  'routing_settings_write',
  `insert into routing_settings (account_id, settings, active) values ($1, $2, $3)
   on conflict (account_id) do update set settings = excluded.settings, active = excluded.active`,
)

/** How chats find an agent, as it is stored. */
export type RoutingSettings = Omit<Routing, 'revision'>

/** As long as nobody changed it, every chat waits in the queue for everybody. */
const DEFAULTS: RoutingSettings = {
  policy: toWire(EVERYBODY),
  channels: [],
  departments: [],
  capacity: { total: 5, kinds: {} },
  agents: [],
  priorities: [],
}

export async function readRouting(db: Pick<Db | Tx, 'query'>, account: number): Promise<RoutingSettings> {
  const [row] = await db.query<{ settings: Partial<Routing> }>(readStatement, [account])
  return { ...DEFAULTS, ...row?.settings }
}

interface InAccount {
  readonly tx: Tx
  readonly account: number
  readonly directory: Directory
}

/** The settings with what says that they were changed. */
export const withRevision = (settings: RoutingSettings): Routing => ({
  ...settings,
  revision: createHash('sha256').update(sortedJson(settings)).digest('base64url').slice(0, 16),
})

/**
 * Changes the named fields and keeps the others. Throws Invalid for a number that the account does not have, and Refused when the
 * settings are not those from which the change was made.
 */
export async function changeRouting(within: InAccount, change: RoutingChange): Promise<Routing> {
  const { tx, account } = within
  await tx.query(lockStatement, [account])
  const { current, changed, revision } = await withChange(within, change)
  if (revision !== undefined && revision !== withRevision(current).revision)
    throw new Refused(
      'changed_meanwhile',
      'The routing was changed meanwhile. Read it again, and make the change from what it is now.',
    )
  const policies = [changed.policy, ...[...changed.channels, ...changed.departments].map(({ policy }) => policy)]
  const active = policies.some(({ distribution, overflow }) => distribution !== 'everybody' || overflow)
  await tx.query(writeStatement, [account, JSON.stringify(changed), active])
  return withRevision(changed)
}

/** The settings now, and what a change would make of them. Throws as `changeRouting`. */
export async function withChange({ tx, account, directory }: InAccount, change: RoutingChange) {
  check(change, account, directory)
  const current = present(await readRouting(tx, account), account, directory)
  const { revision, ...changed } = { ...current, ...change }
  return { current, changed, revision }
}

type WirePolicy = Routing['policy']

/** The settings without what was removed from the account since. */
export function present(routing: RoutingSettings, account: number, directory: Directory): RoutingSettings {
  const reachable = (policy: WirePolicy): WirePolicy => {
    const department = departmentOf(policy.overflow)
    const isGone = department !== undefined && !directory.department(account, department)
    return isGone ? { ...policy, overflow: null } : policy
  }
  const withReachable = <T extends { policy: WirePolicy }>(one: T): T => ({ ...one, policy: reachable(one.policy) })
  return {
    ...routing,
    policy: reachable(routing.policy),
    channels: routing.channels.filter(({ channel }) => directory.channel(account, channel)).map(withReachable),
    departments: routing.departments
      .filter(({ department }) => directory.department(account, department))
      .map(withReachable),
    agents: routing.agents.filter(({ agent }) => directory.agent(account, agent)),
    priorities: routing.priorities.filter(({ when }) => !('tag' in when) || directory.tag(account, when.tag)),
  }
}

/** The department to which chats go on. */
const departmentOf = (overflow: Overflow | null | undefined): number | undefined =>
  typeof overflow?.to === 'object' ? overflow.to.department : undefined

function check(
  { policy, channels = [], departments = [], agents = [], priorities = [] }: RoutingChange,
  account: number,
  directory: Directory,
): void {
  const each = <T>(list: readonly T[], field: string, name: keyof T & string, exists: (id: number) => unknown) => {
    const seen = new Set<number>()
    for (const [i, one] of list.entries()) {
      const id = one[name] as number
      const at = `/${field}/${i}/${name}`
      if (!exists(id)) throw new Invalid(at, { reason: REASONS[name as keyof typeof REASONS], number: id })
      if (seen.has(id)) throw new Invalid(at, { reason: 'repeated' })
      seen.add(id)
    }
  }
  each(channels, 'channels', 'channel', (id) => directory.channel(account, id))
  each(departments, 'departments', 'department', (id) => directory.department(account, id))
  each(agents, 'agents', 'agent', (id) => directory.agent(account, id))
  const overflows = (at: string, to: number | undefined, own?: number) => {
    if (to === undefined) return
    const field = `${at}/policy/overflow/to/department`
    if (!directory.department(account, to)) throw new Invalid(field, { reason: 'no_department', number: to })
    if (to === own) throw new Invalid(field, { reason: 'own_department' })
  }
  overflows('', departmentOf(policy?.overflow))
  for (const [i, one] of channels.entries()) overflows(`/channels/${i}`, departmentOf(one.policy.overflow))
  for (const [i, one] of departments.entries())
    overflows(`/departments/${i}`, departmentOf(one.policy.overflow), one.department)
  for (const [i, { when }] of priorities.entries())
    if ('tag' in when && !directory.tag(account, when.tag))
      throw new Invalid(`/priorities/${i}/when/tag`, { reason: 'no_tag', number: when.tag })
}

const REASONS = { channel: 'no_channel', department: 'no_department', agent: 'no_agent' } as const
