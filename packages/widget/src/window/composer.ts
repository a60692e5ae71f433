import { PREVIEW_EVERY, PREVIEW_TEXT_MAX } from '@deskbell/protocol/limits'
import type { WidgetCore } from '../core/core.ts'
import type { More } from '../more/start.ts'
import { openChat } from '../core/thread.ts'
import type { Words } from '../words/en.ts'
import { button, el, icon, iconButton, ICONS } from './dom.ts'

const LONGEST = 10_000

/** The text field. An unsent draft survives reloads. */
export function toComposer(core: WidgetCore, words: Words, onFiles: (files: Iterable<File>) => void) {
  const text = el('textarea', {
    rows: 1,
    placeholder: words.write,
    ariaLabel: words.write,
    maxLength: LONGEST,
    dir: 'auto',
  })
  const file = el('input', { type: 'file', multiple: true, hidden: true })
  const smile = iconButton(words.emoji, ICONS.emoji, () => void toggle())
  const go = button('send', () => send(), icon(ICONS.send))
  go.ariaLabel = go.title = words.send
  const place = el('div', {})
  let timer: ReturnType<typeof setTimeout> | undefined
  let told = ''

  const tell = (): void => {
    timer = undefined
    const now = text.value
    if (now === told || openChat(core.entries) === undefined) return
    told = now
    core.say({ t: 'typing', text: now.slice(0, PREVIEW_TEXT_MAX) })
    timer = setTimeout(tell, PREVIEW_EVERY)
  }
  const changed = (): void => {
    core.session.set('draft', text.value || undefined)
    text.style.height = 'auto'
    text.style.height = `${Math.min(text.scrollHeight, 140)}px`
    go.disabled = text.value.trim() === ''
    if (!timer) tell()
  }
  const send = (): void => {
    const said = text.value.trim()
    if (!said) return
    text.value = ''
    // Sending a message implies that the visitor stopped typing.
    told = ''
    changed()
    core.write(said)
    text.focus()
  }
  const leave = () => void toggle()
  const toggle = async (): Promise<void> => {
    const { emojiPicker } = ((await core.boot.load('more')) as More | undefined) ?? {}
    if (!emojiPicker) return
    const isOpening = !place.firstChild
    smile.ariaExpanded = String(isOpening)
    place.replaceChildren()
    if (!isOpening) return text.focus()
    const insert = (emoji: string): void => {
      text.setRangeText(emoji, text.selectionStart, text.selectionEnd, 'end')
      changed()
      leave()
    }
    place.append(emojiPicker(insert, leave))
    place.querySelector('button')!.focus()
  }

  text.oninput = changed
  text.onkeydown = (event) => {
    // An Enter that ends an input-method composition, as in Chinese, chooses a word and does not send.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }
  text.onpaste = (event) => {
    const files = event.clipboardData?.files
    if (!files?.length) return
    event.preventDefault()
    onFiles(files)
  }
  file.onchange = () => {
    onFiles(file.files ?? [])
    file.value = ''
  }
  const attach = iconButton(words.attach, ICONS.attach, () => file.click())
  const box = el('div', { className: 'comp' }, place, el('div', { className: 'row' }, attach, text, smile, go), file)
  return {
    box,
    text,
    /** Fits the field to its draft, which a form may have changed. */
    fit: (): void => {
      text.value = core.session.get('draft') ?? ''
      changed()
    },
  }
}
