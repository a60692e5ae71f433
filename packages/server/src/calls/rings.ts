import { lookAtCall, type CallPool, type CallState } from '@deskbell/rules/calls/index'
import type { StoredCall } from '../conversation/calls/commit.ts'
import type { AgentsForCall } from '../conversation/calls/agents-for-call.ts'
import { readLiveCalls } from '../conversation/calls/live.ts'
import { statement } from '../db/statement.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { Services } from '../services.ts'
import type { CallPages } from './pages.ts'
import { timesOf } from '../settings/call-times.ts'

/** How often calls are looked for that are due (ms); in an installation without calls once in so many times. */
const EVERY = 500
const WITHOUT_CALLS = 10
/** An agent whose devices are gone for so long has left the call (ms): a page that loads anew is back before. */
export const AGENT_GONE_AFTER = 12_000
const AT_ONCE = 200

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
  readonly onError: (error: unknown) => void
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
  const { db, clock, callCommit, callEvents, directory, presence, agentsForCall, pages, onError } = needs
  const underWay = new Map<string, { again: boolean; done: Promise<void> }>()
  /** Since when agents in calls have no device that is there (ms), by account and agent. */
  const goneSince = new Map<string, number>()
  /** Accounts in which an agent came, went, or may have become free. */
  const changed = new Set<number>()

  /** One look at a call at a time: a change meanwhile makes another one. */
  function look(account: number, call: number): Promise<void> {
    const name = `${account}:${call}`
    const running = underWay.get(name)
    if (running) {
      running.again = true
      return running.done
    }
    const one = { again: false, done: Promise.resolve() }
    underWay.set(name, one)
    one.done = (async () => {
      try {
        do {
          one.again = false
          await lookOnce(account, call)
        } while (one.again)
      } catch (error) {
        onError(error)
      } finally {
        underWay.delete(name)
      }
    })()
    return one.done
  }

  async function lookOnce(account: number, call: number): Promise<void> {
    const [placed] = await db.query<Placed>(placeStatement, [account, call])
    if (!placed) return
    const pool = await poolOf(account, call, placed)
    const times = timesOf(directory, account)
    await callCommit.change(account, call, ({ state }) => {
      const gone = agentsGone(account, state)
      return [...gone, ...(gone.length > 0 ? [] : lookAtCall(state, clock.now(), times, pool))]
    })
  }

  async function poolOf(account: number, call: number, { state, ...place }: Placed): Promise<CallPool> {
    if (state.agents.length > 0 || state.over) return { agents: [], together: true }
    // A call that an agent began rings only at them.
    if (state.type === 'outgoing')
      return { agents: state.rings.map((one) => ({ ...one, isFree: true })), together: true }
    return agentsForCall({ account, call, ...place })
  }

  function agentsGone(account: number, state: CallState) {
    return state.agents.flatMap((agent) => {
      const name = `${account}:${agent.id}`
      if (presence.statusOf(account, agent.id) !== 'offline') {
        goneSince.delete(name)
        return []
      }
      const since = goneSince.get(name)
      if (since === undefined) {
        goneSince.set(name, clock.now())
        return []
      }
      if (clock.now() - since < AGENT_GONE_AFTER) return []
      return [{ type: 'call.gone' as const, side: 'agent' as const, agent: { id: agent.id, name: agent.name } }]
    })
  }

  function forgetGone(account: number): void {
    for (const name of goneSince.keys()) if (name.startsWith(`${account}:`)) goneSince.delete(name)
  }

  /** Whether there were calls when it was looked last, and how often it was not looked since. */
  let [isCalled, skipped] = [true, 0]

  async function sweep(): Promise<void> {
    if (!isCalled && ++skipped < WITHOUT_CALLS) return
    skipped = 0
    isCalled = (await db.query<{ found: boolean }>(anyStatement, []))[0]?.found ?? false
    if (isCalled) return lookAtAll()
    changed.clear()
    goneSince.clear()
  }

  async function lookAtAll(): Promise<void> {
    const now = clock.now()
    const due = await db.query<{ account: number; id: number }>(dueStatement, [new Date(now), AT_ONCE])
    const accounts = new Set([...changed, ...[...goneSince.keys()].map((name) => Number(name.split(':', 1)[0]))])
    changed.clear()
    for (const account of accounts) {
      const live = await readLiveCalls(db, account)
      due.push(...live.map(({ id }) => ({ account, id })))
      if (live.length === 0) forgetGone(account)
    }
    await Promise.all(due.map(({ account, id }) => look(account, id)))
    for (const { account, id } of await pages.readGone(now))
      await callCommit.change(account, id, ({ state }) =>
        // While both talk, the agent's page hears that the other side is gone.
        state.connectedAt.agent === null ? [{ type: 'call.gone', side: 'client' }] : [],
      )
  }

  const sweeps = makeSweeps({ clock, every: EVERY, sweep, onError })
  return {
    start() {
      const stops = [
        callEvents.subscribe({
          onChanged({ account, call, isOwn }) {
            isCalled = true
            if (isOwn) void look(account, call)
            // An agent may be free now, whom another call waits for.
            changed.add(account)
          },
        }),
        presence.onChange((account) => void changed.add(account)),
      ]
      const stopSweeps = sweeps.start()
      return async () => {
        for (const stop of stops) stop()
        await stopSweeps()
        await Promise.all([...underWay.values()].map(({ done }) => done))
      }
    },
  }
}
