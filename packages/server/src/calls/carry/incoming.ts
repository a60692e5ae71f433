import type { Services } from '../../services.ts'
import { callSettingsOf } from '../../settings/call-times.ts'
import type { FindCaller, NoCaller } from '../callers.ts'
import type { IncomingCall, Telephones } from '../trunks/telephones.ts'
import type { Trunks } from '../trunks/trunks.ts'
import type { Driver } from './driver.ts'

/** Answers of SIP: no agent is there, the caller is in another call, and the caller is blocked. */
const UNAVAILABLE = 480
const BUSY = 486
const DECLINED = 603
const ANSWERS: Readonly<Record<NoCaller, number>> = { off: UNAVAILABLE, blocked: DECLINED, too_many: BUSY }

type Needs = Pick<Services, 'callCommit' | 'directory'> & {
  readonly findCaller: FindCaller
  readonly telephones: Pick<Telephones, 'onIncoming'>
  readonly trunks: Pick<Trunks, 'of' | 'canCall'>
  readonly driver: Pick<Driver, 'take'>
  readonly onError: (error: unknown) => void
}

export interface Incoming {
  /** Calls that were not taken, since the start. One for which no agent was there is a missed call, too. */
  readonly refused: number
  start(): () => void
}

/** Takes the calls that come in over the trunk: who calls is a visitor, and the call rings at agents. */
export function makeIncoming(needs: Needs): Incoming {
  const { callCommit, directory, driver, findCaller, telephones, trunks, onError } = needs
  let refused = 0

  function refuse({ account, leg }: IncomingCall, status: number): void {
    refused++
    trunks.of(account)?.send({ t: 'hang_up', leg, status })
  }

  async function take(incoming: IncomingCall): Promise<void> {
    const { account, leg, sdp } = incoming
    if (!trunks.canCall(account)) return refuse(incoming, UNAVAILABLE)
    const caller = await findCaller(account, incoming.from)
    if (typeof caller === 'string') return refuse(incoming, ANSWERS[caller])
    const { visitor, phone } = caller
    const outcome = await callCommit.start({
      ...{ account, visitor, carrier: 'sip', request: leg },
      command: { type: 'call.start', call: 'incoming', phone, records: callSettingsOf(directory, account).record },
    })
    if (outcome.kind === 'refused') return refuse(incoming, BUSY)
    const isTaken = await driver.take({ account, call: outcome.call.id, incoming: { leg, sdp } })
    if (!isTaken) refuse(incoming, UNAVAILABLE)
  }

  return {
    get refused() {
      return refused
    },
    start() {
      telephones.onIncoming((incoming) => {
        take(incoming).catch((error: unknown) => {
          onError(error)
          refuse(incoming, UNAVAILABLE)
        })
      })
      return () => {}
    },
  }
}
