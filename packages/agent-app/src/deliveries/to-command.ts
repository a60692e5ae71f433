import type { Attempt, DeliveryWithAttempts } from '@deskbell/protocol/agent/channel'
import { toCurl } from '../text/curl.ts'
import { full, inList } from '../text/when.ts'
import { words } from '../words/index.ts'

const w = words.deliveries
/** Stands in the log in place of a secret. */
const DOTS = /•{3,}/
const FETCHES = ['media_fetch', 'photo_fetch']

/** Media is fetched with GET, everything else is posted. */
export const methodOf = (kind: string): 'GET' | 'POST' => (FETCHES.includes(kind) ? 'GET' : 'POST')

/** One attempt as a shell command, without secrets. Notes say where to insert them. */
export function toCommand(delivery: Pick<DeliveryWithAttempts, 'kind' | 'bot' | 'body'>, attempt: Attempt): string {
  const { url, headers, body } = attempt.request
  const method = methodOf(delivery.kind)
  const places = Object.entries(headers).flatMap(([name, value]) => (DOTS.test(value) ? [name] : []))
  if (DOTS.test(url)) places.unshift(w.curlAddress)
  const dots = DOTS.exec(url + Object.values(headers).join(' '))?.[0] ?? ''
  const notes = [
    ...(places.length > 0 ? [w.curlSecrets(dots, inList(places))] : []),
    ...(delivery.bot !== null && url.endsWith('*') ? [w.curlToken] : []),
    ...(headers['webhook-signature'] === undefined ? [] : [w.curlOld(full(attempt.at))]),
  ]
  return toCurl({ method, url, headers, ...(method === 'POST' && { body: delivery.body ?? body }) }, notes)
}
