import { request as overHttp, type IncomingMessage } from 'node:http'
import { request as overHttps } from 'node:https'
import type { TLSSocket } from 'node:tls'

/** How long an address may take (ms), and how much of its answer is read (bytes). */
const WITHIN = 5000
const READ = 4096

export interface Reached {
  readonly status: number
  /** Its beginning. */
  readonly body: string
  readonly location: string | undefined
  /** When the certificate ends, as the server says it; undefined without TLS. */
  readonly validTo: string | undefined
}

export interface ReachOptions {
  readonly upgrade?: boolean
  readonly post?: { readonly headers: Readonly<Record<string, string>>; readonly body: string }
}

/**
 * Asks an address that the operator set. `upgrade`: as a browser that opens a WebSocket; its status is 101 when the server
 * accepts. `post`: a POST with this body. Rejects when no HTTP server answers in time.
 */
export function reach(url: string, { upgrade = false, post }: ReachOptions = {}): Promise<Reached> {
  return new Promise((resolve, reject) => {
    const headers = upgrade
      ? {
          ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
          'sec-websocket-key': 'ZG9jdG9yIG9mIGRlc2tiZQ==',
        }
      : post?.headers
    const open = url.startsWith('https:') ? overHttps : overHttp
    const method = post ? 'POST' : 'GET'
    const asked = open(url, { method, ...(headers && { headers }), agent: false, signal: AbortSignal.timeout(WITHIN) })
    const done = (answer: IncomingMessage, body: string) => {
      const { statusCode = 0, socket } = answer
      const certificate = 'getPeerCertificate' in socket ? (socket as TLSSocket).getPeerCertificate() : undefined
      resolve({ status: statusCode, body, location: answer.headers.location, validTo: certificate?.valid_to })
      answer.destroy()
    }
    asked.on('upgrade', (answer, socket) => {
      done(answer, '')
      socket.destroy()
    })
    asked.on('response', (answer) => {
      let body = ''
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        body += text
        if (body.length >= READ) done(answer, body)
      })
      answer.on('end', () => done(answer, body))
      answer.on('error', reject)
    })
    asked.on('error', (error) =>
      reject(error.name === 'AbortError' ? new Error(`no answer within ${WITHIN / 1000} s`) : error),
    )
    asked.end(post?.body)
  })
}
