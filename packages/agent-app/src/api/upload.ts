import { ApiError, toError } from './client.ts'
import { words } from '../words/index.ts'

type Upload = {
  path: string
  form: FormData
  key?: string
  method?: 'POST' | 'PUT'
  onProgress: (part: number) => void
  signal: AbortSignal
}

/** Sends a form and reports progress, 0 to 1, which `fetch` cannot. Throws {@link ApiError}, or the signal's reason. */
export const upload = <T>({ path, form, key, method = 'POST', onProgress, signal }: Upload): Promise<T> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.setRequestHeader('accept', 'application/json')
    if (key !== undefined) request.setRequestHeader('idempotency-key', key)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      if (request.status < 200 || request.status > 299) {
        reject(toError(request.status, request.responseText, request.getResponseHeader('retry-after')))
      } else resolve((request.responseText === '' ? undefined : JSON.parse(request.responseText)) as T)
    })
    request.addEventListener('error', () => reject(new ApiError(0, 'unreachable', words.problem.unreachable)))
    request.addEventListener('abort', () => reject(signal.reason as Error))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    if (signal.aborted) reject(signal.reason as Error)
    else request.send(form)
  })
