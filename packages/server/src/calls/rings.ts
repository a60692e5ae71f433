import type { Person } from '@deskbell/rules'
import { lookAtCall, type CallPool, type CallState } from '@deskbell/rules/calls/index'
import type { StoredCall } from '../conversation/calls/commit.ts'
import type { AgentsForCall } from '../conversation/calls/agents-for-call.ts'
import { readLiveCalls } from '../conversation/calls/live.ts'
import { statement } from '../db/statement.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { Services } from '../services.ts'
import type { Carriers } from './carriers.ts'
import { makeGoneAgents } from './gone-agents.ts'
import { makeOneAtATime } from './one-at-a-time.ts'
import type { CallPages } from './pages.ts'
import { timesOf } from '../settings/call-times.ts'

/** How often calls are looked for that are due (ms); in an installation without calls once in so many times. */
const EVERY = 500
const WITHOUT_CALLS = 10
/** An agent whose devices are gone for so long has left the call (ms): a page that loads anew is back before. */
export const AGENT_GONE_AFTER = 12_000
/** A call that rings at an agent whose devices are gone goes to the next agent after so long (ms). */
const RINGS_AT_GONE = 5000
const AT_ONCE = 200
/** So many calls are looked at at a time. */
const AT_A_TIME = 4

const dueStatement = statement(
  'calls_due',
  'select account_id as account, id from call where due_at <= $1 order by due_at limit $2',
)
const anyStatement = statement('calls_any', 'select exists (select from call where due_at is not null) as found')
const placeStatement = statement(
  'call_place',
  `select c.state, c.carrier, c.channel_id as channel, c.visitor_number as visitor,
     (select (h.state->'department'->>'id')::int from chat h where h.account_id = c.account_id and h.id = c.chat_id) as department
   from call c where c.account_id = $1 and c.id = $2 and c.ended_at is null`,
)

interface Placed {
  readonly state: CallState
  readonly carrier: StoredCall['carrier']
  readonly channel: number
  readonly visitor: number
  readonly department: number | null
}

type Needs = Pick<Services, 'db' | 'clock' | 'callCommit' | 'callEvents' | 'directory' | 'presence'> & {
  readonly agentsForCall: AgentsForCall
  readonly pages: Pick<CallPages, 'readGone'>
  readonly carriers: Pick<Carriers, 'hasPhone'>
  readonly onError: (error: unknown) => void
}

/** A pool with these agents in it. It rings on at them, and they are not asked anew. */
function withThese({ agents, together }: CallPool, added: readonly Person[]): CallPool {
  const all = new Map(agents.map((one) => [one.id, one]))
  for (const { id, name } of added) if (!all.has(id)) all.set(id, { id, name, isFree: false })
  return { agents: [...all.values()], together }
}

export interface Rings {
  /** Returns the function that ends it. */
  start(): () => Promise<void>
}

/**
 * Lets calls ring at agents, one after the other or together, and ends those that no agent answers, that take too long, or whose
 * agent or client is gone. Any number of processes may do it: each decision is made with the call locked.
 */
