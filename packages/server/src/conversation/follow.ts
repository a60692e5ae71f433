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
  /** The newest entry that the follower has. */
  readonly after: number
  /** A page of the entries past `after`, oldest first; `more` when it may not be the last. */
  readonly read: (after: number) => Promise<{ readonly entries: readonly Entry[]; readonly more: boolean }>
  /** Resolves when a page may be read and handed over, with the way to say that it was. */
  readonly enter?: () => Promise<() => void>
  /** Hands them over. Called with entries in order, without a gap, each once; the next call waits for the promise. */
  readonly deliver: (entries: readonly Entry[]) => void | Promise<void>
  readonly onError: (error: unknown) => void
}

/**
 * Follows a chat by cursor: reads past it, hands over, sleeps until the bell. News that stand exactly behind the cursor
 * are forwarded without a read; on any doubt, any gap, any wake without content, it reads.
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

  // Armed before the first read, so that what is committed meanwhile is not lost.
  const stopListening = chatEvents.listen({
    onNews(news) {
      if (news.account !== account || news.chat !== chat || news.state.last <= cursor) return
      if (!busy && news.entries[0]?.n === cursor + 1) void turn(news.entries)
      else wake()
    },
    onWake(wake_) {
      if (wake_.account === account && wake_.chat === chat && wake_.last > cursor) wake()
    },
  })

  function wake(): void {
    if (busy) again = true
    else void turn()
  }

  const turn = (known?: readonly Entry[]): Promise<void> => askFor(asker, () => forward(known))

  async function forward(known?: readonly Entry[]): Promise<void> {
    busy = true
    let forwarded = known
    try {
      do {
        again = false
        const leave = forwarded ? undefined : await enter?.()
        try {
          if (await page(forwarded)) again = true
        } finally {
          leave?.()
        }
        forwarded = undefined
      } while (again && !stopped)
    } catch (error) {
      onError(error)
      // What could not be read or handed over is still past the cursor: look again, bell or no bell.
      cancelRetry()
      if (!stopped) cancelRetry = clock.after(RETRY, wake)
    } finally {
      busy = false
    }
  }

  /** Hands over what is known, or the next page. Resolves with whether there may be more. */
  async function page(known: readonly Entry[] | undefined): Promise<boolean> {
    if (stopped) return false
    const { entries, more } = known ? { entries: known, more: false } : await read(cursor)
    const last = entries.at(-1)
    if (stopped || !last) return more && !stopped
    await deliver(entries)
    // Only now: what could not be handed over is read again.
    cursor = last.n
    return more
  }

  void turn()
  return () => {
    stopped = true
    cancelRetry()
    stopListening()
  }
}
