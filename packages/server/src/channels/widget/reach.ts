import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { Self } from './read.ts'

/** How far one page has what was said: what was handed to it, and what it says it has. Small, since there are many. */
export class Reach {
  readonly #tell: (cursor: Cursor) => void
  /** Of each chat the newest entry that was handed over. */
  #sent: Map<number, number> | undefined
  #reached: Cursor | undefined

  /** `tell` hears of each chat in which the page has got further. */
  constructor(tell: (cursor: Cursor) => void) {
    this.#tell = tell
  }

  /** The page is somebody's, and brings what it has from before. */
  begin(after: Cursor | undefined, self: Pick<Self, 'open' | 'last'> | undefined): void {
    this.#sent = undefined
    this.#reached = undefined
    // A page may say anything: it has nothing of a chat that is not theirs, or that is yet to be written.
    if (after === undefined || after.chat !== self?.open || after.n > (self.last ?? 0)) return
    this.#reached = { chat: after.chat, n: after.n }
    this.#tell(this.#reached)
  }

  sends(places: readonly Cursor[]): void {
    this.#sent ??= new Map()
    for (const { chat, n } of places) this.#sent.set(chat, n)
  }

  /** The page says how far it has got. What it never was sent is passed over. */
  got({ chat, n }: Cursor): void {
    const sent = this.#sent
    if (!sent || n > (sent.get(chat) ?? 0)) return
    for (const [before, last] of sent)
      if (before < chat) {
        sent.delete(before)
        this.#tell({ chat: before, n: last })
      }
    if (this.in(chat) >= n) return
    this.#reached = { chat, n }
    this.#tell(this.#reached)
  }

  /** The newest entry of a chat that the page has; 0 while nothing is known. */
  in(chat: number): number {
    return this.#reached?.chat === chat ? this.#reached.n : 0
  }
}
