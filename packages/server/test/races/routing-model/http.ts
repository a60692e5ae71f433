import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

const agent = new Agent({ keepAlive: true, maxSockets: 200 })

interface Answer {
  readonly status: number
  readonly text: string
}

/** One request, with a JSON body or without one, over kept connections. Rejects when the connection breaks. */
function send(url: string, body: object | undefined, token?: string): Promise<Answer> {
  const bytes = body && JSON.stringify(body)
  const headers = {
    ...(bytes !== undefined && {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(bytes),
    }),
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body ? 'POST' : 'GET', headers, agent, timeout: 60_000 }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer within a minute')))
    sent.on('error', reject)
    sent.end(bytes)
  })
}

/** How long a server may be down or busy (ms). */
const AGAIN = 120_000

/** The same, again while the server is down or busy, as clients do. */
export async function sendAgain(...given: Parameters<typeof send>): ReturnType<typeof send> {
  for (const end = Date.now() + AGAIN; ; await pause(100)) {
    const answer = await send(...given).catch((error: unknown) => error)
    if (!(answer instanceof Error) && (answer as Answer).status !== 503) return answer as Answer
    if (Date.now() > end) throw answer instanceof Error ? answer : new Error((answer as Answer).text)
  }
}
