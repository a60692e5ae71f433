import type { IncomingMessage, ServerResponse } from 'node:http'
import { parseObject, readBody, sendJson, toText } from './http.ts'
import { isSigned } from './signature.ts'
import { tell, type Message, type Visitor, type Visitors } from './visitors.ts'

/** A request of Deskbell: an agent's message (A3), or a typing sign of an agent (A20). */
interface FromDeskbell {
  sender: { name: string; photo: string }
  recipient: { id: string }
  message: { type: string; id: string; text?: string } & Partial<Record<string, unknown>>
}

interface Receiving {
  visitors: Visitors
  secret: string | undefined
}

const BODY_MOST = 256 * 1024
const HANDLED_MOST = 10_000

/** POST /desk/<publicId>: receives agents' messages. Always answers in the format of A22 and A23. */
export function makeReceiver({ visitors, secret }: Receiving) {
  const handled = new Set<string>()

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, code: string, message: string) =>
      sendJson(response, status, { error: { code, message } })

    const body = await readBody(request, BODY_MOST)
    if (secret !== undefined && !isSigned(request.headers, body, secret))
      return refuse(401, 'unauthorized', 'The shop could not verify the signature. Compare the secrets.')
    const sent = parseObject(body) as FromDeskbell | undefined
    if (!sent?.sender || !sent.recipient || !sent.message) return refuse(400, 'invalid_request', 'This is no message.')
    const visitor = visitors.byId(sent.recipient.id)
    if (!visitor) return refuse(200, 'recipient_not_found', 'This visitor is not known to the shop any more.')

    // A25, A27: if the response was lost, the same request arrives again with the same webhook-id.
    const id = request.headers['webhook-id']
    const again = typeof id === 'string' && handled.has(id)
    if (!again && !take(visitor, sent))
      return refuse(200, 'unsupported_type', `The shop cannot show messages of the type "${sent.message.type}".`)
    if (typeof id === 'string') handled.add(id)
    const [oldest] = handled
    if (oldest !== undefined && handled.size > HANDLED_MOST) handled.delete(oldest)
    sendJson(response, 200, { result: 'ok' })
  }

  /** False: the shop cannot show it. */
  function take(visitor: Visitor, { sender, message }: FromDeskbell): boolean {
    const { type, id, text = '' } = message
    if (type === 'typein' || type === 'typeout') {
      for (const page of visitor.pages) tell(page, 'typing', { name: sender.name, on: type === 'typein' })
      return true
    }
    const media = toMedia(message)
    if (!text && !media) return false
    const photo = isLink(sender.photo) && { photo: sender.photo }
    // Stored under Deskbell's message id, so that "Send again" by the agent shows the message once.
    visitors.show(visitor, {
      id,
      from: 'agent',
      at: Date.now(),
      text,
      name: sender.name || 'Support',
      ...photo,
      ...media,
    })
    return true
  }
}

/** The media types: all but a location have a file. */
function toMedia({ type, ...fields }: FromDeskbell['message']): Pick<Message, 'file' | 'place'> | undefined {
  const { file: url, file_name: name, file_size: size, latitude, longitude } = fields
  if (type === 'location') return { place: { latitude: Number(latitude), longitude: Number(longitude) } }
  if (!isLink(url)) return undefined
  return { file: { kind: type, url, name: toText(name) || 'file', ...(typeof size === 'number' && { size }) } }
}

/** Only http(s) becomes a link on the page: javascript: and data: are addresses too. */
function isLink(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\//i.test(url)
}
