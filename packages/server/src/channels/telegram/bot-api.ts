import type { Api } from 'grammy'
import type { Sender } from '../../deliveries/http/send.ts'
import { MASK, toKept } from '../../deliveries/record.ts'
import type { Clock } from '../../platform/clock.ts'

export type BotApi = Api

/** One request to Telegram, as the delivery log shows it: without the token, and without the bytes of a file. */
export interface BotCall {
  readonly url: string
  readonly body: string
  readonly ms: number
  /** Null when Telegram did not answer. */
  readonly answer: { readonly status: number; readonly body: string } | null
}

export interface BotApiOptions {
  /** The time of one request (ms). */
  readonly timeoutMs: number
  /** All requests end by then (ms since the epoch). */
  readonly until?: number
  readonly onCall?: (call: BotCall) => void
}

/** Makes the client of one bot. */
export type MakeBotApi = (token: string, options: BotApiOptions) => Promise<BotApi>

/** Telegram could not be asked. The message is a clause for agents, which names only the host. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** The largest answer: a hundred updates (bytes). */
const ANSWER_MAX = 8 * 1024 * 1024
/** Longer than any attempt, which the sender ends itself (s). */
const NEVER = 600

/**
 * Clients of the Bot API whose requests go out through the sender like all others. `root` is the address of Telegram, or
 * of a Bot API server that the operator runs. The library is loaded with the first bot, since most installations have none.
 */
export function makeBotApis({
  sender,
  clock,
  root,
}: {
  readonly sender: Sender
  readonly clock: Clock
  readonly root: string
}): MakeBotApi {
  return async (token, { timeoutMs, until = Infinity, onCall }) => {
    const { Api } = await import('grammy')
    const fetch = async (url: string | URL, { method, headers, body }: RequestGiven) => {
      const bytes = typeof body === 'string' || body === undefined ? body : await toBytes(body)
      const left = until - clock.now()
      if (left <= 0) throw new Unreachable('the time of the attempt was used up')
      const answer = await sender.send({
        method: method === 'GET' ? 'GET' : 'POST',
        url: String(url),
        headers: { ...(headers?.['content-type'] !== undefined && { 'content-type': headers['content-type'] }) },
        ...(bytes !== undefined && { body: bytes }),
        timeoutMs: Math.min(timeoutMs, left),
        maxBytes: ANSWER_MAX,
      })
      onCall?.({
        url: String(url).replace(token, MASK),
        body: typeof bytes === 'string' ? toKept(bytes) : `${bytes?.length ?? 0} bytes with a file`,
        ms: Math.round(answer.ms),
        answer:
          answer.kind === 'answered' ? { status: answer.status, body: toKept(answer.body.toString('utf8')) } : null,
      })
      if (answer.kind === 'failed') throw new Unreachable(answer.detail)
      return { json: () => parseAnswer(answer.status, answer.body) }
    }
    return new Api(token, {
      apiRoot: root,
      timeoutSeconds: NEVER,
      // The library asks its `fetch` for no more than this.
      fetch: fetch as never,
    })
  }
}

interface RequestGiven {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | AsyncIterable<Uint8Array>
}

async function toBytes(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A proxy in between may answer with a page. */
function parseAnswer(status: number, body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Unreachable(`the answer ${status} is not Telegram's`)
  }
}

/** Why a call failed. */
export interface CallFailure {
  /** Telegram's error code; null when it did not answer. */
  readonly code: number | null
  readonly said: string
  /** The delay that Telegram asks for (ms). */
  readonly retryAfter?: number
}

/** Undefined for an exception that is not of a call. */
export function toFailure(error: unknown): CallFailure | undefined {
  if (!(error instanceof Error)) return undefined
  // Recognized by name: the classes are in a library that is loaded late.
  if (error.name === 'GrammyError' && 'error_code' in error && 'description' in error) {
    const { retry_after: after } = ('parameters' in error ? error.parameters : {}) as { retry_after?: number }
    return {
      code: Number(error.error_code),
      said: String(error.description),
      ...(after !== undefined && { retryAfter: after * 1000 }),
    }
  }
  if (error.name !== 'HttpError') return undefined
  const cause = 'error' in error ? error.error : undefined
  return { code: null, said: cause instanceof Unreachable ? cause.message : 'Telegram could not be asked' }
}
