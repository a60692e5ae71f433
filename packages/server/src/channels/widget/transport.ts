import type { ServerFrame } from '@deskbell/protocol/widget/frames'

/** Sends frames to one page, over a socket or long polling. */
export interface Transport {
  send(frame: ServerFrame): void
  /** Resolves when there is room for another page of entries. */
  room(): Promise<void>
  tick(): void
  /** Unread bytes count for this visitor from now on. */
  setVisitor(visitor: string | undefined): void
  /** Closes, and tells the page to wait before it reconnects. */
  closeWithRetry(seconds: number): void
}