export function makeRings(needs: Needs): Rings {
  const { db, clock, callCommit, callEvents, directory, presence, agentsForCall, carriers, pages, onError } = needs
  const goneAgents = makeGoneAgents(presence, clock)
  /** Accounts in which an agent came, went, or may have become free. */
  const changed = new Set<number>()

  const looks = makeOneAtATime(lookOnce, onError)

  async function lookOnce(account: number, call: number): Promise<void> {
    const [placed] = await db.query<Placed>(placeStatement, [account, call])
    if (!placed) return
    const pool = await poolOf(account, call, placed)
    const times = timesOf(directory, account)
    const follows = (state: CallState) => {
      const gone = agentsGone(account, state)
      return gone.length > 0 ? gone : lookAtCall(state, clock.now(), times, pool)
    }
    // Most looks change nothing, and lock nothing.
    if (follows(placed.state).length > 0) await callCommit.change(account, call, ({ state }) => follows(state))
  }

  async function poolOf(account: number, call: number, { state, carrier, ...place }: Placed): Promise<CallPool> {
    if (state.agents.length > 0 || state.over) return { agents: [], together: true }
    // A call that an agent began rings only at them.
    if (state.type === 'outgoing')
      return { agents: state.rings.map((one) => ({ ...one, isFree: true })), together: true }
    const before = returning(account, state)
    const found = await agentsForCall({ account, call, ...place })
    // Who came back or went while they were read counts as well.
    const pool = withThese(found, [...before, ...returning(account, state)])
    if (carrier !== 'twilio') return pool
    return { ...pool, agents: pool.agents.filter(({ id }) => carriers.hasPhone(account, id)) }
  }

  /** The agents at whom a call rings and whose page may be loading anew. */
  const returning = (account: number, { rings }: CallState) =>
    rings.filter(
      ({ id }) => presence.statusOf(account, id) === 'offline' && !goneAgents.isGone(account, id, RINGS_AT_GONE),
    )

  const agentsGone = (account: number, { agents }: CallState) =>
    agents
      // Who talks at a telephone of their own needs no application.
      .filter(({ id, on }) => on !== 'phone' && goneAgents.isGone(account, id, AGENT_GONE_AFTER))
      .map(({ id, name }) => ({ type: 'call.gone' as const, side: 'agent' as const, agent: { id, name } }))

  /** Whether agents who come, go or become free matter to a call: it rings, or one who talks in it may be gone. */
  const mayFollow = (account: number, { agents }: CallState): boolean =>
    agents.length === 0 || agents.some(({ id, on }) => on !== 'phone' && goneAgents.mayBeGone(account, id))

  /** Whether there were calls when it was looked last, and how often it was not looked since. */
  let [isCalled, skipped] = [true, 0]

  async function sweep(): Promise<void> {
    if (!isCalled && ++skipped < WITHOUT_CALLS) return
    skipped = 0
    isCalled = (await db.query<{ found: boolean }>(anyStatement, []))[0]?.found ?? false
    if (isCalled) return lookAtAll()
    changed.clear()
    goneAgents.clear()
  }

  async function lookAtAll(): Promise<void> {
    const now = clock.now()
    const due = await db.query<{ account: number; id: number }>(dueStatement, [new Date(now), AT_ONCE])
    const accounts = new Set([...changed, ...goneAgents.accounts()])
    changed.clear()
    for (const account of accounts) {
      const live = await readLiveCalls(db, account)
      due.push(...live.filter(({ state }) => mayFollow(account, state)).map(({ id }) => ({ account, id })))
      goneAgents.keepOnly(
        account,
        new Set(live.flatMap(({ state }) => [...state.agents, ...state.rings].map(({ id }) => id))),
      )
    }
    // A few at a time: all of a busy account at once would take every connection to the database.
    const left = [...new Map(due.map((one) => [`${one.account}:${one.id}`, one])).values()].toReversed()
    const lookOn = async () => {
      for (let one = left.pop(); one; one = left.pop()) await looks.run(one.account, one.id)
    }
    await Promise.all(Array.from({ length: AT_A_TIME }, lookOn))
    for (const { account, id, isCarried } of await pages.readGone(now))
      await callCommit.change(account, id, ({ state }) =>
        // While both talk, the agent's page hears that the other side is gone.
        isCarried || state.connectedAt.agent === null ? [{ type: 'call.gone', side: 'client' }] : [],
      )
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  return {
    start() {
      const stops = [
        callEvents.subscribe({
          onChanged({ account, call, isOwn }) {
            isCalled = true
            if (isOwn) void looks.run(account, call)
            // An agent may be free now, whom another call waits for.
            changed.add(account)
          },
        }),
        presence.onChange((account, agent) => {
          changed.add(account)
          goneAgents.look(account, agent)
        }),
      ]
      const stopSweeps = sweeps.start()
      return async () => {
        for (const stop of stops) stop()
        await stopSweeps()
        await looks.idle()
      }
    },
  }
}
