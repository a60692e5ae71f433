import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { ANN, tokenOf } from '../test-server.ts'
import type { History } from './judge.ts'
import { read } from './readers.ts'
import type { ReceivedEvent } from './receiver.ts'
import type { ServerProcess } from './server-process.ts'

/**
 * A customer writes; Ann accepts the chat and closes it: two events. Repeats each request until it is answered. `writes`:
 * sends the customer's message, and resolves with whether it was acknowledged.
 */
export async function passBy(
  server: ServerProcess,
  name: string,
  writes = (customer: string) => write(server, customer),
): Promise<void> {
  const customer = `passer-${name}`
  if (!(await writes(customer))) return
  const chat = (await waiting(server)).find(({ visitor }) => visitor.id === customer)?.id
  if (chat === undefined) throw new Error(`${customer} has no chat`)
  await ask(server, `${server.url}/api/chats/${chat}/accept`, {})
  await ask(server, `${server.url}/api/chats/${chat}/close`, {})
}

async function write(server: ServerProcess, customer: string): Promise<boolean> {
  await ask(server, server.channelUrl, { sender: { id: customer }, message: { type: 'text', text: 'hi' } }, customer)
  return true
}

/** Repeats a request until it is answered: each of these requests is idempotent. */
async function ask(server: ServerProcess, url: string, body: object, key?: string): Promise<void> {
  for (;;) {
    try {
      const response = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          authorization: `Bearer ${tokenOf(ANN)}`,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        signal: AbortSignal.timeout(10_000),
      })
      await response.text()
      if (response.ok) return
      if (response.status < 500) throw new Error(`${url} answered ${response.status}`)
    } catch (error) {
      if (error instanceof Error && error.message.includes(' answered ')) throw error
    }
    await server.up
    await pause(20)
  }
}

/** The waiting chats. They are few, since each passer-by's is accepted at once. */
async function waiting(server: ServerProcess): Promise<ChatForMe[]> {
  for (let tries = 0; ; tries++) {
    try {
      return (await read<{ chats: ChatForMe[] }>(server.url, '/chats?view=waiting&limit=200')).chats
    } catch (error) {
      if (tries > 500) throw error
      // A start takes long on a busy machine.
      await server.up
      await pause(50)
    }
  }
}

/** The events that these chats owe to the receiver, as `42 chat_accepted`. */
export function eventsDue(histories: readonly Pick<History, 'chat' | 'entries'>[]): string[] {
  return histories.flatMap(({ chat, entries }) =>
    entries.flatMap(({ type }) => {
      if (type === 'agent.joined') return [`${chat} chat_accepted`]
      return type === 'chat.closed' ? [`${chat} chat_finished`] : []
    }),
  )
}

export const eventsReceived = (received: readonly ReceivedEvent[]): Set<string> =>
  new Set(received.map(({ chat, name }) => `${chat} ${name}`))

/** I5: each event that is due was received, no other one, in order, and repeats are identical to the byte. */
export function judgeEvents(due: readonly string[], received: readonly ReceivedEvent[]): string[] {
  const delivered = eventsReceived(received)
  const owed = new Set(due)
  return [
    ...due.filter((one) => !delivered.has(one)).map((one) => `I5 ${one} was never delivered`),
    ...[...delivered].filter((one) => !owed.has(one)).map((one) => `I5 ${one} was delivered and is not stored`),
    ...judgeRepeats(received),
    ...judgeOrder(received),
  ]
}

function judgeRepeats(received: readonly ReceivedEvent[]): string[] {
  const first = new Map<string, ReceivedEvent>()
  const events = new Map<string, string>()
  return received.flatMap((one) => {
    const before = first.get(one.webhookId)
    if (!before) first.set(one.webhookId, one)
    const event = `${one.chat} ${one.name}`
    const id = events.get(event) ?? one.webhookId
    events.set(event, id)
    return [
      ...(before && before.body !== one.body ? [`I5 ${one.webhookId} came in two forms`] : []),
      ...(id !== one.webhookId ? [`I5 ${event} came under two ids`] : []),
    ]
  })
}

/** The first deliveries of each chat arrive in the order of its events. */
function judgeOrder(received: readonly ReceivedEvent[]): string[] {
  const accepted = new Set<number>()
  return received.flatMap(({ chat, name }) => {
    if (name === 'chat_accepted') accepted.add(chat)
    return name === 'chat_finished' && !accepted.has(chat)
      ? [`I5 the end of chat ${chat} came before its beginning`]
      : []
  })
}
