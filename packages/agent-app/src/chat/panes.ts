import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { startTransition, useEffect, useState } from 'react'
import { ahead } from '../inbox/list-state.ts'
import { useCell, useSession } from '../live/react.ts'
import type { Live } from '../live/state.ts'
import type { Thread } from '../live/thread.ts'
import { throttled } from '../live/throttled.ts'
import { afterPaint, whenIdle } from '../ui/after-paint.ts'

/**
 * A conversation, drawn into an element of its own. One pane is on the screen; those of the chats that the agent may
 * open next are ready beside it, outside the document.
 */
export type Pane = {
  key: string
  chat: number
  element: HTMLElement
  /** What a pane that is ready was drawn from; null: it is or was on the screen. */
  of: { row: ChatForMe; thread: Thread } | null
}

/** How many panes are ready at most. */
const READY = 6
/** While chats change, panes are drawn anew at most this often, ms. */
const PACE = 1000

let count = 0

function makePane(chat: number, of: Pane['of'] = null): Pane {
  const element = document.createElement('div')
  element.className = 'contents'
  return { key: String(++count), chat, element, of }
}

/** What a pane of a chat would be drawn from, when all of it is loaded. */
function sourceOf(live: Live, chat: number): Pane['of'] {
  const [row, thread] = [live.chats.get(chat), live.threads.get(chat)?.thread]
  return row && thread && thread.last >= row.last ? { row, thread } : null
}

/** Marks such as the first unread message are made when a pane is drawn, so it is shown only if nothing has changed. */
function isReady(live: Live, { chat, of }: Pane): boolean {
  const now = sourceOf(live, chat)
  return of !== null && now !== null && of.row === now.row && of.thread === now.thread
}

/**
 * The panes of one list of chats. They are not React's state: a pane that is chosen stays chosen, whatever drawing is
 * under way.
 */
class Panes {
  readonly #live: Live
  shown: Pane
  others: readonly Pane[] = []

  constructor(live: Live, chat: number) {
    this.#live = live
    this.shown = makePane(chat)
  }

  /** Puts a chat on the screen. The pane before it is removed by the next `prepare`, after this one is drawn. */
  show(chat: number): void {
    if (this.shown.chat === chat) return
    const found = this.others.find((pane) => pane.chat === chat && isReady(this.#live, pane))
    this.others = [...this.others.filter((pane) => pane !== found), { ...this.shown, of: null }]
    this.shown = found ?? makePane(chat)
  }

  /**
   * Makes one more pane of these chats ready, and removes those of others. Returns whether anything changed, and whether
   * more of them can be made.
   */
  prepare(chats: readonly number[]): { changed: boolean; more: boolean } {
    const before = this.others
    const wanted = chats.filter((chat) => chat !== this.shown.chat).slice(0, READY)
    const known = before.filter((pane) => wanted.includes(pane.chat) && isReady(this.#live, pane))
    const missing = wanted.flatMap((chat) => {
      const of = known.some((pane) => pane.chat === chat) ? null : sourceOf(this.#live, chat)
      return of ? [{ chat, of }] : []
    })
    const [first] = missing
    this.others = first ? [...known, makePane(first.chat, first.of)] : known
    return { changed: first !== undefined || known.length !== before.length, more: missing.length > 1 }
  }
}

/** The pane of the open chat, and those that are ready. */
export function usePanes(chat: number): { shown: Pane; others: readonly Pane[] } {
  const { live } = useSession()
  const [panes] = useState(() => new Panes(live, chat))
  const [, setTurn] = useState(0)
  const wanted = useCell(ahead)
  panes.show(chat)

  useEffect(() => {
    let stop = () => {}
    // One at a time: the likeliest is not kept waiting by the others.
    const prepare = () => {
      const { changed, more } = panes.prepare(wanted)
      if (changed) startTransition(() => setTurn((turn) => turn + 1))
      stop()
      if (more) stop = whenIdle(prepare)
    }
    const soon = throttled(prepare, PACE)
    const cancel = afterPaint(prepare)
    const ends = wanted.flatMap((one) => [live.chats.subscribe(one, soon.ask), live.threads.subscribe(one, soon.ask)])
    return () => {
      cancel()
      stop()
      soon.stop()
      for (const end of ends) end()
    }
  }, [live, panes, wanted, chat])

  return { shown: panes.shown, others: panes.others }
}
