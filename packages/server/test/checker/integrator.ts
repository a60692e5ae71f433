import { startPartner } from '../partner.ts'

/** One request of the desk, as the integrator heard it and answered it. */
export interface Delivered {
  webhookId: string
  body: string
  recipient: string
  text: string
  answered: 'ok' | 'error' | 'status 500'
}

/** What a text asks of the integrator. */
export const REFUSED = 'refuse this'
export const STUMBLES = 'stumble over this'

/**
 * Plays the integrator: takes every message, but refuses some for good and stumbles once over others, by their text.
 * `hold` may keep an answer back.
 */
export async function startIntegrator() {
  const partner = await startPartner()
  const received: Delivered[] = []
  const stumbled = new Set<string>()
  let hold: (delivered: Delivered) => Promise<void> | undefined = () => undefined
  partner.behaves((request, response) => {
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
    partner,
    received,
    /** Answers wait for what this returns. */
    holds: (fn: typeof hold) => void (hold = fn),
    close: () => partner.close(),
  }
}

export type Integrator = Awaited<ReturnType<typeof startIntegrator>>
