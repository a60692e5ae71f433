import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** The chat and the visitor: Deskbell's ids, which every event has. */
export interface ChatIds {
  client_id: string
  chat_id: string
}

/** `gone`: the bot may no longer write in this chat. */
export type Outcome = 'taken' | 'gone' | 'failed'
export type Deskbell = ReturnType<typeof openDeskbell>

/** Deskbell answers within three seconds (B22). Milliseconds. */
const TIMEOUT = 4000
const PAUSE_MOST = 5000

/** The client of the bot interface. `url` ends with the token: it is a secret and must not be logged. */
export function openDeskbell(url: string) {
  /** Never throws. */
  async function send(event: string, ids: ChatIds, more: object = {}): Promise<Outcome> {
    const id = randomUUID()
    const body = JSON.stringify({ event, id, ...ids, ...more })
    for (let attempt = 1; ; attempt++) {
      const answer = await post(body, id).catch(() => undefined)
      if (answer?.status === 200) return 'taken'
      if (answer?.status === 403) return 'gone' // B12: an agent is there, or the chat is closed.
      const isBusy = !answer || [429, 502, 503, 504].includes(answer.status)
      if (!isBusy || attempt === 2) {
        console.error(`Deskbell did not accept ${event}: ${answer ? `${answer.status} ${answer.said}` : 'no answer'}`)
        return 'failed'
      }
      await wait(Math.min(answer?.retryAfter || 1000, PAUSE_MOST))
    }
  }

  /** B5: a retry has the same bytes and the same key, so that Deskbell recognizes it if the first one was stored. */
  async function post(body: string, key: string) {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT),
    })
    const retryAfter = Number(answer.headers.get('retry-after')) * 1000
    return { status: answer.status, retryAfter, said: (await answer.text()).slice(0, 300) }
  }

  return {
    say: (ids: ChatIds, message: object) =>
      send('BOT_MESSAGE', ids, { message: { ...message, timestamp: Math.floor(Date.now() / 1000) } }),
    /** Calls an agent into the chat. */
    invite: (ids: ChatIds) => send('INVITE_AGENT', ids),
  }
}
