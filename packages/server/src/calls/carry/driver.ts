import type { PageSignal } from '@deskbell/protocol/bus/page-signal'
import { isOver, type CallState } from '@deskbell/rules/calls/index'
import type { CallOutcome, StoredCall } from '../../conversation/calls/commit.ts'
import type { LiveCall } from '../../conversation/calls/live.ts'
import { statement } from '../../db/statement.ts'
import type { Services } from '../../services.ts'
import { callSettingsOf } from '../../settings/call-times.ts'
import { openEngineCall } from '../media/engine-call.ts'
import type { EngineKeeper } from '../media/keeper.ts'
import type { Prompts } from '../media/prompts.ts'
import { phoneOf } from '../phones.ts'
import type { IncomingCall, Telephones } from '../trunks/telephones.ts'
import type { Trunks } from '../trunks/trunks.ts'
import type { Described } from './call-parts.ts'
import { CarriedCall } from './carried-call.ts'
import { record } from './recorder.ts'

const readStatement = statement(
  'call_carried_read',
  'select state, carrier, visitor_number as visitor from call where account_id = $1 and id = $2',
)
const liveStatement = statement(
  'calls_carried_live',
  `select id, state from call where account_id = $1 and carrier in ('sip', 'engine') and ended_at is null order by id`,
)

/** What happened on a line is written again after so long (ms) while the database is away; each time twice as long. */
const AGAIN = { first: 200, most: 5000 }

type Needs = Pick<Services, 'callCommit' | 'callEvents' | 'clock' | 'db' | 'directory' | 'files' | 'ids'> & {
  readonly trunks: Trunks
  readonly telephones: Telephones
  readonly keeper: EngineKeeper
  readonly prompts: Prompts
  readonly onError: (error: unknown) => void
}

interface Carried {
  readonly account: number
  readonly call: number
  readonly one: CarriedCall
}

/** A call, as it begins to be carried. `incoming`: its client calls. */
interface Begun {
  readonly carrier: StoredCall['carrier']
  readonly account: number
  readonly call: number
  readonly state: CallState
  readonly visitor: number
  readonly incoming?: Pick<IncomingCall, 'leg' | 'sdp'>
}

/** Carries the calls to telephones, and those from pages, of the accounts whose trunks this process holds. */
export interface Driver {
  /** Calls that are carried now. */
  readonly count: number
  /** A client's call, which was started just now. Resolves with false when it is over, or cannot be carried: its client is refused. */
  take(call: { account: number; call: number; incoming: Pick<IncomingCall, 'leg' | 'sdp'> }): Promise<boolean>
  /** Visitors of the account were erased, perhaps in a call. */
  onErased(account: number): void
  start(): () => Promise<void>
}

