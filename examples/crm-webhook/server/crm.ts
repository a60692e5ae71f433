import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  card,
  ok,
  verify,
  WebhookError,
  type ChatAccepted,
  type ChatAcceptedAnswer,
  type WebhookEvent,
} from '@deskbell/sdk'
import type { Contacts } from './contacts.ts'
import { HEADERS, toPage } from './page.ts'

export interface CrmConfig {
  /** Secrets of the webhook: `whsec_…`; two during a rotation. */
  secrets: string[]
  /** The address at which agents' browsers reach this server. */
  crmUrl: string
  contacts: Contacts
  log: (line: string) => void
}

const HANDLED_MOST = 10_000

/** The CRM's server: POST /desk for Deskbell, GET /contacts/ID for agents. */
export function openCrm({ secrets, crmUrl, contacts, log }: CrmConfig) {
  const handled = new Set<string>()

  return (request: IncomingMessage, response: ServerResponse): void => {
    const path = (request.url ?? '/').split('?')[0]!
    if (path === '/desk' && request.method === 'POST') {
      receive(request).then(
        (answer) => send(response, 200, answer),
        (error: unknown) => refuse(response, error),
      )
      return
    }
    const contact = request.method === 'GET' ? contacts.byId(path.replace(/^\/contacts\//, '')) : undefined
    if (contact) response.writeHead(200, HEADERS).end(toPage(contact))
    else send(response, 404, { error: { code: 'not_found', message: 'There is nothing here' } })
  }

  async function receive(request: IncomingMessage): Promise<object> {
    const event = await verify(request, secrets)
    // The agent waits for this answer: it is computed at once, and again for a repeated event.
    if (event.event_name === 'chat_accepted') return answerOf(event)
    // An event without a 2xx arrives again with the same id: it is processed once.
    const id = String(request.headers['webhook-id'])
    if (handled.has(id)) return ok
    note(event)
    handled.add(id)
    const [oldest] = handled
    if (oldest !== undefined && handled.size > HANDLED_MOST) handled.delete(oldest)
    return ok
  }

  function answerOf({ chat_id, visitor, user_token: token }: ChatAccepted): ChatAcceptedAnswer {
    const found = contacts.find({ token, ...visitor })
    log(
      `Chat ${chat_id} was accepted: ${found ? `contact ${found.contact.id}, found by ${found.by}` : 'no known contact'}`,
    )
    if (!found) return ok
    const { contact, by } = found
    const [last] = contact.orders
    const isProven = by === 'token'
    return card({
      fields: [
        ...(isProven ? [] : [{ title: `Found by ${by}`, content: 'Given by the visitor, and not proven' }]),
        { title: 'Customer since', content: contact.since },
        ...(last ? [{ title: 'Last order', key: last.status, content: `${last.number}, ${last.what}` }] : []),
      ],
      // For an unproven contact, the agent keeps the data that the visitor entered.
      ...(isProven && { contact: { name: contact.name, email: contact.email, phone: contact.phone } }),
      crmLink: new URL(`/contacts/${encodeURIComponent(contact.id)}`, crmUrl),
      enableAssign: !isProven,
    })
  }

  /** A real CRM would write its history here. Visitors' texts are quoted: none of them begins a line of its own. */
  function note(event: WebhookEvent): void {
    switch (event.event_name) {
      case 'chat_assigned':
        return log(`Chat ${event.chat_id} belongs to ${JSON.stringify(event.assign_to)}`)
      case 'chat_updated':
        return log(
          `Chat ${event.chat_id}: the visitor is ${JSON.stringify(event.visitor.name ?? event.visitor.number)}`,
        )
      case 'chat_finished':
        return log(
          `Chat ${event.chat_id} ended with ${event.chat.messages.length} messages, rated ${event.chat.rate ?? 'not at all'}`,
        )
      case 'offline_message':
        return log(`Message ${JSON.stringify(event.offline_message_id)} was left: ${JSON.stringify(event.message)}`)
      case 'call_event':
        return log(`Call with ${JSON.stringify(event.call.phone)}: ${event.call.status}`)
      default:
        return log('An event that this version does not know')
    }
  }

  /** 401, 413 or 400; an error of this server is a 500, so that Deskbell sends the event again. */
  function refuse(response: ServerResponse, error: unknown): void {
    const { status, code } =
      error instanceof WebhookError ? { status: error.status, code: error.reason } : { status: 500, code: 'fault' }
    const message = error instanceof Error ? error.message : 'Something went wrong'
    log(`Refused: ${message}`)
    send(response, status, { error: { code, message: status === 500 ? 'Something went wrong' : message } })
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
