import { setTimeout as wait } from 'node:timers/promises'

/** A visitor's message to Deskbell: A2 with text or media, A20 for typing. */
export interface ToDeskbell {
  sender: { id: string; name?: string; url?: string; invite?: string }
  message: { type: string } & Record<string, unknown>
}

export type Outcome = { ok: true } | { ok: false; problem: string }
export type Channel = ReturnType<typeof openChannel>

const STATUS_KEPT = 2000
const TIMEOUT = 10_000
/** With growing waits, these take about three minutes. */
const ATTEMPTS = 10
const PAUSE_MOST = 30_000

/** The client of the channel interface. `url` is the channel's address, a secret that never leaves this server. */
export function openChannel(url: string) {
  let asked = { at: -Infinity, online: Promise.resolve(false) }

  /**
   * A3, A4: whether agents are available. The status is read at most once in two seconds, however many pages need it.
   */
  function isOnline(): Promise<boolean> {
    if (Date.now() - asked.at >= STATUS_KEPT) asked = { at: Date.now(), online: askStatus() }
    return asked.online
  }

  async function askStatus(): Promise<boolean> {
    try {
      const answer = await fetch(`${url}/status`, { signal: AbortSignal.timeout(TIMEOUT) })
      return answer.ok && (await answer.text()).trim() === '1'
    } catch {
      return false
    }
  }

  const post = (body: ToDeskbell, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })

  /**
   * A2. Resolves when the message is stored, or never will be; until then no other message of this visitor may be sent.
   */
  async function send(message: ToDeskbell, key: string): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      // A13: every attempt has the same key. If the message was stored and the response was lost, the retry is
      // recognized.
      const answer = await post(message, { 'idempotency-key': key }).catch(() => undefined)
      if (answer?.status === 200) return { ok: true } // A5: it is stored on disk.
      // A6: 5xx means "not stored, send again", 429 "too fast"; a missing response may mean either. Other statuses are
      // errors of the shop.
      if (answer && answer.status !== 429 && answer.status < 500) return { ok: false, problem: await toProblem(answer) }
      if (attempt === ATTEMPTS) return { ok: false, problem: 'The chat cannot be reached right now.' }
      const told = Number(answer?.headers.get('retry-after')) * 1000
      // A waiting retry must not keep a closing shop alive.
      await wait(Math.min(told || 2 ** (attempt - 1) * 1000, PAUSE_MOST), undefined, { ref: false })
    }
  }

  /** A20: a typing sign; it is not awaited, and a lost one is not repeated. */
  function type(id: string, on: boolean): void {
    post({ sender: { id }, message: { type: on ? 'typein' : 'typeout' } }).catch(() => {})
  }

  return { isOnline, send, type }
}

/** A6: {"error":{"code","message"}}. The message is for the shop's developer, so it is logged. */
async function toProblem(answer: Response): Promise<string> {
  console.error(`Deskbell refused a message: ${answer.status} ${await answer.text()}`)
  return 'This message was not accepted.'
}
