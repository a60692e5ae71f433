import { drawMessage, drawState } from './draw.js'

/** A20: a typing sign expires without a further one. */
const TYPING_EXPIRES = 10_000

/** The messages on the screen. `onHeard` receives what agents wrote since the page was opened. */
export function makeList({ onAgain, onHeard }) {
  const [scroll, log, typing] = ['scroll', 'log', 'typing'].map((id) => document.getElementById(id))
  const shown = new Map()
  let newest
  let isHistory = true
  let forgetting

  /** Adds messages, once each: after a lost connection all of them arrive again. */
  function show(messages) {
    const fresh = messages.filter(({ id }) => !shown.has(id))
    for (const message of messages) {
      const known = shown.get(message.id)
      if (known) drawState(known, message, onAgain)
      else append(message)
    }
    const heard = fresh.filter(({ from }) => from === 'agent' && !isHistory)
    if (heard.length) {
      showTyping({ on: false })
      onHeard(heard)
    }
    isHistory = false
    if (fresh.length) scrollDown()
  }

  function append(message) {
    const follows = newest?.from === message.from && newest.name === message.name
    const node = drawMessage(message, { follows, onAgain })
    // A loaded picture makes the list longer.
    for (const picture of node.querySelectorAll('.bubble img')) picture.onload = scrollDown
    shown.set(message.id, node)
    log.append(node)
    newest = message
  }

  function showTyping({ on, name }) {
    clearTimeout(forgetting)
    typing.textContent = on ? `${name || 'An agent'} is typing` : ''
    if (!on) return
    scrollDown()
    forgetting = setTimeout(showTyping, TYPING_EXPIRES, { on: false })
  }

  function scrollDown() {
    scroll.scrollTop = scroll.scrollHeight
  }

  return { show, showTyping, scrollDown }
}
