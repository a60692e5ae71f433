/**
 * The page's connection to the shop's own server; browsers never receive the channel's address. Events arrive as
 * server-sent events, which the browser reconnects by itself; every connection receives the whole history.
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
      // After a response that is no event stream, browsers do not reconnect, so the page does.
      if (events.readyState === EventSource.CLOSED) setTimeout(connect, 3000)
    }
  }

  // One request at a time: messages arrive in order, even if the first has to be retried.
  let turn = Promise.resolve()
  const post = (path, body) => (turn = turn.then(() => untilTaken(path, body)))

  return {
    write: (message) => post('/chat/messages', JSON.stringify(message)),
    upload: (about, file) => post(`/chat/files?${new URLSearchParams(about)}`, file),
    again: (id) => post('/chat/again', JSON.stringify({ id })),
    // A20: a typing sign is sent without waiting and not repeated.
    typing: (on) => void fetch('/chat/typing', { method: 'POST', body: JSON.stringify({ on }) }).catch(() => {}),
  }
}

/** Posts until the server has accepted it. Resolves with undefined, or with the problem of the request itself. */
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

/** An id for a message of this page: server and Deskbell recognize a repeated message by it (A13). */
export const newId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
