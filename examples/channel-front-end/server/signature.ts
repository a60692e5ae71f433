import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** How old a request may be before it counts as a recording that somebody plays again. Seconds. */
const TOLERANCE = 300

/** A27: whether this came from the holder of the channel's secret, by the rules of Standard Webhooks. */
export function isSigned(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]))
  // Written this way round, so that what is no number is refused too.
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < TOLERANCE)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  // Two signatures stand there while a secret is being changed: one that is right is enough.
  return String(signatures)
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.slice('v1,'.length), 'base64')
      return one.startsWith('v1,') && given.length === right.length && timingSafeEqual(given, right)
    })
}
