import { ask } from '../../db/ask.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { BESIDE, SHOWN, toChatRead, type ChatRead, type ChatRow, type Scope } from './chat-row.ts'

const chatsStatement = statement(
  'inbox_chats',
  [
    `select ${SHOWN} from chat c ${BESIDE} where c.id = any($3::int[])`,
    'and c.account_id = $1', // guard T17
  ].join('\n'),
)

const heldStatement = statement(
  'inbox_held',
  'select id from chat where account_id = $1 and agent_id = $2 and closed_at is null',
)

/** The chats with these numbers, in no order; one that is not there is left out. Whether they may be seen is not asked. */
export async function readChats(
  tx: Tx,
  { account, agent }: Omit<Scope, 'channels'>,
  ids: readonly number[],
): Promise<ChatRead[]> {
  return (await ask<ChatRow>(tx, chatsStatement, [account, agent, ids])).map(toChatRead)
}

/** The open chats that an agent holds, by number. */
export async function readHeld(tx: Tx, account: number, agent: number): Promise<number[]> {
  return (await ask<{ id: number }>(tx, heldStatement, [account, agent])).map(({ id }) => id)
}
