import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** The maximum age of a request, against replays. Seconds. */
const TOLERANCE = 300

/** A27: whether the holder of the channel's secret sent this, by the rules of Standard Webhooks. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  // Written so that NaN is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // During a rotation there are two signatures; one valid signature is enough.
  return String(signatures)
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.slice('v1,'.length), 'base64')
      return one.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right)
    })
}
