import { readAnswer, toFault, type Fits } from './answer.ts'
import { DeskError } from './error.ts'
import { world, type World } from './world.ts'

export interface ClientOptions extends Partial<World> {
  /** Milliseconds for one attempt. Default: 10 000. */
  readonly timeout?: number
  /** Default: 5, which with their waits take a quarter of a minute. */
  readonly attempts?: number
  /** The longest wait between two attempts, whatever the desk asks for, in milliseconds. Default: 30 000. */
  readonly longestWait?: number
}

/** One way to the desk: how its requests are made, and made again. */
export function openLine({ timeout = 10_000, attempts = 5, longestWait = 30_000, ...given }: ClientOptions) {
  const { fetch, wait, chance } = { ...world, ...given }

  /** One attempt. A redirect is an answer like any other, and no 2xx. */
  async function ask(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeout) })
  }

  /**
   * Asks until the desk has taken or refused it. Asked again: what found no answer, 429 and 5xx. Resolves with the answer
   * of a 2xx, where it is what it should be; DeskError otherwise.
   */
  async function send<Answer>(url: string, init: RequestInit, fits: Fits<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const response = await ask(url, init).catch(toFault)
      const outcome = response instanceof DeskError ? response : await readAnswer(response, fits)
      if (!(outcome instanceof DeskError)) return outcome
      const { status } = outcome
      const isPassing = status === undefined || status === 429 || status >= 500
      if (!isPassing || attempt >= attempts) throw outcome
      await wait(pause(attempt, response instanceof DeskError ? null : response.headers.get('retry-after')))
    }
  }

  /** What the desk asks for, at most the longest; else twice as long each time, give or take a fifth. */
  function pause(attempt: number, asked: string | null): number {
    const told = /^\d+$/.test(asked ?? '') ? Number(asked) * 1000 : 0
    const grown = 2 ** (attempt - 1) * 1000 * (0.8 + 0.4 * chance())
    return Math.min(told || grown, longestWait)
  }

  /** A JSON object that may be sent again under its key, and is taken when the answer says `"result":"ok"`. */
  function post<Answer>(url: string, body: object, headers: Record<string, string>): Promise<Answer> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    }
    return send(url, init, (answer) => (answer['result'] === 'ok' ? (answer as Answer) : undefined))
  }

  return { ask, send, post }
}
export type Line = ReturnType<typeof openLine>
