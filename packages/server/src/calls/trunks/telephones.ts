import type { FromTrunk } from '../sip/thread-messages.ts'
import type { Legs } from './legs.ts'
import type { Trunks } from './trunks.ts'

/** What happens at a telephone that is called, or that calls. */
export interface TelephoneListener {
  onRinging?(): void
  onAnswered(sdp: string): void
  /** It was not answered. `status`: what the trunk said; undefined: nothing, or there is no trunk. */
  onFailed(status: number | undefined): void
  /** It has hung up. */
  onEnded(): void
  /** Pressed, and told by INFO. */
  onKey?(key: string): void
}

/** One telephone in a call. */
export interface Telephone {
  call(number: string, sdp: string): void
  /** Answers one that calls. */
  answer(sdp: string): void
  /** Nothing more is told about it. `status`: for one that calls and is not answered. */
  hangUp(status?: number): void
}

export interface IncomingCall {
  readonly account: number
  readonly leg: string
  /** The number, as the trunk tells it; empty: it is kept secret. */
  readonly from: string
  /** The number that was called. */
  readonly to: string
  readonly sdp: string
}

/** Whose telephone it is. `call`: null for one that belongs to none. `leg`: unique. */
interface OfLeg {
  readonly account: number
  readonly call: number | null
  readonly leg: string
}

/** The telephones on the trunks that this process holds. What ends each of them is stored before it rings. */
export interface Telephones {
  /** `listener`: is told until it has failed or ended. */
  open(of: OfLeg, listener: TelephoneListener): Telephone
  /** A call came in. It rings at the caller until somebody opens its leg and answers or hangs up. */
  onIncoming(fn: (incoming: IncomingCall) => void): void
  /** This process holds the trunk of the account from now on. */
  onHeld(fn: (account: number) => void): void
  /** The trunk of the account is no longer connected. */
  onLost(fn: (account: number) => void): void
}

interface Open extends OfLeg {
  readonly listener: TelephoneListener
  isOver: boolean
  /** What is stored about it, one after the other. */
  work: Promise<void>
}

export function makeTelephones({
  trunks,
  legs,
  onError,
}: {
  readonly trunks: Trunks
  readonly legs: Legs
  readonly onError: (error: unknown) => void
}): Telephones {
  const opened = new Map<string, Open>()
  let incoming: (call: IncomingCall) => void = ({ account, leg }) =>
    void trunks.of(account)?.send({ t: 'hang_up', leg, status: 480 })
  const onHeld: ((account: number) => void)[] = []
  const onLost: ((account: number) => void)[] = []
  const settled = (work: Promise<unknown>) => void work.catch(onError)

  function over(one: Open): void {
    one.isOver = true
    opened.delete(one.leg)
    settled(one.work.then(() => legs.drop(one.account, one.leg)))
  }

  /** What ends the telephone is stored before `then`. */
  function keep(one: Open, kept: Parameters<Legs['keep']>[0]['kept'], then: () => void): void {
    one.work = one.work
      .then(() => legs.keep({ ...one, kept }))
      .then(() => {
        if (!one.isOver) then()
      })
      .catch((error: unknown) => {
        onError(error)
        if (one.isOver) return
        trunks.of(one.account)?.send({ t: 'hang_up', leg: one.leg })
        over(one)
        one.listener.onFailed(undefined)
      })
  }

  function tell(account: number, message: FromTrunk & { readonly leg: string }): void {
    const one = opened.get(message.leg)
    if (!one) {
      if (message.t === 'ended' || message.t === 'failed') settled(legs.drop(account, message.leg))
      return
    }
    const { leg, listener } = one
    switch (message.t) {
      case 'calling':
        return keep(one, message.kept, () => trunks.of(account)?.send({ t: 'go', leg }))
      case 'ringing':
        return listener.onRinging?.()
      case 'answered':
        return keep(one, message.dialog, () => listener.onAnswered(message.sdp))
      case 'failed':
        over(one)
        return listener.onFailed(message.status)
      case 'ended':
        over(one)
        return listener.onEnded()
      case 'key':
        return listener.onKey?.(message.key)
    }
  }

  /** Ends what a process that was killed has left. */
  async function endKept(account: number): Promise<void> {
    for (const { leg, dialog } of await legs.read(account))
      if (!opened.has(leg)) trunks.of(account)?.send({ t: 'end_kept', leg, dialog })
  }

  function onMessage(account: number, message: FromTrunk): void {
    if (message.t === 'registered' || message.t === 'connected') return settled(endKept(account))
    if (message.t === 'incoming') return incoming({ account, ...message })
    if (message.t === 'kept_ended') {
      if (message.how !== 'no answer') settled(legs.drop(account, message.leg))
      return
    }
    if ('leg' in message) tell(account, message)
  }

  trunks.listen({
    onHeld(account) {
      for (const fn of onHeld) fn(account)
    },
    onLost(account) {
      for (const fn of onLost) fn(account)
    },
    onMessage,
  })
  return {
    open(of, listener) {
      const one: Open = { ...of, listener, isOver: false, work: Promise.resolve() }
      opened.set(of.leg, one)
      const { account, leg } = of
      return {
        call(number, sdp) {
          const trunk = trunks.of(account)
          if (!trunk) {
            over(one)
            return queueMicrotask(() => listener.onFailed(undefined))
          }
          const { callerId } = trunk
          trunk.send({ t: 'invite', leg, number, sdp, ...(callerId !== undefined && { callerId }) })
        },
        answer: (sdp) => trunks.of(account)?.send({ t: 'answer', leg, sdp }),
        hangUp(status) {
          if (one.isOver) return
          trunks.of(account)?.send({ t: 'hang_up', leg, ...(status !== undefined && { status }) })
          // What ends it stays stored until the trunk has said that it is over.
          one.isOver = true
          opened.delete(leg)
        },
      }
    },
    onIncoming: (fn) => void (incoming = fn),
    onHeld: (fn) => void onHeld.push(fn),
    onLost: (fn) => void onLost.push(fn),
  }
}
