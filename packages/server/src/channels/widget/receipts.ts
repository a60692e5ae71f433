import type { Cursor } from '@deskbell/protocol/widget/frames'
import type { StoredVisitor } from './read.ts'

/** Which entries were sent to one page, and which it has confirmed. Kept small, since there are many pages. */
export class Receipts {
  readonly #onConfirm: (cursor: Cursor) => void
  /** The newest entry that was sent, by chat. */
  #sent: Map<number, number> | undefined
  #reached: Cursor | undefined

  /** `onConfirm` is called with each new confirmed position. */
  constructor(onConfirm: (cursor: Cursor) => void) {
    this.#onConfirm = onConfirm
  }

  /** Begins for an identified visitor, with the cursor that the page has kept. */
  begin(after: Cursor | undefined, stored: Pick<StoredVisitor, 'open' | 'last'> | undefined): void {
    this.#sent = undefined
    this.#reached = undefined
    // The cursor is the page's claim: one of another chat, or past the chat's last entry, is ignored.
    if (after === undefined || after.chat !== stored?.open || after.n > (stored.last ?? 0)) return
    this.#reached = { chat: after.chat, n: after.n }
    this.#onConfirm(this.#reached)
  }

  addSent(cursors: readonly Cursor[]): void {
    this.#sent ??= new Map()
    for (const { chat, n } of cursors) this.#sent.set(chat, n)
  }

  /** The page confirms its newest entry. One that was not sent to it is ignored. */
  confirm({ chat, n }: Cursor): void {
    const sent = this.#sent
    if (!sent || n > (sent.get(chat) ?? 0)) return
    for (const [before, last] of sent)
      if (before < chat) {
        sent.delete(before)
        this.#onConfirm({ chat: before, n: last })
      }
    if (this.confirmedIn(chat) >= n) return
    this.#reached = { chat, n }
    this.#onConfirm(this.#reached)
  }

  /** The newest confirmed entry of a chat; 0 when there is none. */
  confirmedIn(chat: number): number {
    return this.#reached?.chat === chat ? this.#reached.n : 0
  }
}
