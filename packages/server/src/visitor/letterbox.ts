import type { DeskFrame, FramesAnswer, FramesBody } from '@deskbell/protocol/widget/frames'
import type { VisitorDoor, WidgetRecord } from './door.ts'
import type { Hub } from './hub.ts'
import { Session } from './session.ts'

/** A page that has not asked for so long has gone (ms). */
const GONE = 60_000
/** Frames that wait for a page; of one that does not come for them, the oldest are dropped, and it begins anew. */
const WAITING_MAX = 500
/** Pages without sockets that one process serves. */
const BOXES_MAX = 20_000

interface Box {
  readonly session: Session
  readonly channel: number
  /** What was sent and not yet confirmed; the first has number `first`. */
  waiting: DeskFrame[]
  first: number
  wake: () => void
  askedAt: number
}

/** Frames by plain HTTP, where sockets are blocked: a page asks again and again, and is kept waiting for news. */
export interface Letterbox {
  /** Undefined when there is no room for another page. */
  ask(channel: WidgetRecord, asked: FramesBody, from: Session['from']): Promise<FramesAnswer> | undefined
  close(): void
}

export function makeLetterbox(door: VisitorDoor, hub: Hub): Letterbox {
  const { clock } = door
  const boxes = new Map<string, Box>()

  function open(name: string, channel: WidgetRecord, from: Session['from']): Box {
    const pipe = {
      send(frame: DeskFrame) {
        box.waiting.push(frame)
        box.wake()
      },
      // Whoever hands over pages waits until what is there was fetched.
      room: () =>
        box.waiting.length < WAITING_MAX / 2
          ? Promise.resolve()
          : new Promise<void>((resolve) => void clock.after(1000, resolve)),
      tick() {
        if (clock.now() - box.askedAt <= GONE && box.waiting.length <= WAITING_MAX) return
        boxes.delete(name)
        box.session.end()
        box.wake()
      },
    }
    const box: Box = {
      session: new Session(door, hub, channel, pipe, from),
      channel: channel.id,
      waiting: [],
      first: 1,
      wake() {},
      askedAt: clock.now(),
    }
    boxes.set(name, box)
    return box
  }

  return {
    ask(channel, { session: name, after, wait, frames }, from) {
      const known = boxes.get(name)
      const mine = known?.channel === channel.id ? known : undefined
      if (!mine && (known || boxes.size >= BOXES_MAX)) return undefined
      const box = mine ?? open(name, channel, from)
      box.askedAt = clock.now()
      // What the page has need not be kept; what it lost on the way comes again.
      const taken = Math.min(Math.max(0, after - box.first + 1), box.waiting.length)
      box.waiting.splice(0, taken)
      box.first += taken
      for (const frame of frames) void box.session.hear(frame)
      // One question waits at a time: the page gave the one before it up.
      box.wake()
      if (box.waiting.length > 0 || wait === 0) return settled(box)
      return new Promise((resolve) => {
        const answer = () => {
          cancel()
          box.wake = () => {}
          // What comes in the same moment goes with it.
          setImmediate(() => resolve(answerOf(box)))
        }
        const cancel = clock.after(wait, answer)
        box.wake = answer
      })
    },
    close() {
      for (const { session, wake } of boxes.values()) {
        session.end()
        wake()
      }
      boxes.clear()
    },
  }

  async function settled(box: Box): Promise<FramesAnswer> {
    await new Promise((tick) => setImmediate(tick))
    return answerOf(box)
  }
}

const answerOf = ({ first, waiting }: Box): FramesAnswer => ({ first, frames: [...waiting] })
