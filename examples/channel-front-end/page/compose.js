import { newId } from './link.js'

const FILE_MOST = 10 * 1024 * 1024
/** A20: a typing sign lasts ten seconds; the server accepts one in three. */
const TYPING_EVERY = 4000
const TYPING_STOPS = 6000

/** Where the visitor writes: text, files, and typing signs. */
export function makeComposer({ link, show, about }) {
  const $ = (id) => document.getElementById(id)
  const { text, name } = $('compose').elements
  const file = $('file')
  const who = () => ({ name: name.value.trim(), ...about() })
  let told = 0
  let stopping

  $('compose').onsubmit = (event) => {
    event.preventDefault()
    if (text.value.trim()) void write(text.value.trim())
    text.focus()
  }
  text.onkeydown = (event) => {
    // Enter also ends a word in Chinese, Japanese and Korean.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    $('compose').requestSubmit()
  }
  $('attach').onclick = () => file.click()
  file.onchange = () => {
    for (const one of file.files) void upload(one)
    file.value = ''
  }
  text.onpaste = ({ clipboardData }) => {
    for (const one of clipboardData.files) void upload(one)
  }
  text.oninput = () => {
    clearTimeout(stopping)
    if (!text.value.trim()) return stopTyping()
    stopping = setTimeout(stopTyping, TYPING_STOPS)
    if (Date.now() - told < TYPING_EVERY) return
    told = Date.now()
    link.typing(true)
  }

  function stopTyping() {
    clearTimeout(stopping)
    if (told) link.typing(false)
    told = 0
  }

  /** Shows the message before the server has it. */
  async function write(words) {
    const message = { id: newId(), text: words }
    const shown = { ...message, from: 'visitor', at: Date.now(), state: 'sending' }
    text.value = ''
    stopTyping()
    say('')
    show(shown)
    const problem = await link.write({ ...message, ...who() })
    if (problem) show({ ...shown, state: 'failed', problem })
  }

  async function upload(one) {
    if (one.size > FILE_MOST) return say(`${one.name} is too large: at most 10 MB.`)
    if (one.size === 0) return say(`${one.name} is empty.`)
    say(`Sending ${one.name}…`)
    say((await link.upload({ id: newId(), file: one.name, ...who() }, one)) ?? '')
  }

  function say(words) {
    $('note').textContent = words
  }

  return { focus: () => text.focus() }
}
