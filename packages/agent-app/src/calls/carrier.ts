import type { Call } from '@deskbell/protocol/agent/call'
import { call as ask } from '../api/client.ts'
import { talksIn } from '../live/calls.ts'
import { Cell } from '../live/cells.ts'
import type { LiveSession } from '../live/session.ts'
import { begun } from './place.ts'
import { isCarried, openLine, type Line, type LineState } from './line.ts'

/** Which call this tab carries: it goes on after a reload. */
const KEPT = 'deskbell:call'
/** By this channel a tab tells the others that it carries a call from now on. */
const CHANNEL = 'deskbell:call'

/** How a call that this tab carried has ended. `handedTo`: it goes on with this colleague, or at this number. */
export type Over = { call: Call; handedTo: string | null; microphone: LineState['microphone'] }

export interface Carrier {
  readonly line: Cell<Line | null>
  readonly over: Cell<Over | null>
  /** The voices of this call go through this tab from now on. */
  carry: (call: Call) => void
  /** Carries on what the tab carried before it was loaded. Returns the function that ends it. */
  start: () => () => void
}

/** Carries the voices of at most one call, for as long as this agent talks in it. */
export function makeCarrier({ live, link, who }: LiveSession): Carrier {
  const line = new Cell<Line | null>(null)
  const over = new Cell<Over | null>(null)
  let others: BroadcastChannel | null = null
  const find = (id: number) => live.calls.get().find((one) => one.id === id)

  const drop = (): void => {
    line.get()?.close()
    line.set(null)
    keep(null)
  }
  const keep = (call: number | null): void => {
    try {
      if (call === null) sessionStorage.removeItem(KEPT)
      else sessionStorage.setItem(KEPT, `${who} ${call}`)
    } catch {
      // Without storage a reload ends the call.
    }
  }

  const carry = (call: Call): void => {
    line.get()?.close()
    over.set(null)
    keep(call.id)
    others?.postMessage(`${who} ${call.id}`)
    line.set(
      openLine({
        ...{ call, me: live.me.get().id },
        readIce: async () => (await ask('GET /call-settings')).iceServers,
        send: (to, signal) => link.send({ type: 'signal', call: call.id, to, signal }),
        isLinked: () => live.connection.get().status === 'live',
        onTrouble(why) {
          // The call is over already, or the next change tells.
          ask('POST /calls/:call/trouble', { params: { call: call.id }, body: { why } }).catch(() => {})
        },
      }),
    )
  }

  let last: Call | undefined
  const follow = (): void => {
    const own = line.get()
    const me = live.me.get().id
    if (!own) {
      const kept = live.calls
        .get()
        .find(
          (one) =>
            one.ended === null &&
            talksIn(one, me) &&
            isCarried(one, me) &&
            (one.id === begun.get() || isKept(who, one.id)),
        )
      if (!kept) return
      carry((last = kept))
      begun.set(null)
      return
    }
    const call = find(own.call)
    if (call?.ended === null && talksIn(call, me)) {
      last = call
      return own.follow(call)
    }
    // Before the answer to accepting it has come, or after this agent left it.
    if (!call && !last) return
    const { microphone } = own.state.get()
    drop()
    const final = call ?? last
    if (final) over.set({ call: final, handedTo: handedTo(final, last), microphone })
    last = undefined
  }

  const onTaken = ({ data }: MessageEvent<unknown>): void => {
    const own = line.get()
    if (own && data === `${who} ${own.call}`) drop()
  }
  // The browser asks before the page is left.
  const onLeave = (event: BeforeUnloadEvent): void => {
    if (line.get()) event.preventDefault()
  }

  return {
    line,
    over,
    carry(call) {
      last = call
      carry(call)
    },
    start() {
      others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANNEL)
      others?.addEventListener('message', onTaken)
      addEventListener('beforeunload', onLeave)
      const stops = [
        live.calls.subscribe(follow),
        begun.subscribe(follow),
        live.signal.subscribe(() => {
          const frame = live.signal.get()
          if (frame && frame.call === line.get()?.call) line.get()?.hear(frame.from, frame.signal)
        }),
        live.connection.subscribe(() => {
          if (live.connection.get().status === 'live') line.get()?.relink()
        }),
      ]
      follow()
      return () => {
        for (const stop of stops) stop()
        others?.close()
        removeEventListener('beforeunload', onLeave)
        line.get()?.close()
        line.set(null)
      }
    },
  }
}

/** Who has the call after this agent; null: nobody. */
function handedTo({ agents, forwarded }: Call, before: Call | undefined): string | null {
  if (forwarded !== undefined) return forwarded
  const asked = before?.invitation
  return asked?.handsOver === true && agents.some(({ id }) => id === asked.to.id) ? asked.to.name : null
}

function isKept(who: string, call: number): boolean {
  try {
    return sessionStorage.getItem(KEPT) === `${who} ${call}`
  } catch {
    return false
  }
}
