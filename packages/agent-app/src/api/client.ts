import type { ErrorBody } from '@deskbell/protocol/shapes'
import { words } from '../words/index.ts'

/** The server refused a request, or could not be reached (status 0). `message` is shown to the agent. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly field: string | undefined
  /** Milliseconds after which a retry makes sense, when the server named a time. */
  readonly retryAfter: number | undefined

  constructor(status: number, code: string, message: string, more: { field?: string; retryAfter?: number } = {}) {
    super(message)
    this.status = status
    this.code = code
    this.field = more.field
    this.retryAfter = more.retryAfter
  }

  /**
   * The server did not decide: the same request may be sent again (with the same Idempotency-Key where it has one). A
   * full disk (507) is shown to the agent instead of being retried.
   */
  get mayPass(): boolean {
    return this.status === 0 || this.status === 429 || (this.status >= 500 && this.status !== 507)
  }
}

type Signed = () => void
let onSignedOut: Signed = () => {}
/** Called when the server no longer accepts the session. Set once, by the app's root component. */
export const whenSignedOut = (act: Signed): void => void (onSignedOut = act)

export type Ask = { body?: unknown; form?: FormData; key?: string; signal?: AbortSignal }
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One request to the agent API. Throws {@link ApiError}; an abort by `signal` throws what the signal gives as its reason. */
export async function ask<T>(method: Method, path: string, { body, form, key, signal }: Ask = {}): Promise<T> {
  const headers = new Headers({ accept: 'application/json' })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
      cache: 'no-store',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', words.problem.unreachable)
  }
  const text = await response.text().catch(() => '')
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as T
  throw toError(response.status, text, response.headers.get('retry-after'))
}

/** Makes an error from a response. Uploads use it too: they need XMLHttpRequest to report progress. */
export function toError(status: number, text: string, retryAfter: string | null): ApiError {
  const seconds = Number(retryAfter)
  const more = retryAfter !== null && Number.isFinite(seconds) ? { retryAfter: seconds * 1000 } : {}
  const said = parseRefusal(text)
  const error = said
    ? new ApiError(status, said.code, said.message, said.field === undefined ? more : { ...more, field: said.field })
    : new ApiError(status, `http_${status}`, words.problem.status(status), more)
  if (status === 401 && error.code !== 'wrong_credentials' && error.code !== 'wrong_password') onSignedOut()
  return error
}

function parseRefusal(text: string): ErrorBody['error'] | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null
    return typeof body?.error?.message === 'string' && typeof body.error.code === 'string' ? body.error : null
  } catch {
    return null
  }
}

/** The text to show for any thrown value. */
export const saying = (error: unknown): string => (error instanceof ApiError ? error.message : words.problem.unknown)
