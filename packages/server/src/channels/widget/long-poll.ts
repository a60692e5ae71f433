import type { DeskFrame, FramesBody } from '@deskbell/protocol/widget/frames'
import type { WidgetServices, WidgetRecord } from './services.ts'
import type { Hub } from './hub.ts'
import { PAGES, SOCKETS } from './pace.ts'
import { clientAddressOf } from './seats.ts'
import { Session } from './session.ts'
import type { Limits } from './socket.ts'
import type { Share } from './unread.ts'

/** A page that has sent no request for this long is closed (ms). */
const GONE = 60_000
/** The largest queue of a page; a page over it is closed and must begin again. */
const MOST = { frames: 500, bytes: 1024 * 1024 }
/** A queue above which `room` waits. */
const ENOUGH = { frames: 250, bytes: 256 * 1024 }
/** The most pages without sockets in one process. */
const BOXES_MAX = 20_000
/** A page whose queue stays above `ENOUGH` for this long is closed (ms). */
const STUCK = 30_000

interface Box {
  readonly session: Session
  readonly channel: number
  /** Frames that the page has not confirmed, as JSON; the first has number `first`. */
  readonly waiting: string[]
  bytes: number
  readonly share: Share
  first: number
  wake: () => void
  askedAt: number
  /** When the queue was last below `ENOUGH`. */
  freeAt: number
  /** Seconds after which a page over a limit may return. */
  turnedAway: number | undefined
  over: boolean
  readonly end: () => void
}

/** Frames over HTTP long polling, for networks that block WebSockets. */
export interface LongPoll {
  /**
   * Resolves with the JSON of a FramesAnswer. Resolves with undefined when the page must begin again with a hello under
   * another session name: its session is unknown, its queue was too large, the process has too many pages, or the server
   * closes. Resolves with seconds to wait when the visitor, the address or the network is over a limit.
   */
  ask(channel: WidgetRecord, asked: FramesBody, from: Asker): Promise<string | number | undefined>
  close(): void
}

interface Asker {
  readonly address: string
  readonly userAgent: string
}

export function makeLongPoll(services: WidgetServices, { hub, seats, unread }: { hub: Hub } & Limits): LongPoll {
  const { clock } = services
  const boxes = new Map<string, Box>()
  const perAddress = new Map<string, number>()
  let closed = false

  function open(name: string, channel: WidgetRecord, from: Asker): Box | number | undefined {
    const place = clientAddressOf(from.address)
    const address = place.near
    const neighbours = perAddress.get(address) ?? 0
    if (closed || boxes.size >= BOXES_MAX) return undefined
    if (neighbours >= PAGES) return undefined // guard T36
    const leave = seats.take(place)
    if (!leave) return SOCKETS.again
    const end = () => {
      if (box.over) return
      box.over = true
      boxes.delete(name)
      leave()
      share.end()
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
      box.session.end()
      box.wake()
    }
    const pipe = {
      send(frame: DeskFrame) {
        if (hasMore(box, MOST)) return end() // guard T36
        const text = JSON.stringify(frame)
        box.waiting.push(text)
        box.bytes += Buffer.byteLength(text)
        share.set(box.bytes)
        box.wake()
      },
      async room() {
        while (!box.over && hasMore(box, ENOUGH)) await new Promise<void>((resolve) => void clock.after(1000, resolve))
      },
      tick() {
        const now = clock.now()
        if (!hasMore(box, ENOUGH)) box.freeAt = now
        if (now - box.askedAt > GONE) end()
        if (now - box.freeAt > STUCK) end() // guard T46
      },
      belongs: (visitor: string | undefined) => share.belongs(visitor),
      turnAway(seconds: number) {
        box.turnedAway = seconds
        end()
      },
    }
    const share = unread.open(place, end)
    const session = new Session(services, hub, channel, pipe, { ...place, userAgent: from.userAgent })
    const box: Box = {
      session,
      channel: channel.id,
      waiting: [],
      bytes: 0,
      share,
      first: 1,
      wake() {},
      askedAt: clock.now(),
      freeAt: clock.now(),
      turnedAway: undefined,
      over: false,
      end,
    }
    boxes.set(name, box)
    perAddress.set(address, neighbours + 1)
    return box
  }

  return {
    async ask(channel, { session: name, after, wait, frames }, from) {
      // Frames are numbered from 1 in each queue. A page that has counted in another queue would skip new frames (R15).
      const begins = after === 0 && frames[0]?.t === 'hello'
      const box = boxes.get(name) ?? (begins ? open(name, channel, from) : undefined)
      if (typeof box === 'number') return box
      if (box?.channel !== channel.id) return undefined
      box.askedAt = clock.now()
      // Confirmed frames are removed; unconfirmed ones are sent again.
      const taken = box.waiting.splice(0, Math.max(0, after - box.first + 1))
      for (const text of taken) box.bytes -= Buffer.byteLength(text)
      box.first += taken.length
      box.share.set(box.bytes)
      for (const frame of frames) box.session.hear(frame)
      // One request waits at a time; a new one ends the one before, which the page has given up.
      box.wake()
      if (!box.over && box.waiting.length === 0 && wait > 0) await news(box, wait)
      // Frames of the same turn of the event loop go in the same answer.
      await new Promise((tick) => setImmediate(tick))
      if (box.turnedAway !== undefined) return box.turnedAway
      return box.over ? undefined : `{"first":${box.first},"frames":[${box.waiting.join(',')}]}`
    },
    close() {
      closed = true
      for (const box of boxes.values()) box.end()
    },
  }

  /** Resolves when there is a frame, another request of the page comes, or `wait` has passed (ms). */
  function news(box: Box, wait: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        box.wake = () => {}
        resolve()
      }
      const cancel = clock.after(wait, wake)
      box.wake = wake
    })
  }
}

const hasMore = ({ waiting, bytes }: Box, than: typeof MOST): boolean =>
  waiting.length >= than.frames || bytes >= than.bytes
