import type { More } from '../more/start.ts'
import type { Words } from '../words/en.ts'
import { toWeb } from './address.ts'
import { button, el } from './dom.ts'
import { toMedia } from './media.ts'
import { toTexts } from './links.ts'
import type { MessageRow } from './rows.ts'
import type { Times } from './times.ts'

interface Options {
  words: Words
  times: Times
  base: string
  /** Renders markup once the script is loaded; until then the source text is shown. */
  toRich: More['toRich'] | undefined
  onButton: (text: string) => void
  onRetry: (id: string) => void
}

/** A round portrait, or the first letter of the name. */
export function toFace(name: string, photo: string | undefined, base: string): HTMLElement {
  const src = toWeb(photo, base)
  const face = el('span', { className: 'face', ariaHidden: 'true' }, [...name][0]?.toUpperCase() ?? '')
  if (src) {
    const picture = el('img', { src, alt: '' })
    // When the picture cannot be loaded, the letter stays.
    picture.onerror = () => picture.remove()
    face.append(picture)
  }
  return face
}

/** One message. */
export function toMessageElement(
  message: MessageRow,
  { words, times, base, toRich, onButton, onRetry }: Options,
): HTMLElement {
  const { speaker, first, last, name, photo, title, text, markdown, buttons, asks, attachments, state, at, why } =
    message
  const isMine = speaker === 'me'
  const said = markdown ? (toRich ?? toTexts)(markdown) : text ? toTexts(text) : []
  const emojiOnly = /^(\p{Extended_Pictographic}\uFE0F?\s*){1,3}$/u.test(text) && !attachments
  const bubble = el(
    'div',
    { className: 'bub' },
    title && el('b', {}, title),
    ...(attachments ?? []).map((one) => toMedia(one, base, words)),
  )
  if (said.length > 0) bubble.append(el('div', { className: 'text', dir: 'auto' }, ...said))
  const row = el(
    'div',
    {
      // A screen reader does not announce the visitor's own messages.
      ariaLive: isMine ? 'off' : null,
      className: `msg ${isMine ? 'me' : speaker === 'system' ? 'sys' : name ? 'team face-by' : 'team'}${first ? ' first' : ''}${last ? ' last' : ''}${emojiOnly ? ' big' : ''}${attachments && !said[0] ? ' bare' : ''}`,
    },
    !isMine && name && last && toFace(name, photo, base),
    !isMine && name && first && el('div', { className: 'who' }, name),
    bubble,
  )
  if (buttons) {
    const made = buttons.map(({ text }) => {
      const one = button('', () => onButton(text), text)
      one.disabled = !asks
      return one
    })
    row.append(el('div', { className: 'btns' }, ...made))
  }
  if (state === 'failed') {
    const reason = why === 'rate_limited' ? words.tooMany : words.failed
    row.append(
      el(
        'div',
        { className: 'meta bad', role: 'alert' },
        reason,
        ' ',
        button('link', () => onRetry(message.key), words.retry),
      ),
    )
  } else if (state) row.append(el('div', { className: 'meta' }, words.sending))
  else if (last && speaker !== 'system') row.append(el('div', { className: 'meta' }, times.time(at)))
  return row
}
