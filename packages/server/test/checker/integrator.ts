import { startIntegratorServer } from '../integrator-server.ts'

/** One request of the server, with the integrator's answer. */
export interface Delivered {
  webhookId: string
  body: string
  recipient: string
  text: string
  answered: 'ok' | 'error' | 'status 500'
}

/** How the integrator answers a text. */
export const REFUSED = 'refuse this'
export const STUMBLES = 'stumble over this'

/**
 * A test integrator: accepts every message, except that it refuses some and fails once for others, by their text.
 * `hold` can delay an answer.
 */
export async function startIntegrator() {
  const server = await startIntegratorServer()
  const received: Delivered[] = []
  const stumbled = new Set<string>()
  let hold: (delivered: Delivered) => Promise<void> | undefined = () => undefined
  server.behaves((request, response) => {
    // A long run would keep every body twice.
    server.requests.length = 0
    const body = JSON.parse(request.body) as { recipient: { id: string }; message: { type: string; text?: string } }
    if (body.message.type !== 'text') return void response.end('{"result":"ok"}')
    const text = body.message.text ?? ''
    const webhookId = request.header('webhook-id') ?? ''
    const stumbles = text.includes(STUMBLES) && !stumbled.has(webhookId)
    if (stumbles) stumbled.add(webhookId)
    const answered = text.includes(REFUSED) ? 'error' : stumbles ? 'status 500' : 'ok'
    const delivered: Delivered = { webhookId, body: request.body, recipient: body.recipient.id, text, answered }
    received.push(delivered)
    const answer = () => {
      response.statusCode = stumbles ? 500 : 200
      response.setHeader('content-type', 'application/json')
      response.end(answered === 'error' ? '{"error":{"code":"recipient_blocked"}}' : '{"result":"ok"}')
    }
    const held = hold(delivered)
    if (held) void held.then(answer)
    else answer()
  })
  return {
    server,
    received,
    /** Each answer waits for the returned promise. */
    holds: (fn: typeof hold) => void (hold = fn),
    close: () => server.close(),
  }
}

export type Integrator = Awaited<ReturnType<typeof startIntegrator>>
