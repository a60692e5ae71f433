import type { WidgetCore } from '../core/core.ts'
import type { More } from '../more/start.ts'
import type { Words } from '../words/en.ts'
import { el, fill } from './dom.ts'
import { toMessageElement } from './message-element.ts'
import { type Row, toRows } from './rows.ts'
import type { Times } from './times.ts'

/** Within this distance of the end (px), new rows scroll the list to the end. */
const NEAR = 80
/** Within this distance of the beginning (px), earlier entries are fetched. */
const EARLY = 120

/**
 * `refocus` moves the focus on when a pressed button disappears. `card` is the element for a form: that of contacts
 * stands behind the visitor's first message of the chat, so that answers follow it, and others at the end. A tuple,
 * whose members have no names to be loaded.
 */
type StreamParts = [onChange: () => void, bringMore: () => More | undefined, refocus: () => void, card: HTMLElement]

/** The conversation. An unchanged row keeps its element, so that a playing video continues and a selection stays. */
export function toStream(
  core: WidgetCore,
  words: Words,
  times: Times,
  [onChange, bringMore, refocus, card]: StreamParts,
) {
  const list = el('div', {})
  const typing = el('div', { className: 'typing' })
  const log = el('div', { className: 'log', role: 'log', tabIndex: 0, ariaLabel: words.messages, ariaLive: 'polite' })
  const shown = new Map<string, { sign: string; element: HTMLElement }>()
  let loading = false
  let atEnd = true

  const toElement = (row: Row): HTMLElement => {
    switch (row.kind) {
      case 'day':
        return el('div', { className: 'day' }, times.day(row.at))
      case 'message':
        return toMessageElement(row, {
          words,
          times,
          base: core.base,
          toRich: row.markdown ? bringMore()?.toRich : undefined,
          onButton: (text) => {
            core.write(text)
            refocus()
          },
          onRetry: (id) => {
            core.outbox.retry(id)
            refocus()
          },
        })
      default:
        return el('div', { className: 'note' }, fill(words[row.kind], row.name))
    }
  }
  const older = async (): Promise<void> => {
    if (loading || !core.more) return
    loading = true
    await core.older().catch(() => {})
    loading = false
  }

  const draw = (): void => {
    const rows = toRows(core.entries, core.outbox.requests, core.asides)
    const elements = rows.map((row) => {
      const sign = JSON.stringify(row) + (row.kind === 'message' && row.markdown && bringMore() ? 'rich' : '')
      const before = shown.get(row.key)
      if (before?.sign === sign) return before.element
      const element = toElement(row)
      shown.set(row.key, { sign, element })
      return element
    })
    // The element that keeps its position while earlier rows are added above it.
    const anchor = elements.find((element) => element.parentNode === list)
    const top = anchor?.offsetTop
    const begin = rows.findLastIndex((row) => row.kind === 'closed')
    const first = rows.findIndex((row, i) => i > begin && 'speaker' in row && row.speaker === 'me')
    // Earlier entries are not announced by screen readers when they are fetched.
    log.ariaLive = anchor && anchor !== elements[0] ? 'off' : 'polite'
    elements.splice((card.dataset['sign'] === 'contacts' && first + 1) || rows.length, 0, card)
    // Removed first: an element that stays is not moved, and keeps its focus.
    for (const element of [...list.children]) if (!elements.includes(element as HTMLElement)) element.remove()
    elements.forEach((element, i) => {
      if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null)
    })
    const { typing: who } = core
    typing.replaceChildren()
    if (who) typing.append(el('i', { ariaHidden: 'true' }), fill(words.typing, who.name ?? words.someone))
    if (core.place) bringMore()?.showPlace(core, words, typing)
    if (atEnd) toEnd()
    else if (anchor) log.scrollTop += anchor.offsetTop - top!
    if (log.scrollTop < EARLY && log.clientHeight) void older()
  }
  const toEnd = (): void => {
    // An empty conversation begins with the team and the greeting.
    log.scrollTop = list.children[1] ? log.scrollHeight : 0
    atEnd = true
    // The field that the visitor fills stays visible.
    list.querySelector(':focus')?.scrollIntoView({ block: 'nearest' })
  }
  log.onscroll = () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR
    if (log.scrollTop < EARLY) void older()
    if (atEnd) onChange()
  }
  // Pictures, the keyboard and opening parts change heights; a list scrolled to the end stays at the end.
  const sizes = new ResizeObserver(() => atEnd && toEnd())
  sizes.observe(list)
  sizes.observe(log)
  return { log, list, typing, draw, toEnd, isAtEnd: () => atEnd }
}
