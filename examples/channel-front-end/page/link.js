/**
 * The page's line to the shop's own server; the channel's address is never told to browsers. Events come as
 * server-sent events, which the browser connects again by itself; with every connection the whole history comes.
 */
export function openLink({ onMessages, onTyping, onStatus, onConnected }) {
  connect()
  function connect() {
    const events = new EventSource('/chat/events')
    const hear = (name, fn) => events.addEventListener(name, ({ data }) => fn(JSON.parse(data)))
    hear('messages', onMessages)
    hear('typing', onTyping)
    hear('status', onStatus)
    events.onopen = () => onConnected(true)
    events.onerror = () => {
      onConnected(false)
      // After an answer that is no event stream, browsers give up: we do not.
      if (events.readyState === EventSource.CLOSED) setTimeout(connect, 3000)
    }
  }

  // One request at a time: what was written first arrives first, also when the first has to be tried again.
  let turn = Promise.resolve()
  const post = (path, body) => (turn = turn.then(() => untilTaken(path, body)))

  return {
    write: (message) => post('/chat/messages', JSON.stringify(message)),
    upload: (about, file) => post(`/chat/files?${new URLSearchParams(about)}`, file),
    again: (id) => post('/chat/again', JSON.stringify({ id })),
    // A20: a sign, not a message: it neither waits nor is repeated.
    typing: (on) => void fetch('/chat/typing', { method: 'POST', body: JSON.stringify({ on }) }).catch(() => {}),
  }
}

/** Posts until the server has taken it. Resolves with undefined, or with what is wrong with the request itself. */
async function untilTaken(path, body) {
  for (let pause = 1000; ; pause = Math.min(pause * 2, 30_000)) {
    const answer = await fetch(path, { method: 'POST', body }).catch(() => undefined)
    if (answer?.ok) return undefined
    if (answer && answer.status !== 429 && answer.status < 500) {
      const { problem } = await answer.json().catch(() => ({}))
      return problem ?? 'This could not be sent.'
    }
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** A name for a message that this page makes: by it, server and desk know the message again when it comes twice (A13). */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
