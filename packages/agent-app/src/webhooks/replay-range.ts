import type { Replayed, ReplayRange } from '@deskbell/protocol/agent/webhook'
import { call } from '../api/client.ts'

/** Sends a range of events again, in as many requests as needed. Resolves with the number of events. */
export async function replayRange(webhook: number, range: ReplayRange): Promise<number> {
  let sent = 0
  let from: number | null = range.from
  while (from !== null) {
    const done: Replayed = await call('POST /webhooks/:webhook/replay', {
      params: { webhook },
      body: { ...range, from },
    })
    sent += done.deliveries
    // Guards against a server that returns the same position again.
    from = done.next !== null && done.next > from ? done.next : null
  }
  return sent
}
