import { createReadStream } from 'node:fs'
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Config } from '../../platform/config.ts'
import { NotStored } from './objects.ts'

/** A bucket that says nothing for so long is asked again, so many times in all, after a pause (ms). */
const SILENT = 15_000
const TRIES = 3
const PAUSE = 300
/** Connections that are kept open. */
const CONNECTIONS = 32

/** SHA-256 of nothing, in hexadecimal. */
const OF_NOTHING = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

export interface Asked {
  readonly method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Of the object; empty: of the bucket. */
  readonly name: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** A file that is sent, with its size and its SHA-256 in hexadecimal. */
  readonly file?: { readonly path: string; readonly size: number; readonly hash: string }
}

/**
 * Sends signed requests to a bucket. Resolves with the answer, whose body the caller reads or destroys; an answer of 5xx or 429 and
 * a lost connection are tried again. Throws NotStored when the bucket cannot be reached. The bucket is the operator's, at an address
 * of the settings: it is not reached by way of the deliveries, whose guard is for addresses that others give.
 */
export function makeRequests(config: S3Config) {
  const { endpoint, bucket, prefix, region, accessKey, secretKey } = config
  const isSecure = endpoint.startsWith('https:')
  const options = { keepAlive: true, maxSockets: CONNECTIONS, scheduling: 'lifo' } as const
  const agent = isSecure ? new HttpsAgent(options) : new HttpAgent(options)
  // One derived key for each day and region.
  const cache = new Map<string, ArrayBuffer>()

  async function send({ method, name, query = {}, headers = {}, file }: Asked): Promise<IncomingMessage> {
    const path = name === '' ? `/${bucket}` : `/${bucket}/${prefix}${name}`
    const url = new URL(`${endpoint}${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const signed = await new AwsV4Signer({
      ...{ method, url: url.href, service: 's3', region, cache, accessKeyId: accessKey, secretAccessKey: secretKey },
      headers: { ...headers, 'x-amz-content-sha256': file?.hash ?? OF_NOTHING },
    }).sign()
    const sent: OutgoingHttpHeaders = Object.fromEntries(signed.headers.entries())
    if (method === 'PUT') sent['content-length'] = file?.size ?? 0
    return new Promise((resolve, reject) => {
      const request = (isSecure ? httpsRequest : httpRequest)(signed.url, { method, agent, headers: sent })
      request.setTimeout(SILENT, () => request.destroy(new Error(`the bucket said nothing for ${SILENT / 1000} s`)))
      request.once('response', resolve).once('error', reject)
      if (!file) return void request.end()
      const content = createReadStream(file.path).once('error', (error) => request.destroy(error))
      // Else the file stays open when the request fails, and its space is never free.
      request.once('close', () => content.destroy())
      content.pipe(request)
    })
  }

  return {
    async ask(asked: Asked): Promise<IncomingMessage> {
      for (let tries = 1; ; tries++) {
        const isLast = tries === TRIES
        try {
          const answer = await send(asked)
          const status = answer.statusCode ?? 0
          if (isLast || (status < 500 && status !== 429)) return answer
          answer.resume()
        } catch (error) {
          if (isLast) throw new NotStored(`the bucket ${bucket} at ${endpoint} cannot be reached`, undefined, error)
        }
        await new Promise((resolve) => setTimeout(resolve, PAUSE * tries).unref())
      }
    },
    close: () => agent.destroy(),
  }
}

/** The body of an answer as text, of at most a megabyte. */
export async function textOf(answer: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of answer) {
    text += String(chunk)
    if (text.length > 2 ** 20) break
  }
  return text
}
