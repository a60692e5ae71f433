import { AGENT_API_HEADER, WIRE_VERSIONS } from '@deskbell/protocol/versions'
import type { ErrorBody } from '@deskbell/protocol/agent/field-reason'
import type { AnswerOf, MethodAndPath, RequestOf } from '@deskbell/protocol/agent/routes/call'
import { words } from '../words/index.ts'
import { sayWhy } from '../words/say-why.ts'
import { methodOf, toUrl, type UrlParts } from './url.ts'

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

/** Parts of a request to any route. */
type Given = UrlParts & { body?: unknown; form?: FormData; key?: string; signal?: AbortSignal }
type Arguments<T> = Record<never, never> extends T ? [given?: T] : [given: T]

/**
 * Sends one request to the agent API. Its types are those of the route's declaration. Throws {@link ApiError}; an abort
 * by `signal` throws the signal's reason.
 */
export const call = <Name extends MethodAndPath>(
  route: Name,
  ...[given]: Arguments<RequestOf<Name> & { readonly signal?: AbortSignal }>
): Promise<AnswerOf<Name>> => send<AnswerOf<Name>>(route, { ...given })

async function send<Body>(route: MethodAndPath, given: Given): Promise<Body> {
  const { body, form, key, signal } = given
  const headers = new Headers({ accept: 'application/json', [AGENT_API_HEADER]: WIRE_VERSIONS.agent })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (key !== undefined) headers.set('idempotency-key', key)
  let response: Response
  try {
    response = await fetch(toUrl(route, given), {
      method: methodOf(route),
      headers,
      body: form ?? (body === undefined ? null : JSON.stringify(body)),
      signal: signal ?? null,
      cache: 'no-store',
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, 'unreachable', words.problem.unreachable)
  }
  const text = await response.text().catch((error: unknown) => {
    if (signal?.aborted) throw error
    // The connection broke inside the answer: what was asked may have been done, and a keyed request can be repeated.
    if (response.ok) throw new ApiError(0, 'unreachable', words.problem.unreachable)
    return ''
  })
  if (response.ok) return toAnswer<Body>(text)
  throw toError(response.status, text, response.headers.get('retry-after'))
}

/**
 * The body of an answer; undefined when it has none. This function does not check the body: a test of
 * the server compares every answer with its declaration.
 */
export const toAnswer = <Body>(text: string): Body => (text === '' ? undefined : JSON.parse(text)) as Body

/** The error of an answer. Uploads use it too; they need XMLHttpRequest to show their progress. */
export function toError(status: number, text: string, retryAfter: string | null): ApiError {
  const seconds = retryAfter !== null && Number.isFinite(Number(retryAfter)) ? Number(retryAfter) : undefined
  const more = seconds === undefined ? {} : { retryAfter: seconds * 1000 }
  const said = parseRefusal(text)
  const error = said
    ? new ApiError(
        status,
        said.code,
        translate(said, seconds),
        said.field === undefined ? more : { ...more, field: said.field },
      )
    : new ApiError(status, `http_${status}`, words.problem.status(status), more)
  if (status === 401 && error.code !== 'wrong_credentials' && error.code !== 'wrong_password') onSignedOut()
  return error
}

/** The application's sentence for a code; for an unknown code, the server's. */
function translate({ code, message, why }: ErrorBody['error'], seconds: number | undefined): string {
  if (!isKnown(code)) return message
  const field = why && Object.hasOwn(words.fields, why.reason) ? sayWhy(why) : message
  return words.refusals[code]({ field, seconds })
}

const isKnown = (code: string): code is keyof typeof words.refusals => Object.hasOwn(words.refusals, code)

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
