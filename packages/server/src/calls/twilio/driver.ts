import { hasTalked, isFinal, isOver, OUTSIDE, type CallState } from '@deskbell/rules/calls/index'
import { statement } from '../../db/statement.ts'
import type { Services } from '../../services.ts'
import { phoneOf } from '../phones.ts'
import type { Addresses } from './addresses.ts'
import { UNNAMED_AFTER, type Leg, type LegRows } from './leg-rows.ts'
import { makeOneAtATime } from '../one-at-a-time.ts'
import type { Lines } from './lines.ts'
import type { Providers } from './providers.ts'
import type { Recordings } from './recordings.ts'
import type { Account } from './rest.ts'

const callStatement = statement(
  'call_provider_call',
  `select state from call where account_id = $1 and id = $2 and carrier = 'twilio'`,
)

/** A server that stops leaves a recording that it is reading to the next one after so long (ms). */
const STOP_WITHIN = 3000

/** The client's telephone; there is one. */
export const CLIENT = 'client'

type Needs = Pick<Services, 'callEvents' | 'clock' | 'db' | 'directory'> & {
  readonly addresses: Addresses
  readonly lines: Lines
  readonly providers: Providers
  readonly recordings: Recordings
  readonly rows: LegRows
  readonly onError: (error: unknown) => void
}

/** Carries the calls of accounts with a hosted provider. */
export interface Driver {
  /** Does what the call needs next, as its log says it. Any process may: each step is written before it is asked for. */
  follow(account: number, call: number): Promise<void>
  /** Visitors of the account were erased, perhaps in a call. */
  onErased(account: number): void
  start(): () => Promise<void>
}

export function makeDriver(needs: Needs): Driver {
  const { callEvents, clock, db, directory, lines, providers, recordings, rows, onError } = needs

  const follows = makeOneAtATime(followOnce, onError)
  const follow = follows.run

  /** Resolves with true when it let a telephone ring: the call may have changed meanwhile. */
  async function followOnce(account: number, call: number): Promise<boolean> {
    const of = providers.of(account)
    if (!of) return false
    const [[row], legs] = await Promise.all([
      db.query<{ state: CallState }>(callStatement, [account, call]),
      rows.read(account, call),
    ])
    const state = row?.state
    const open = legs.filter((leg) => leg.state !== 'over')
    if (!state || isOver(state)) {
      await Promise.all(open.map((leg) => lines.end(of, leg)))
      if (state && !isFinal(state)) await recordings.store(of, { account, call }, legs)
      else await rows.drop(account, call)
      return false
    }
    await endUnwanted(of, state, open)
    await Promise.all([hold(of, state, open), record(of, state, open)])
    return ringAll(of, { account, call, state }, legs)
  }

  /** The agents whose telephones ring, with the names of their legs. */
  function askedIn({ rings, invitation }: CallState): { id: number; name: string; leg: string }[] {
    const asked = rings.map(({ id, name }) => ({ id, name, leg: `agent-${id}` }))
    if (!invitation) return asked
    const { to, n } = invitation
    return [...asked, { id: to.id, name: to.name, leg: `agent-${to.id}-${n}` }]
  }

  /** The telephones of those who are not asked any more stop. */
  async function endUnwanted(of: Account, state: CallState, open: readonly Leg[]): Promise<void> {
    const asked = new Set(askedIn(state).map(({ leg }) => leg))
    const unwanted = open.filter(({ leg, agent, state: at }) => {
      if (agent === null) return false
      return at === 'ending' || (!asked.has(leg) && !state.agents.some(({ id }) => id === agent))
    })
    await Promise.all(unwanted.map((leg) => lines.end(of, leg)))
  }

  /** The telephones of those who are asked ring, and the client's when an agent has the call. */
  async function ringAll(
    of: Account,
    { account, call, state }: { account: number; call: number; state: CallState },
    legs: readonly Leg[],
  ): Promise<boolean> {
    const known = new Set(legs.map(({ leg }) => leg))
    const agents = askedIn(state).filter(({ leg }) => !known.has(leg))
    const ringing = agents.map(async ({ id, name, leg }) => {
      const phone = id === OUTSIDE ? { number: name } : phoneOf(directory, account, id)
      const by = { id, name }
      if (phone) return lines.ring(of, { account, call, leg, by, number: phone.number })
      return void (await lines.change(account, call, { type: 'call.pass', agent: by, why: 'unanswered' }))
    })
    const isCalled = state.agents.length > 0 && !known.has(CLIENT) && state.type !== 'incoming'
    if (isCalled) ringing.push(lines.ring(of, { account, call, leg: CLIENT, number: state.phone }))
    // The process that took the client's call was killed before it had answered it.
    if (state.type === 'incoming' && !known.has(CLIENT) && clock.now() > state.startedAt + UNNAMED_AFTER)
      await lines.change(account, call, { type: 'call.gone', side: 'client' })
    await Promise.all(ringing)
    return ringing.length > 0
  }

  /** The client waits in a room of their own while the call is on hold. */
  async function hold(of: Account, state: CallState, open: readonly Leg[]): Promise<void> {
    const client = open.find(({ leg, state: at }) => leg === CLIENT && at === 'answered')
    const isHeld = state.isHeld && hasTalked(state)
    if (!client || client.held === isHeld || !(await rows.hold(client, isHeld))) return
    if (!(await lines.redirect(of, client, isHeld ? 'held' : 'back'))) await rows.hold(client, !isHeld)
  }

  /** The telephone of the agent who has the call is recorded while both sides talk: it hears both. */
  async function record(of: Account, state: CallState, open: readonly Leg[]): Promise<void> {
    const [holder] = state.agents
    if (!state.records || !hasTalked(state) || !holder) return
    const leg = open.find(({ agent, state: at }) => agent === holder.id && at === 'answered')
    if (leg) await recordings.begin(of, leg)
  }

  return {
    follow,
    onErased(account) {
      if (!providers.of(account)) return
      rows
        .open(account)
        .then((open) => Promise.all(open.map(({ call }) => follow(account, call))))
        .catch(onError)
    },
    start() {
      const stop = callEvents.subscribe({
        onChanged({ account, call, isOwn }) {
          if (isOwn && providers.of(account)) void follow(account, call)
        },
      })
      // The telephones go on without this process; the next one goes on with them.
      return async () => {
        stop()
        const late = new Promise<void>((resolve) => void clock.after(STOP_WITHIN, resolve))
        await Promise.race([late, follows.idle()])
      }
    },
  }
}
