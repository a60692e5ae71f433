import { readAnswer, toFault, type ParseAnswer } from './answer.ts'
import { DeskError } from './error.ts'
import { defaultRuntime, type Runtime } from './runtime.ts'

export interface ClientOptions extends Partial<Runtime> {
  /** Milliseconds for one attempt. Default: 10 000. */
  readonly timeout?: number
  /** Default: 5, which take about 15 seconds with their waits. */
  readonly attempts?: number
  /** The longest wait between two attempts, whatever the server asks for, in milliseconds. Default: 30 000. */
  readonly longestWait?: number
}

/** Sends requests to the server and repeats them after temporary failures. */
export function openHttpClient({ timeout = 10_000, attempts = 5, longestWait = 30_000, ...given }: ClientOptions) {
  const { fetch, wait, chance } = { ...defaultRuntime, ...given }

  /** One attempt. A redirect is not followed and counts as a failure. */
  async function ask(url: string, init: RequestInit): Promise<Response> {
    return fetch(url, { redirect: 'manual', ...init, signal: AbortSignal.timeout(timeout) })
  }

  /**
   * Repeats the request until the server has accepted or refused it. Repeated are missing answers, 429 and 5xx.
   * Resolves with the parsed answer of a 2xx; DeskError otherwise.
   */
  async function send<Answer>(url: string, init: RequestInit, parse: ParseAnswer<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      const response = await ask(url, init).catch(toFault)
      const outcome = response instanceof DeskError ? response : await readAnswer(response, parse)
      if (!(outcome instanceof DeskError)) return outcome
      const { status } = outcome
      const isPassing = status === undefined || status === 429 || status >= 500
      if (!isPassing || attempt >= attempts) throw outcome
      await wait(pause(attempt, response instanceof DeskError ? null : response.headers.get('retry-after')))
    }
  }

  /** The wait that the server asked for, up to the longest wait; otherwise doubled each time, varied by a fifth. */
  function pause(attempt: number, asked: string | null): number {
    const told = /^\d+$/.test(asked ?? '') ? Number(asked) * 1000 : 0
    const grown = 2 ** (attempt - 1) * 1000 * (0.8 + 0.4 * chance())
    return Math.min(told || grown, longestWait)
  }

  /** Posts a JSON object that carries a key and may be repeated; `"result":"ok"` means success. */
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
export type HttpClient = ReturnType<typeof openHttpClient>
