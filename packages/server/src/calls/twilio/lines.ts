import type { Person } from '@deskbell/rules'
import { OUTSIDE, type CallCommand, type CallState } from '@deskbell/rules/calls/index'
import type { CallOutcome } from '../../conversation/calls/commit.ts'
import { statement } from '../../db/statement.ts'
import type { Services } from '../../services.ts'
import { timesOf } from '../../settings/call-times.ts'
import type { Addresses, Step } from './addresses.ts'
import type { Leg, LegRows, NewLeg } from './leg-rows.ts'
import { isFinalStatus, whenEnded, whyNotPlaced } from './outcomes.ts'
import type { Account, Rest } from './rest.ts'

const stateStatement = statement('call_provider_state', 'select state from call where account_id = $1 and id = $2')

/** The provider hangs up by itself so long after the longest call (s): no telephone stays open for a server that is gone. */
const SLACK = 300
const DAY_IN_SECONDS = 86_400

type Next = Exclude<CallCommand, { type: 'call.start' }>

/** A telephone that is to ring. `by`: an agent's; without it, the client's. */
export interface Wanted {
  readonly account: number
  readonly call: number
  readonly leg: string
  readonly number: string
  readonly by?: Person
}

type Needs = Pick<Services, 'callCommit' | 'clock' | 'db' | 'directory'> & {
  readonly rows: LegRows
  readonly rest: Rest
  readonly addresses: Addresses
}

/** The telephones of calls at the provider: each rings, is told what to do, and is hung up. */
export interface Lines {
  /** Lets a telephone ring, unless it was asked for before. */
  ring(of: Account, wanted: Wanted): Promise<void>
  /** Hangs up. It is tried again while the provider cannot be reached. */
  end(of: Account, leg: Leg): Promise<void>
  /** Gives a telephone other instructions. Resolves with false when the provider could not be reached. */
  redirect(of: Account, leg: Leg, step: Step): Promise<boolean>
  /** The provider tells what became of a telephone. `sip`: the answer of its network. */
  heard(leg: Leg, told: { sid: string; status: string; sip?: number }): Promise<void>
  /** The telephone does not ring, and will not. */
  lost(leg: Leg): Promise<void>
  /** Whose telephone it is; undefined: the client's, or one of an agent who was removed. */
  personOf(leg: Pick<Leg, 'account' | 'agent' | 'number'>): Person | undefined
  readState(account: number, call: number): Promise<CallState | undefined>
  change(account: number, call: number, command: Next): Promise<CallOutcome>
}

export function makeLines({ addresses, callCommit, clock, db, directory, rest, rows }: Needs): Lines {
  const personOf: Lines['personOf'] = ({ account, agent, number }) => {
    if (agent === OUTSIDE) return { id: OUTSIDE, name: number }
    const found = agent === null ? undefined : directory.agent(account, agent)
    return found && { id: found.id, name: found.name }
  }
  const change = (account: number, call: number, command: Next) => callCommit.change(account, call, [command])

  async function readState(account: number, call: number): Promise<CallState | undefined> {
    return (await db.query<{ state: CallState }>(stateStatement, [account, call]))[0]?.state
  }

  function formOf(of: Account, { by, number, ...key }: Wanted): [string, string][] {
    const { ring, wait, talk } = timesOf(directory, key.account)
    const status = addresses.of(key, 'status')
    return [
      ['To', number],
      ['From', of.settings.number],
      ['Url', addresses.of(key, by ? 'asks' : 'joins')],
      ['Method', 'POST'],
      ['StatusCallback', status],
      ['StatusCallbackMethod', 'POST'],
      ...['initiated', 'ringing', 'answered', 'completed'].map((event): [string, string] => [
        'StatusCallbackEvent',
        event,
      ]),
      ['Timeout', String(Math.round((by ? ring : wait) / 1000))],
      ['TimeLimit', String(Math.min(Math.round((talk + wait) / 1000) + SLACK, DAY_IN_SECONDS))],
    ]
  }

  async function ring(of: Account, wanted: Wanted): Promise<void> {
    const { account, call, leg, number, by } = wanted
    const row: NewLeg = { account, call, leg, number, agent: by?.id ?? null, sid: null, state: 'asked' }
    if (!(await rows.add(row, clock.now()))) return
    const said = await rest.place(of, formOf(of, wanted))
    if (said.ok) {
      await rows.heard(row, said.value.sid, clock.now())
      return
    }
    const why = whyNotPlaced(said)
    // A telephone of an agent that cannot be called is passed over; without the provider no other one rings either.
    const isOfAgent = by && said.how === 'refused' && said.status !== 401 && said.status !== 403
    await change(account, call, isOfAgent ? passOf(by) : { type: 'call.fail', why })
    // Where the provider did not answer, it may ring all the same: `checks.ts` asks which telephones it knows.
    await rows.move(row, said.how === 'refused' ? 'over' : 'ending')
  }

  return {
    ring,
    async end(of, leg) {
      await rows.move(leg, 'ending')
      // One that the provider has not named is looked for.
      if (leg.sid === null) return
      const said = await rest.change(of, leg.sid, [['Status', 'completed']])
      // A refusal says that nothing is there to hang up, unless the account is refused.
      const isOver = said.ok || (said.how === 'refused' && said.status !== 401 && said.status !== 403)
      if (isOver) await rows.move(leg, 'over')
    },
    async redirect(of, leg, step) {
      if (leg.sid === null) return false
      const form = [
        ['Url', addresses.of(leg, step)],
        ['Method', 'POST'],
      ] as const
      const said = await rest.change(of, leg.sid, form)
      return said.ok || said.how === 'refused'
    },
    async heard(leg, { sid, status, sip }) {
      await rows.heard(leg, sid, clock.now())
      if (!isFinalStatus(status)) return
      // The server may have hung up meanwhile.
      const now = await rows.one(leg)
      if (now?.state === 'asked' || now?.state === 'answered') {
        const state = await readState(leg.account, leg.call)
        const person = personOf(leg)
        const told = { status, ...(sip !== undefined && { sip }) }
        const next = state && whenEnded(now, told, { state, person })
        if (next) await change(leg.account, leg.call, next)
      }
      await rows.move(leg, 'over')
    },
    async lost(leg) {
      const person = personOf(leg)
      const next: Next | undefined =
        leg.agent === null ? { type: 'call.fail', why: 'trunk_unavailable' } : person && passOf(person)
      if (next && leg.state === 'asked') await change(leg.account, leg.call, next)
      await rows.move(leg, 'over')
    },
    personOf,
    readState,
    change,
  }
}

const passOf = (agent: Person): Next => ({ type: 'call.pass', agent, why: 'unanswered' })