export function makeDriver(needs: Needs): Driver {
  const { callCommit, callEvents, clock, db, directory, files, ids, onError } = needs
  const { trunks, telephones, keeper, prompts } = needs
  const carried = new Map<string, Carried>()
  const byEngine = new Map<string, Carried>()
  const nameOf = (account: number, call: number) => `${account}:${call}`
  const settled = (work: Promise<unknown>) => void work.catch(onError)
  const pause = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))
  let isStopping = false

  function carry({ account, call, carrier, state, visitor, incoming }: Begun): void {
    const media = openEngineCall(`deskbell-${ids.uuid()}`, keeper)
    const one = new CarriedCall(
      {
        ...{ account, call, media, prompts, language: callSettingsOf(directory, account).language, onError },
        ...(incoming && { incoming }),
        ...(carrier === 'engine' && {
          offer: (agent: number, signal: Described) =>
            callEvents.signal({ account, call, from: { agent }, to: { visitor }, signal }),
        }),
        openTelephone: (leg, listener) => telephones.open({ account, call, leg }, listener),
        phoneOf: (agent) => phoneOf(directory, account, agent),
        after: (ms, fn) => clock.after(ms, fn),
        commit: (...what) => commit(account, call, ...what),
        signal: (agent, signal) => callEvents.signal({ account, call, from: { visitor }, to: { agent }, signal }),
        record: (sound) =>
          record(
            { clock, files, ids, onError, folder: keeper.folder },
            { account, call, engineId: media.id, ...sound },
          ),
        onGone() {
          carried.delete(nameOf(account, call))
          byEngine.delete(media.id)
        },
      },
      state,
    )
    const known = { account, call, one }
    carried.set(nameOf(account, call), known)
    byEngine.set(media.id, known)
    one.onState(state)
  }

  /** Tries until it is written: what a line tells, it tells once. */
  async function commit(...[account, call, commands, written]: Parameters<typeof callCommit.change>): Promise<void> {
    for (let wait = AGAIN.first; ; wait = Math.min(wait * 2, AGAIN.most))
      try {
        const outcome: CallOutcome = await callCommit.change(account, call, commands, written)
        // The visitor was erased: the telephone is hung up.
        if (outcome.kind === 'refused' && outcome.why.refused === 'no_call') gone(account, call)
        return
      } catch (error) {
        onError(error)
        // The process that holds the trunk next ends the call.
        if (isStopping || !trunks.holds(account)) return
        await pause(wait)
      }
  }

  function gone(account: number, call: number): void {
    carried.get(nameOf(account, call))?.one.onErased()
  }

  async function look(account: number, call: number, incoming?: Begun['incoming']): Promise<void> {
    if (!trunks.holds(account)) return
    const [row] = await db.query<{ state: CallState; carrier: StoredCall['carrier']; visitor: number }>(readStatement, [
      account,
      call,
    ])
    const known = carried.get(nameOf(account, call))
    if (!row) return gone(account, call)
    if (row.carrier !== 'sip' && row.carrier !== 'engine') return
    if (known) return known.one.onState(row.state)
    // A client who calls is carried from the moment at which the telephone is known.
    if (isOver(row.state) || (row.carrier === 'sip' && row.state.type === 'incoming' && !incoming)) return
    carry({ account, call, ...row, ...(incoming && { incoming }) })
  }

  function onSignal({ account, call, from, to, signal }: PageSignal): void {
    if (!('engine' in to)) return
    const tell = (known: Carried | undefined): void => {
      if ('visitor' in from) known?.one.onPage(signal)
      if ('agent' in from && signal.kind === 'offer') known?.one.onOffer(from.agent, signal)
    }
    const known = carried.get(nameOf(account, call))
    if (known) tell(known)
    // The call may have begun just now.
    else if (trunks.holds(account)) settled(look(account, call).then(() => tell(carried.get(nameOf(account, call)))))
  }

  /** The process that carried the calls of this account is gone: they are over, and their telephones become free. */
  async function takeOver(account: number): Promise<void> {
    for (const { id, state } of await db.query<LiveCall>(liveStatement, [account])) {
      if (carried.has(nameOf(account, id))) continue
      await commit(account, id, [state.over ? { type: 'call.finish' } : { type: 'call.fail', why: 'restarted' }])
    }
  }

  return {
    get count() {
      return carried.size
    },
    async take({ account, call, incoming }) {
      await look(account, call, incoming).catch(onError)
      const isCarried = carried.has(nameOf(account, call))
      // An agent who accepted it would hear nobody.
      if (!isCarried) settled(commit(account, call, [{ type: 'call.gone', side: 'client' }]))
      return isCarried
    },
    onErased(account) {
      for (const one of carried.values()) if (one.account === account) settled(look(account, one.call))
    },
    start() {
      telephones.onHeld((account) => {
        keeper.need()
        settled(takeOver(account))
      })
      telephones.onLost((account) => {
        for (const one of carried.values()) if (one.account === account) one.one.onBroken('trunk_unavailable')
      })
      keeper.onKey(({ call, tag, key }) => byEngine.get(call)?.one.onKey(tag, key))
      keeper.onStopped(() => {
        for (const { one } of carried.values()) one.onBroken('media_unavailable')
      })
      const stop = callEvents.subscribe({ onChanged: ({ account, call }) => settled(look(account, call)), onSignal })
      return async () => {
        stop()
        isStopping = true
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
