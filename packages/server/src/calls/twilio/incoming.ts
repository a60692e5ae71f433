import { isOver, type CallState } from '@deskbell/rules/calls/index'
import type { Services } from '../../services.ts'
import { callSettingsOf } from '../../settings/call-times.ts'
import type { FindCaller } from '../callers.ts'
import type { Addresses } from './addresses.ts'
import { CLIENT, type Driver } from './driver.ts'
import type { LegRows } from './leg-rows.ts'
import type { Lines } from './lines.ts'
import { isFinalStatus } from './outcomes.ts'
import { SID, type Account } from './rest.ts'
import type { Steps } from './steps.ts'
import { reject } from './twiml.ts'

/** A client is answered when the call rings at an agent, or after so long (ms). */
const RINGS_WITHIN = 4000

type Needs = Pick<Services, 'callCommit' | 'callEvents' | 'clock' | 'directory'> & {
  readonly addresses: Addresses
  readonly driver: Pick<Driver, 'follow'>
  readonly findCaller: FindCaller
  readonly lines: Lines
  readonly rows: LegRows
  readonly steps: Steps
  readonly onRefused: () => void
}

/** A call comes in to the account's number, or one that came in has ended. Resolves with TwiML. */
export type TakeIncoming = (of: Account, form: URLSearchParams) => Promise<string | undefined>

const SAYS = new RegExp(SID)

export function makeTakeIncoming(needs: Needs): TakeIncoming {
  const { callCommit, callEvents, clock, directory, driver, findCaller, lines, onRefused, rows, steps } = needs

  function refuse(reason: 'busy' | 'rejected'): string {
    onRefused()
    return reject(reason)
  }

  /** Resolves when the call rings at an agent, is over, or has waited long enough for it. */
  async function whenRinging(account: number, call: number): Promise<CallState | undefined> {
    const done = Promise.withResolvers<void>()
    const isSettled = (state: CallState | undefined) =>
      !state || isOver(state) || state.rings.length + state.agents.length > 0
    const look = async () => {
      if (isSettled(await lines.readState(account, call))) done.resolve()
    }
    const stop = callEvents.subscribe({
      onChanged: (one) => void (one.account === account && one.call === call && look().catch(done.reject)),
    })
    const cancel = clock.after(RINGS_WITHIN, done.resolve)
    try {
      await look()
      await done.promise
    } finally {
      stop()
      cancel()
    }
    return lines.readState(account, call)
  }

  return async (of, form) => {
    const { account } = of
    const [sid = '', from = '', status = ''] = ['CallSid', 'From', 'CallStatus'].map((name) => form.get(name) ?? '')
    if (!SAYS.test(sid)) return undefined
    if (isFinalStatus(status)) {
      const leg = await rows.bySid(account, sid)
      if (leg) await lines.heard(leg, { sid, status })
      if (leg) void driver.follow(account, leg.call)
      return undefined
    }
    const caller = await findCaller(account, from)
    if (typeof caller === 'string') return refuse(caller === 'too_many' ? 'busy' : 'rejected')
    const { visitor, phone } = caller
    const outcome = await callCommit.start({
      ...{ account, visitor, carrier: 'twilio', request: sid },
      command: { type: 'call.start', call: 'incoming', phone, records: callSettingsOf(directory, account).record },
    })
    if (outcome.kind === 'refused') return refuse('busy')
    const key = { account, call: outcome.call.id, leg: CLIENT }
    await rows.add({ ...key, agent: null, number: '', sid, state: 'asked' }, clock.now())
    const state = await whenRinging(account, key.call)
    if (!state || isOver(state)) {
      await rows.move(key, 'over')
      return refuse('busy')
    }
    return steps(key, 'joins', { form })
  }
}
