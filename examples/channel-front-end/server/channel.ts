import { setTimeout as wait } from 'node:timers/promises'

/** What a visitor says to the desk: A2 with text or media, A20 for typing. */
export interface ToDesk {
  sender: { id: string; name?: string; url?: string; invite?: string }
  message: { type: string } & Record<string, unknown>
}

export type Outcome = { ok: true } | { ok: false; problem: string }
export type Channel = ReturnType<typeof openChannel>

const STATUS_KEPT = 2000
const TIMEOUT = 10_000
/** With growing pauses, these take about three minutes. */
const ATTEMPTS = 10
const PAUSE_MOST = 30_000

/** The way from the shop to the desk. `url` is the channel's address; it is a secret and never leaves this server. */
export function openChannel(url: string) {
  let asked = { at: -Infinity, online: Promise.resolve(false) }

  /** A3, A4: whether somebody is there. However many pages ask, the desk is asked once in two seconds. */
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

  const post = (body: ToDesk, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(TIMEOUT),
    })

  /** A2. Resolves when the desk has stored the message or never will; nothing else of this visitor may be sent until then. */
  async function send(message: ToDesk, key: string): Promise<Outcome> {
    for (let attempt = 1; ; attempt++) {
      // A13: the same key with every attempt. If the desk had stored the message and its answer was lost, it knows it again.
      const answer = await post(message, { 'idempotency-key': key }).catch(() => undefined)
      if (answer?.status === 200) return { ok: true } // A5: it is on the desk's disk.
      // A6: 5xx means "not stored, send again", 429 "too fast"; no answer at all may mean either. The rest is for us to mend.
      if (answer && answer.status !== 429 && answer.status < 500) return { ok: false, problem: await toProblem(answer) }
      if (attempt === ATTEMPTS) return { ok: false, problem: 'The chat cannot be reached right now.' }
      const told = Number(answer?.headers.get('retry-after')) * 1000
      // Not a reason to stay for a shop that closes.
      await wait(Math.min(told || 2 ** (attempt - 1) * 1000, PAUSE_MOST), undefined, { ref: false })
    }
  }

  /** A20: a sign and nothing more, so nothing waits for it and a lost one is not sent again. */
  function type(id: string, on: boolean): void {
    post({ sender: { id }, message: { type: on ? 'typein' : 'typeout' } }).catch(() => {})
  }

  return { isOnline, send, type }
}

/** A6: {"error":{"code","message"}}. What it says is for the shop's programmer, so it goes to the log. */
async function toProblem(answer: Response): Promise<string> {
  console.error(`The desk refused a message: ${answer.status} ${await answer.text()}`)
  return 'This message was not accepted.'
}
