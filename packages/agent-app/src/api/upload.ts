import type { AnswerOf, MethodAndPath, RequestOf } from '@deskbell/protocol/agent/routes/call'
import { ApiError, toAnswer, toError } from './client.ts'
import { words } from '../words/index.ts'
import { methodOf, toUrl, type UrlParts } from './url.ts'

type Watched = { onProgress: (part: number) => void; signal: AbortSignal }
type Upload = UrlParts & Watched & { form: FormData; key?: string }
/** Routes that take a form. */
type FormRoute = { [Name in MethodAndPath]: RequestOf<Name> extends { form: FormData } ? Name : never }[MethodAndPath]

/**
 * Sends a form and reports its progress, 0 to 1, which `fetch` cannot. Throws {@link ApiError} or the signal's reason.
 */
export function upload<Name extends FormRoute>(route: Name, given: RequestOf<Name> & Watched): Promise<AnswerOf<Name>> {
  const { form, key, onProgress, signal, ...parts }: Upload = given
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(methodOf(route), toUrl(route, parts))
    request.setRequestHeader('accept', 'application/json')
    if (key !== undefined) request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status > 299) {
        reject(toError(request.status, request.responseText, request.getResponseHeader('retry-after')))
      } else resolve(toAnswer<AnswerOf<Name>>(request.responseText))
    })
    request.addEventListener('error', () => reject(new ApiError(0, 'unreachable', words.problem.unreachable)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason as Error)
    else request.send(form)
  })
}

const noSignal = new AbortController().signal
const unwatched = { onProgress: () => {}, signal: noSignal }

/** Sends a picture, whose progress is not shown. Throws {@link ApiError}. */
export const sendPhoto = (form: FormData) => upload('PUT /me/photo', { form, ...unwatched })
export const sendLogo = (form: FormData) => upload('PUT /settings/logo', { form, ...unwatched })
