import type { DeskFrame } from '@deskbell/protocol/widget/frames'

/** What carries frames to one page. */
export interface Pipe {
  send(frame: DeskFrame): void
  /** Resolves when there is room for more. */
  room(): Promise<void>
  tick(): void
  /** What waits unread counts for this visitor now. */
  belongs(visitor: string | undefined): void
  /** Ends, and says that the page is not to come back at once. */
  turnAway(seconds: number): void
}
