import type { DeskFrame, FramesBody } from '@deskbell/protocol/widget/frames'
import { networkOf } from '../network.ts'
import type { VisitorDoor, WidgetRecord } from './door.ts'
import type { Hub } from './hub.ts'
import { PAGES } from './pace.ts'
import { Session } from './session.ts'

/** A page that has not asked for so long has gone (ms). */
const GONE = 60_000
/** What may wait for a page, in frames and in bytes: one that does not come for more is let go, and begins anew. */
const MOST = { frames: 500, bytes: 1024 * 1024 }
/** Whoever hands over pages of entries waits while more than this waits. */
const ENOUGH = { frames: 250, bytes: 256 * 1024 }
/** Pages without sockets that one process serves. */
const BOXES_MAX = 20_000

interface Box {
  readonly session: Session
  readonly channel: number
  /** What was sent and not yet confirmed, as JSON; the first has number `first`. */
  readonly waiting: string[]
  bytes: number
  first: number
  wake: () => void
  askedAt: number
  over: boolean
  readonly end: () => void
}

/** Frames by plain HTTP, where sockets are blocked: a page asks again and again, and is kept waiting for news. */
export interface Letterbox {
  /**
   * Resolves with the JSON of a FramesAnswer. With undefined where the page must begin anew, with a hello and under
   * another name: it is not known (any more), it has fallen behind, there is no room for it, or the desk is closing.
   */
  ask(channel: WidgetRecord, asked: FramesBody, from: Session['from']): Promise<string | undefined>
  close(): void
}

export function makeLetterbox(door: VisitorDoor, hub: Hub): Letterbox {
  const { clock } = door
  const boxes = new Map<string, Box>()
  const perAddress = new Map<string, number>()
  let closed = false

  function open(name: string, channel: WidgetRecord, from: Session['from']): Box | undefined {
    const address = networkOf(from.address)
    const neighbours = perAddress.get(address) ?? 0
    if (closed || boxes.size >= BOXES_MAX) return undefined
    if (neighbours >= PAGES) return undefined // guard T36
    const end = () => {
      if (box.over) return
      box.over = true
      boxes.delete(name)
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
        box.wake()
      },
      async room() {
        while (!box.over && hasMore(box, ENOUGH)) await new Promise<void>((resolve) => void clock.after(1000, resolve))
      },
      tick() {
        if (clock.now() - box.askedAt > GONE) end()
      },
    }
    const session = new Session(door, hub, channel, pipe, from)
    const box: Box = {
      session,
      channel: channel.id,
      waiting: [],
      bytes: 0,
      first: 1,
      wake() {},
      askedAt: clock.now(),
      over: false,
      end,
    }
    boxes.set(name, box)
    perAddress.set(address, neighbours + 1)
    return box
  }

  return {
    async ask(channel, { session: name, after, wait, frames }, from) {
      // Each box counts from 1: whoever has counted in another would take what is new for what they have (R15).
      const begins = after === 0 && frames[0]?.t === 'hello'
      const box = boxes.get(name) ?? (begins ? open(name, channel, from) : undefined)
      if (box?.channel !== channel.id) return undefined
      box.askedAt = clock.now()
      // What the page has need not be kept; what it lost on the way comes again.
      const taken = box.waiting.splice(0, Math.max(0, after - box.first + 1))
      for (const text of taken) box.bytes -= Buffer.byteLength(text)
      box.first += taken.length
      for (const frame of frames) void box.session.hear(frame)
      // One question waits at a time: the page gave the one before it up.
      box.wake()
      if (!box.over && box.waiting.length === 0 && wait > 0) await news(box, wait)
      // What comes in the same moment goes with it.
      await new Promise((tick) => setImmediate(tick))
      return box.over ? undefined : `{"first":${box.first},"frames":[${box.waiting.join(',')}]}`
    },
    close() {
      closed = true
      for (const box of boxes.values()) box.end()
    },
  }

  /** Resolves when there is something for the page, somebody else asks for it, or so long has passed (ms). */
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
