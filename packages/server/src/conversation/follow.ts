import type { Entry } from '@deskbell/rules'
import { askFor, type Asker } from '../db/asker.ts'
import type { Clock } from '../platform/clock.ts'
import type { ChatEvents } from '../realtime/chat-events.ts'

const RETRY = 1000

export interface FollowOptions {
  readonly clock: Clock
  readonly chatEvents: ChatEvents
  readonly account: number
  readonly chat: number
  readonly asker: Asker
  /** The number of the newest entry that the follower has. */
  readonly after: number
  /** Reads a page of the entries past `after`, oldest first; `more`: there may be another page. */
  readonly read: (after: number) => Promise<{ readonly entries: readonly Entry[]; readonly more: boolean }>
  /** Resolves when a page may be read and delivered, with a function to call afterwards. */
  readonly enter?: () => Promise<() => void>
  /** Called with entries in order, without a gap, each once. The next call waits for the promise. */
  readonly deliver: (entries: readonly Entry[]) => void | Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Follows a chat by cursor: reads past it, delivers, and sleeps until a chat event. Committed entries that begin
 * exactly after the cursor are forwarded without a read. After any other event it reads.
 */
export function follow({
  clock,
  chatEvents,
  account,
  chat,
  asker,
  after,
  enter,
  read,
  deliver,
  onError,
}: FollowOptions): () => void {
  let cursor = after
  let busy = false
  let again = false
  let stopped = false
  let cancelRetry = () => {}

  // Subscribes before the first read, so that no commit in between is lost.
  const unsubscribe = chatEvents.subscribe({
    onCommitted: (changed) => onNews(changed, changed.state.last, changed.entries),
    onChangedElsewhere: (wake) => onNews(wake, wake.last, wake.changed?.entries),
  })

  function onNews(of: { account: number; chat: number }, last: number, entries: readonly Entry[] = []): void {
    if (of.account !== account || of.chat !== chat || last <= cursor) return
    if (!busy && entries[0]?.n === cursor + 1) void start(entries)
    else wake()
  }

  function wake(): void {
    if (busy) again = true
    else void start()
  }

  const start = (known?: readonly Entry[]): Promise<void> => askFor(asker, () => forward(known))

  async function forward(known?: readonly Entry[]): Promise<void> {
    busy = true
    let forwarded = known
    try {
      do {
        again = false
        const leave = forwarded ? undefined : await enter?.()
        try {
          if (await forwardPage(forwarded)) again = true
        } finally {
          leave?.()
        }
        forwarded = undefined
      } while (again && !stopped)
    } catch (error) {
      onError(error)
      // The entries are still past the cursor: the follower tries again, even without an event.
      cancelRetry()
      if (!stopped) cancelRetry = clock.after(RETRY, wake)
    } finally {
      busy = false
    }
  }

  /** Delivers the known entries or the next page. Resolves with whether there may be more. */
  async function forwardPage(known: readonly Entry[] | undefined): Promise<boolean> {
    if (stopped) return false
    const { entries, more } = known ? { entries: known, more: false } : await read(cursor)
    const last = entries.at(-1)
    if (stopped || !last) return more && !stopped
    await deliver(entries)
    // Only now, so that entries that could not be delivered are read again.
    cursor = last.n
    return more
  }

  void start()
  return () => {
    stopped = true
    cancelRetry()
    unsubscribe()
  }
}
