import { startIntegratorServer } from '../integrator-server.ts'
import { toReceivedEvent } from '../webhooks/hook.ts'

/** One event that the receiver got. */
export interface ReceivedEvent {
  readonly webhookId: string
  readonly body: string
  readonly name: string
  readonly chat: number
}

/** A test CRM: accepts every event, checks it against its schema, and fails once for every fifth. */
export async function startReceiver() {
  const integrator = await startIntegratorServer()
  const received: ReceivedEvent[] = []
  const faults: string[] = []
  const stumbled = new Set<string>()
  integrator.behaves((request, response) => {
    const webhookId = request.header('webhook-id') ?? ''
    const stumbles = received.length % 5 === 4 && !stumbled.has(webhookId)
    if (stumbles) stumbled.add(webhookId)
    try {
      const { event } = toReceivedEvent(request)
      const chat = 'chat_id' in event ? (event.chat_id ?? 0) : 0
      received.push({ webhookId, body: request.body, name: event.event_name, chat })
    } catch (error) {
      faults.push(String(error))
    }
    response.writeHead(stumbles ? 500 : 200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
  })
  return { url: `${integrator.url}/hook`, received, faults, close: () => integrator.close() }
}
