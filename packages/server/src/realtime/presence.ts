import type { Bus } from './bus/bus.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Clock } from '../platform/clock.ts'
import type { ModuleLeases } from '../db/process-leases.ts'
import type { Losses } from './losses.ts'
import type { Processes } from './processes/processes.ts'

/**
 * An agent is online while connected with the switch set to online; without a connection the switch does not count
 * (A4).
 */
export type PresenceStatus = 'online' | 'away' | 'offline'

export interface Presence {
  /** An agent's connection was opened in this process. */
  connected(account: number, agent: number): void
  /** A connection that was reported by `connected` was closed. */
  disconnected(account: number, agent: number): void
  statusOf(account: number, agent: number): PresenceStatus
  isOnline(account: number, agent: number): boolean
  anyOnline(account: number, agents: Iterable<number>): boolean
  /** Reads the agents' switches again and calls the `onChange` functions for each status that differs. */
  recheck(): void
  /** Calls fn when an agent's status has changed. Returns the function that ends the subscription. */
  onChange(fn: (account: number, agent: number, status: PresenceStatus) => void): () => void
  /** Deletes this process's agents from the table. */
  close(): Promise<void>
}

export interface PresenceOptions {
  readonly db: Db
  readonly clock: Clock
  readonly processes: Pick<Processes, 'id' | 'onEnded'>
  readonly losses: Pick<Losses, 'watch'>
  readonly bus: Bus
  /** The agent's switch; undefined when the agent was deleted. */
  readonly switchOf: (account: number, agent: number) => 'online' | 'away' | undefined
  readonly onError: (error: unknown) => void
}

/**
 * A row is valid for VALID, is written again every REFRESH, and other processes read it every POLL (ms). After a crash,
 * agents appear offline within VALID + POLL (A4).
 */
const VALID = 30_000
const REFRESH = 10_000
const POLL = 1000

const putStatement = statement(
  'presence_put',
  `insert into presence (account_id, agent_id, process, until)
   select t.account_id, t.agent_id, $3, $4 from unnest($1::int[], $2::int[]) as t(account_id, agent_id)
   where exists (select from agent a where a.account_id = t.account_id and a.id = t.agent_id)
   on conflict (account_id, agent_id, process) do update set until = excluded.until`,
)
const dropStatement = statement(
  'presence_drop',
  `delete from presence p using unnest($1::int[], $2::int[]) as t(account_id, agent_id)
   where p.account_id = t.account_id and p.agent_id = t.agent_id and p.process = $3`,
)
const sweepStatement = statement('presence_sweep', 'delete from presence where until < $1')
const lookStatement = statement(
  'presence_look',
  'select account_id, agent_id, max(until) as until from presence where until > $1 and process <> $2 group by 1, 2',
)

/** The agents of a process that has died have this long to connect to another one (ms). */
const RECONNECT = 5000

const shortenStatement = statement(
  'presence_shorten',
  'update presence set until = least(until, $2) where process = $1',
)

export const endPresence: ModuleLeases['end'] = (tx, { id, now }) =>
  tx.query(shortenStatement, [id, new Date(now + RECONNECT)])

interface Known {
  readonly account: number
  readonly agent: number
  status: PresenceStatus
}

/**
 * Which agents are connected. A process counts its own connections in memory and writes them to a table for the other
 * processes. It reads theirs at once after a bus message, every second while bus messages may be missing, and at least
 * with every REFRESH. With the embedded database there is only one process.
 */
