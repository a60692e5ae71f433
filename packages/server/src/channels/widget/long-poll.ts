import type { ServerFrame, FramesBody } from '@deskbell/protocol/widget/frames'
import type { WidgetRecord } from './find-widget.ts'
import type { Services } from '../../services.ts'
import { PAGES, SOCKETS } from './pace.ts'
import { clientAddressOf } from './page-limits.ts'
import type { Session } from './session.ts'
import type { Shared } from './socket.ts'
import type { Share } from './unread.ts'

/** A page that has sent no request for this long is closed (ms). */
const GONE = 60_000
/** The largest queue of a page; a page over it is closed and must begin again. */
const MOST = { frames: 500, bytes: 1024 * 1024 }
/** A queue above which `room` waits. */
const ENOUGH = { frames: 250, bytes: 256 * 1024 }
/** The most pages without sockets in one process. */
const PAGES_MAX = 20_000
/** A page whose queue stays above `ENOUGH` for this long is closed (ms). */
const STUCK = 30_000

interface PollingPage {
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
  retryAfter: number | undefined
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
  exchange(channel: WidgetRecord, asked: FramesBody, from: Asker): Promise<string | number | undefined>
  close(): void
}

export interface Asker {
  readonly address: string
  readonly userAgent: string
}

export function makeLongPoll(
  { clock, processes }: Pick<Services, 'clock'> & { readonly processes: Pick<Services['processes'], 'id'> },
  { openSession, pageLimits, unread }: Shared,
): LongPoll {
  const pages = new Map<string, PollingPage>()
  const perAddress = new Map<string, number>()
  let closed = false

  function open(name: string, channel: WidgetRecord, from: Asker): PollingPage | number | undefined {
    const client = clientAddressOf(from.address)
    const address = client.near
    const neighbours = perAddress.get(address) ?? 0
    if (closed || pages.size >= PAGES_MAX) return undefined
    if (neighbours >= PAGES) return undefined // guard T36
    const leave = pageLimits.enter(client)
    if (!leave) return SOCKETS.again
    const end = () => {
      if (page.over) return
      page.over = true
      pages.delete(name)
      leave()
      share.end()
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
      page.session.end()
      page.wake()
    }
    const transport = {
      send(frame: ServerFrame) {
        if (hasMore(page, MOST)) return end() // guard T36
        const text = JSON.stringify(frame)
        page.waiting.push(text)
        page.bytes += Buffer.byteLength(text)
        share.set(page.bytes)
        page.wake()
      },
      async room() {
        while (!page.over && hasMore(page, ENOUGH))
          await new Promise<void>((resolve) => void clock.after(1000, resolve))
      },
      tick() {
        const now = clock.now()
        if (!hasMore(page, ENOUGH)) page.freeAt = now
        if (now - page.askedAt > GONE) end()
        if (now - page.freeAt > STUCK) end() // guard T46
      },
      setVisitor: (visitor: string | undefined) => share.setVisitor(visitor),
      closeWithRetry(seconds: number) {
        page.retryAfter = seconds
        end()
      },
    }
    const share = unread.open(client, end)
    const session = openSession(channel, transport, { ...client, userAgent: from.userAgent })
    const page: PollingPage = {
      session,
      channel: channel.id,
      waiting: [],
      bytes: 0,
      share,
      first: 1,
      wake() {},
      askedAt: clock.now(),
      freeAt: clock.now(),
      retryAfter: undefined,
      over: false,
      end,
    }
    pages.set(name, page)
    perAddress.set(address, neighbours + 1)
    return page
  }

  return {
    async exchange(channel, { session: name, after, wait, frames }, from) {
      // Frames are numbered from 1 in each queue. A page that has counted in another queue would skip new frames (R15).
      const begins = after === 0 && frames[0]?.t === 'hello'
      const page = pages.get(name) ?? (begins ? open(name, channel, from) : undefined)
      if (typeof page === 'number') return page
      if (page?.channel !== channel.id) return undefined
      page.askedAt = clock.now()
      // Confirmed frames are removed; unconfirmed ones are sent again.
      const taken = page.waiting.splice(0, Math.max(0, after - page.first + 1))
      for (const text of taken) page.bytes -= Buffer.byteLength(text)
      page.first += taken.length
      page.share.set(page.bytes)
      for (const frame of frames) page.session.receive(frame)
      // One request waits at a time; a new one ends the one before, which the page has given up.
      page.wake()
      if (!page.over && page.waiting.length === 0 && wait > 0) await news(page, wait)
      // Frames of the same turn of the event loop go in the same answer.
      await new Promise((tick) => setImmediate(tick))
      if (page.retryAfter !== undefined) return page.retryAfter
      return page.over
        ? undefined
        : `{"first":${page.first},"at":"${processes.id}","frames":[${page.waiting.join(',')}]}`
    },
    close() {
      closed = true
      for (const page of pages.values()) page.end()
    },
  }

  /** Resolves when there is a frame, another request of the page comes, or `wait` has passed (ms). */
  function news(page: PollingPage, wait: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel()
        page.wake = () => {}
        resolve()
      }
      const cancel = clock.after(wait, wake)
      page.wake = wake
    })
  }
}

const hasMore = ({ waiting, bytes }: PollingPage, than: typeof MOST): boolean =>
  waiting.length >= than.frames || bytes >= than.bytes
