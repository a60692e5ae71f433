import { startPartner } from '../partner.ts'
import { toReceivedEvent } from '../webhooks/hook.ts'

/** One event as the receiver heard it. */
export interface Told {
  readonly webhookId: string
  readonly body: string
  readonly name: string
  readonly chat: number
}

/** Plays a CRM under load: takes every event, checks it against its schema, and stumbles once over every fifth. */
export async function startReceiver() {
  const partner = await startPartner()
  const told: Told[] = []
  const faults: string[] = []
  const stumbled = new Set<string>()
  partner.behaves((request, response) => {
    const webhookId = request.header('webhook-id') ?? ''
    const stumbles = told.length % 5 === 4 && !stumbled.has(webhookId)
    if (stumbles) stumbled.add(webhookId)
    try {
      const { event } = toReceivedEvent(request)
      const chat = 'chat_id' in event ? (event.chat_id ?? 0) : 0
      told.push({ webhookId, body: request.body, name: event.event_name, chat })
    } catch (error) {
      faults.push(String(error))
    }
    response.writeHead(stumbles ? 500 : 200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
  })
  return { url: `${partner.url}/hook`, told, faults, close: () => partner.close() }
}
