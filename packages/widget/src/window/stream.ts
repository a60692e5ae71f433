import type { Desk } from '../core/desk.ts'
import type { More } from '../more/start.ts'
import type { Words } from '../words/en.ts'
import { el, fill } from './dom.ts'
import { toLine } from './line.ts'
import { type Row, toRows } from './rows.ts'
import type { Times } from './times.ts'

/** So near to the end, px, the reader is taken along when something new comes. */
const NEAR = 80
/** So near to the beginning, px, more is fetched. */
const EARLY = 120

/** The conversation. A row that did not change keeps its element: a playing video goes on, a selection stays. */
export function toStream(
  desk: Desk,
  words: Words,
  times: Times,
  onChange: () => void,
  bringMore: () => More | undefined,
  /** Where a button was pressed that goes away with it, the focus goes on. */
  refocus: () => void,
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
      case 'joined':
      case 'left':
        return el('div', { className: 'note' }, fill(words[row.kind], row.name))
      case 'closed':
        return el('div', { className: 'note' }, words.closed)
      case 'line':
        return toLine(row, {
          words,
          times,
          base: desk.base,
          toRich: row.markdown ? bringMore()?.toRich : undefined,
          onButton: (text) => {
            desk.write(text)
            refocus()
          },
          onRetry: (id) => {
            desk.outbox.retry(id)
            refocus()
          },
        })
    }
  }
  const older = async (): Promise<void> => {
    if (loading || !desk.more) return
    loading = true
    await desk.older().catch(() => {})
    loading = false
  }

  const draw = (): void => {
    const rows = toRows(desk.entries, desk.outbox.letters, desk.asides)
    const elements = rows.map((row) => {
      const sign = JSON.stringify(row) + (row.kind === 'line' && row.markdown && bringMore() ? 'rich' : '')
      const before = shown.get(row.key)
      if (before?.sign === sign) return before.element
      const element = toElement(row)
      shown.set(row.key, { sign, element })
      return element
    })
    // What stays where it is while more comes above it.
    const anchor = elements.find((element) => element.parentNode === list)
    const top = anchor?.offsetTop
    // What was said long ago is not read out when it is fetched.
    log.ariaLive = anchor && anchor !== elements[0] ? 'off' : 'polite'
    elements.forEach((element, i) => {
      if (list.children[i] !== element) list.insertBefore(element, list.children[i] ?? null)
    })
    while (list.children.length > elements.length) list.lastChild!.remove()
    const { typing: who } = desk
    typing.replaceChildren()
    if (who) typing.append(el('i', { ariaHidden: 'true' }), fill(words.typing, who.name ?? words.someone))
    if (atEnd) toEnd()
    else if (anchor) log.scrollTop += anchor.offsetTop - top!
    if (log.scrollTop < EARLY && log.clientHeight) void older()
  }
  const toEnd = (): void => {
    log.scrollTop = log.scrollHeight
    atEnd = true
  }
  log.onscroll = () => {
    atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR
    if (log.scrollTop < EARLY) void older()
    if (atEnd) onChange()
  }
  // Pictures, the keyboard and what opens below change heights; who read the end goes on reading the end.
  const sizes = new ResizeObserver(() => atEnd && toEnd())
  sizes.observe(list)
  sizes.observe(log)
  return { log, list, typing, draw, toEnd, isAtEnd: () => atEnd }
}
