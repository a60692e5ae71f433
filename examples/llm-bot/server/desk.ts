import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

/** Which chat, and with whom: both are the desk's words, and stand in every event. */
export interface ChatIds {
  client_id: string
  chat_id: string
}

/** `gone`: the bot has no say in this chat any more. */
export type Outcome = 'taken' | 'gone' | 'failed'
export type Desk = ReturnType<typeof openDesk>

/** The desk answers within three seconds, or not at all (B22). Milliseconds. */
const TIMEOUT = 4000
const PAUSE_MOST = 5000

/** The way from the bot to the desk. `url` ends with the token: it is a secret, and stands in no log. */
export function openDesk(url: string) {
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
        console.error(`The desk did not take ${event}: ${answer ? `${answer.status} ${answer.said}` : 'no answer'}`)
        return 'failed'
      }
      await wait(Math.min(answer?.retryAfter || 1000, PAUSE_MOST))
    }
  }

  /** B5: sent again, it is the same to the byte, and bears the same key. So the desk knows it if it had it already. */
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
    /** Calls a person into the chat. */
    invite: (ids: ChatIds) => send('INVITE_AGENT', ids),
  }
}
