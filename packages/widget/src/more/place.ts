import type { WidgetCore } from '../core/core.ts'
import { agentIn, openChat } from '../core/thread.ts'
import { el } from '../window/start.ts'
import type { Words } from '../words/en.ts'

/** Within this distance of the end (px), a line that grows keeps the conversation at its end. */
const NEAR = 80

const shown = new WeakSet<HTMLElement>()

/**
 * The visitor's place in the queue and the expected wait, while they wait. It takes the row in which `typing` stands, so that
 * nothing moves when it comes and goes.
 */
export function showPlace(core: WidgetCore, words: Words, typing: HTMLElement): void {
  if (shown.has(typing)) return
  shown.add(typing)
  const line = el('div', { className: 'typing', ariaLive: 'polite', hidden: true })
  typing.before(line)
  const draw = (): void => {
    const text = textOf(core, words)
    const log = line.parentElement!
    const atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < NEAR
    // Unchanged text is not announced again by screen readers.
    if (line.textContent !== text) line.textContent = text
    line.hidden = !text
    typing.hidden = !line.hidden && !core.typing
    if (atEnd) log.scrollTop = log.scrollHeight
  }
  core.watch(draw)
  draw()
}

/** Empty when no place is to be shown. An agent who joins has the chat at once, and without a connection nothing is known. */
function textOf({ place: told, entries, online, lost }: WidgetCore, words: Words): string {
  if (!told?.place || !online || lost || told.chat !== openChat(entries) || agentIn(entries)) return ''
  const { place, wait } = told
  const where = place === 1 ? words.next : words.queue.replace('{}', place < 100 ? `${place}` : '100+')
  if (!wait) return where
  const about = words.wait.replace('{}', `${wait}`)
  return `${where} · ${wait === 1 ? words.waitShort : wait === 60 ? words.waitLong : about}`
}
