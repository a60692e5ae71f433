import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { makeChats } from './chats.ts'
import { Answer, isObject, parseObject, readBody } from './http.ts'

const BODY_MOST = 256 * 1024
const HEARD_MOST = 10_000

/** POST /desk/<token>: receives events. Resolves when the event is accepted; the work follows later (B2). */
export function makeReceiver(token: string, chats: ReturnType<typeof makeChats>) {
  const right = hash(token)
  const heard = new Set<string>()

  return async (request: IncomingMessage): Promise<void> => {
    const given = /^\/desk\/([^/?]+)(?:\?|$)/.exec(request.url ?? '')?.[1]
    if (given === undefined) throw new Answer(404, 'invalid_request', 'There is nothing here.')
    // Compares hashes, because the time of comparing the tokens would reveal how much of one is right.
    if (!timingSafeEqual(hash(given), right)) throw new Answer(401, 'invalid_client', 'This is not the token.')
    if (request.method !== 'POST') throw new Answer(405, 'invalid_request', 'Events are posted.')

    const event = parseObject((await readBody(request, BODY_MOST)).toString())
    const { id, client_id, chat_id } = event ?? {}
    if (!event || !isId(id) || !isId(client_id) || !isId(chat_id))
      throw new Answer(400, 'invalid_request', 'An event has event, id, client_id and chat_id.')
    // Deskbell repeats events whose response it did not receive.
    if (!heard.has(id)) take(event, { client_id, chat_id })
    const [oldest = ''] = heard.add(id)
    if (heard.size > HEARD_MOST) heard.delete(oldest)
  }

  function take({ event, message }: Record<string, unknown>, ids: { client_id: string; chat_id: string }): void {
    if (event === 'CLIENT_MESSAGE') {
      const text = isObject(message) && message['text']
      if (typeof text !== 'string') throw new Answer(400, 'invalid_request', 'The message has no text.')
      chats.hear(ids, text)
    } else if (event === 'AGENT_JOINED') chats.leave(ids)
    else if (event === 'AGENT_UNAVAILABLE') chats.stay(ids)
    // Another event is no error: newer versions may send more, and would count a refusal as a failing bot.
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest()
const isId = (id: unknown): id is string => typeof id === 'string' && id !== ''