export function makePresence({ db, clock, processes, losses, bus, switchOf, onError }: PresenceOptions): Presence {
  const shared = db.kind === 'server'
  const process = processes.id
  const here = new Map<string, number>()
  let elsewhere = new Map<string, number>()
  const known = new Map<string, Known>()
  const dirty = new Map<string, { account: number; agent: number }>()
  const listeners = new Set<(account: number, agent: number, status: PresenceStatus) => void>()
  let writing: Promise<void> | undefined
  const mayHaveMissed = losses.watch()
  let looking = false
  /** Something was announced during the look. */
  let again = false
  /** When the table was read last, and whether that failed. */
  let [lookedAt, hasFailed] = [-Infinity, false]
  let closed = false
  const cancels: { refresh: () => void; look: () => void; retry: () => void } = { refresh() {}, look() {}, retry() {} }

  const agentKey = (account: number, agent: number) => `${account}:${agent}`

  function statusOf(account: number, agent: number): PresenceStatus {
    const name = agentKey(account, agent)
    const connected = here.has(name) || (elsewhere.get(name) ?? 0) > clock.now()
    return (connected && switchOf(account, agent)) || 'offline'
  }

  function notifyIfChanged(account: number, agent: number): void {
    const name = agentKey(account, agent)
    const status = statusOf(account, agent)
    const before = known.get(name)
    if ((before?.status ?? 'offline') === status) return
    if (status === 'offline') known.delete(name)
    else known.set(name, { account, agent, status })
    for (const fn of listeners) fn(account, agent, status)
  }

  function changed(account: number, agent: number): void {
    if (shared) {
      dirty.set(agentKey(account, agent), { account, agent })
      write()
    }
    notifyIfChanged(account, agent)
  }

  /**
   * One write at a time, of the state when it begins, so that a quick reconnect is not overwritten by the disconnect
   * before it.
   */
  function write(): void {
    if (writing || closed || dirty.size === 0) return
    cancels.retry()
    const agents = [...dirty.values()]
    dirty.clear()
    writing = writeRows(agents)
      .then(
        () => {
          for (const one of agents) bus.publish({ type: 'presence', ...one })
          return true
        },
        (error: unknown) => {
          onError(error)
          for (const one of agents) dirty.set(agentKey(one.account, one.agent), one)
          return false
        },
      )
      .then((written) => {
        writing = undefined
        if (written) write()
        // While the database is down, queries fail at once: a delay keeps the retries from spinning.
        else if (!closed) cancels.retry = clock.after(POLL, write)
      })
  }

  async function writeRows(agents: readonly { account: number; agent: number }[]): Promise<void> {
    const isHere = ({ account, agent }: { account: number; agent: number }) => here.has(agentKey(account, agent))
    const columns = (rows: readonly { account: number; agent: number }[]) => [
      rows.map((row) => row.account),
      rows.map((row) => row.agent),
    ]
    const [came, went] = [agents.filter(isHere), agents.filter((one) => !isHere(one))]
    if (came.length > 0) await db.query(putStatement, [...columns(came), process, new Date(clock.now() + VALID)])
    if (went.length > 0) await db.query(dropStatement, [...columns(went), process])
  }

  function refresh(): void {
    for (const { account, agent } of hereList()) dirty.set(agentKey(account, agent), { account, agent })
    write()
    db.query(sweepStatement, [new Date(clock.now() - VALID)]).catch(onError)
    if (!closed) cancels.refresh = clock.after(REFRESH, refresh)
  }

  function hereList(): { account: number; agent: number }[] {
    return [...here.keys()].map((name) => {
      const [account = 0, agent = 0] = name.split(':').map(Number)
      return { account, agent }
    })
  }

  async function look(): Promise<void> {
    if (looking) return void (again = true)
    looking = true
    again = false
    try {
      const rows = await db.query<{ account_id: number; agent_id: number; until: number }>(lookStatement, [
        new Date(clock.now()),
        process,
      ])
      lookedAt = clock.now()
      hasFailed = false
      elsewhere = new Map(rows.map((row) => [agentKey(row.account_id, row.agent_id), row.until]))
      for (const row of rows) notifyIfChanged(row.account_id, row.agent_id)
    } catch (error) {
      // The rows read before stay valid until they expire: a short outage of the database shows no agent as offline.
      hasFailed = true
      onError(error)
    } finally {
      looking = false
    }
    recheck()
    if (again && !closed) void look()
  }

  function poll(): void {
    // Each announcement is followed by a look. Without one, the rows say only that they are valid for longer.
    const isDue = mayHaveMissed() || hasFailed || clock.now() - lookedAt >= REFRESH
    void (isDue ? look() : Promise.resolve(recheck())).then(() => {
      if (!closed) cancels.look = clock.after(POLL, poll)
    })
  }

  function recheck(): void {
    for (const { account, agent } of hereList()) notifyIfChanged(account, agent)
    for (const { account, agent } of [...known.values()]) notifyIfChanged(account, agent)
  }

  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'presence' && shared) void look()
  })
  const ignoreEnded = processes.onEnded(() => void look())
  if (shared) {
    cancels.refresh = clock.after(REFRESH, refresh)
    poll()
  }

  return {
    connected(account, agent) {
      const name = agentKey(account, agent)
      const count = here.get(name) ?? 0
      here.set(name, count + 1)
      if (count === 0) changed(account, agent)
    },
    disconnected(account, agent) {
      const name = agentKey(account, agent)
      const count = here.get(name) ?? 0
      if (count > 1) return void here.set(name, count - 1)
      if (here.delete(name)) changed(account, agent)
    },
    statusOf,
    isOnline: (account, agent) => statusOf(account, agent) === 'online',
    anyOnline(account, agents) {
      for (const agent of agents) if (statusOf(account, agent) === 'online') return true
      return false
    },
    recheck,
    onChange(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    async close() {
      closed = true
      unsubscribe()
      ignoreEnded()
      for (const cancel of Object.values(cancels)) cancel()
      await writing
      const agents = hereList()
      here.clear()
      if (shared && agents.length > 0) await writeRows(agents).catch(onError)
      listeners.clear()
    },
  }
}
