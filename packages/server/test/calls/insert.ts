import { readChats } from '../../src/conversation/read/chats.ts'
import type { TestServer } from '../test-server.ts'

let serial = 0

/** A call of the visitor of a chat, as if from a page: it rings at these agents. Returns its number. */
export async function insertCall(
  { services: { callCommit, db } }: TestServer,
  account: number,
  chat: number,
  agents: readonly { id: number; name: string }[] = [],
  { records = false } = {},
): Promise<number> {
  const [found] = await db.asAccount(account, (tx) => readChats(tx, { account, agent: 0 }, [chat]))
  if (!found) throw new Error('there is no such chat')
  const { channel, key } = found.visitor
  const outcome = await callCommit.start({
    ...{ account, visitor: { channel, key }, carrier: 'direct', request: `inserted-${++serial}` },
    command: { type: 'call.start', call: 'incoming', phone: '', records },
    also: [{ type: 'call.answered' }, { type: 'call.ring', agents }],
  })
  if (outcome.kind === 'refused') throw new Error(outcome.why.refused)
  return outcome.call.id
}
