import { isOver, type CallState } from '@deskbell/rules/calls/index'
import type { LiveCall } from '../../conversation/calls/live.ts'
import type { CallOutcome, StoredCall } from '../../conversation/calls/commit.ts'
import { statement } from '../../db/statement.ts'
import type { PageSignal } from '../../realtime/call-events.ts'
import type { Services } from '../../services.ts'
import type { EngineKeeper } from '../media/keeper.ts'
import type { FromTrunk } from '../sip/thread-messages.ts'
import type { Trunks } from '../trunks/trunks.ts'
import { CarriedCall } from './carried-call.ts'
import { makeLegs } from './legs.ts'
import { record } from './recorder.ts'

const readStatement = statement(
  'call_carried_read',
  'select state, carrier, visitor_number as visitor from call where account_id = $1 and id = $2',
)

const liveStatement = statement(
  'calls_carried_live',
  `select id, state from call where account_id = $1 and carrier = 'sip' and ended_at is null order by id`,
)

type Needs = Pick<Services, 'callCommit' | 'callEvents' | 'clock' | 'db' | 'files' | 'ids'> & {
  readonly trunks: Trunks
  readonly keeper: EngineKeeper
  readonly onError: (error: unknown) => void
}

interface Carried {
  readonly account: number
  readonly call: number
  readonly one: CarriedCall
}

/** Carries the calls to telephones of the accounts whose trunks this process holds. */
export interface Driver {
  /** Calls that are carried now. */
  readonly count: number
  /** Visitors of the account were erased, perhaps in a call. */
  onErased(account: number): void
  /** Whether a telephone can be called now. */
  canCall(account: number): boolean
  start(): () => Promise<void>
}

export function makeDriver(needs: Needs): Driver {
  const { callCommit, callEvents, clock, db, files, ids, trunks, keeper, onError } = needs
  const carried = new Map<string, Carried>()
  const byLeg = new Map<string, Carried>()
  const legs = makeLegs(db)
  const nameOf = (account: number, call: number) => `${account}:${call}`

  const settled = (work: Promise<unknown>) => void work.catch(onError)

  function carry({
    account,
    call,
    state,
    visitor,
  }: {
    account: number
    call: number
    state: CallState
    visitor: number
  }): void {
    const trunk = trunks.of(account)
    const engineId = `deskbell-${ids.uuid()}`
    const one = new CarriedCall(
      {
        ...{ account, call, engineId, callerId: trunk?.callerId, engine: () => keeper.engine, onError },
        toTrunk(message) {
          const now = trunks.of(account)
          if (now) return now.send(message)
          if (message.t === 'invite') one.onBroken('trunk_unavailable')
        },
        commit: (commands, written) => commit(account, call, commands, written),
        signal: (agent, signal) => callEvents.signal({ account, call, from: { visitor }, to: { agent }, signal }),
        keepLeg: (leg, kept) => legs.keep(account, call, leg, kept),
        dropLeg: (leg) => settled(legs.drop(account, leg)),
        record: (sound) =>
          record({ clock, files, ids, onError, folder: keeper.folder }, { account, call, engineId, ...sound }),
        onGone() {
          carried.delete(nameOf(account, call))
          byLeg.delete(one.leg)
        },
      },
      state,
    )
    const known = { account, call, one }
    carried.set(nameOf(account, call), known)
    byLeg.set(one.leg, known)
    one.onState(state)
  }

  async function commit(...[account, call, commands, written]: Parameters<typeof callCommit.change>): Promise<void> {
    try {
      const outcome: CallOutcome = await callCommit.change(account, call, commands, written)
      // The visitor was erased: the telephone is hung up.
      if (outcome.kind === 'refused') gone(account, call)
    } catch (error) {
      onError(error)
    }
  }

  function gone(account: number, call: number): void {
    const known = carried.get(nameOf(account, call))
    known?.one.onErased()
  }

  async function look(account: number, call: number): Promise<void> {
    if (!trunks.holds(account)) return
    const [row] = await db.query<{ state: CallState; carrier: StoredCall['carrier']; visitor: number }>(readStatement, [
      account,
      call,
    ])
    const known = carried.get(nameOf(account, call))
    if (!row) return gone(account, call)
    if (row.carrier !== 'sip') return
    if (known) return known.one.onState(row.state)
    if (!isOver(row.state)) carry({ account, call, ...row })
  }

  function onSignal({ account, call, from, to, signal }: PageSignal): void {
    if (!('agent' in from) || !('visitor' in to) || signal.kind !== 'offer') return
    const known = carried.get(nameOf(account, call))
    if (known) known.one.onOffer(from.agent, signal.sdp)
    // The call may have begun just now.
    else if (trunks.holds(account))
      settled(look(account, call).then(() => carried.get(nameOf(account, call))?.one.onOffer(from.agent, signal.sdp)))
  }

  /** The process that carried the calls of this account is gone: they are over, and their telephones become free. */
  async function takeOver(account: number): Promise<void> {
    for (const { id, state } of await db.query<LiveCall>(liveStatement, [account])) {
      if (carried.has(nameOf(account, id))) continue
      await commit(account, id, [state.over ? { type: 'call.finish' } : { type: 'call.fail', why: 'restarted' }])
    }
  }

  async function endKept(account: number): Promise<void> {
    for (const { leg, dialog } of await legs.read(account))
      if (!byLeg.has(leg)) trunks.of(account)?.send({ t: 'end_kept', leg, dialog })
  }

  function onMessage(account: number, message: FromTrunk): void {
    if (message.t === 'registered' || message.t === 'connected') return settled(endKept(account))
    if (message.t === 'kept_ended') {
      if (message.how !== 'no answer') settled(legs.drop(account, message.leg))
      return
    }
    if (message.t === 'incoming') return void trunks.of(account)?.send({ t: 'hang_up', leg: message.leg, status: 480 })
    if (!('leg' in message)) return
    const known = byLeg.get(message.leg)
    if (known) known.one.onTrunk(message)
    else if (message.t === 'ended' || message.t === 'failed') settled(legs.drop(account, message.leg))
  }

  return {
    get count() {
      return carried.size
    },
    onErased(account) {
      for (const one of carried.values()) if (one.account === account) settled(look(account, one.call))
    },
    canCall: (account) => keeper.engine !== undefined && trunks.of(account) !== undefined,
    start() {
      trunks.listen({
        onHeld(account) {
          keeper.need()
          settled(takeOver(account))
        },
        onMessage,
        onLost(account) {
          for (const one of carried.values()) if (one.account === account) one.one.onBroken('trunk_unavailable')
        },
      })
      keeper.onStopped(() => {
        for (const { one } of carried.values()) one.onBroken('media_unavailable')
      })
      const stop = callEvents.subscribe({ onChanged: ({ account, call }) => settled(look(account, call)), onSignal })
      return async () => {
        stop()
        // A server that is stopped ends its calls.
        await Promise.all(
          [...carried.values()].map(async ({ account, call, one }) => {
            await commit(account, call, [{ type: 'call.stop' }])
            await look(account, call)
            await one.settled()
          }),
        )
      }
    },
  }
}
