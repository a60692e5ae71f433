import { queryInOrder } from '../../db/query-in-order.ts'
import type { Tx } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import { CHAT_JOINS, CHAT_COLUMNS, toChatRead, type ChatRead, type ChatRow, type Scope } from './chat-row.ts'

const chatsStatement = statement(
  'inbox_chats',
  [
    `select ${CHAT_COLUMNS} from chat c ${CHAT_JOINS} where c.id = any($3::int[])`,
    'and c.account_id = $1', // guard T17
  ].join('\n'),
)

const ownedStatement = statement(
  'inbox_held',
  'select id from chat where account_id = $1 and agent_id = $2 and closed_at is null',
)

/**
 * The chats with these numbers, in no order, without those that do not exist. The caller checks whether the agent may
 * see them.
 */
export async function readChats(
  tx: Tx,
  { account, agent }: Omit<Scope, 'channels'>,
  ids: readonly number[],
): Promise<ChatRead[]> {
  return (await queryInOrder<ChatRow>(tx, chatsStatement, [account, agent, ids])).map(toChatRead)
}

/** The numbers of the open chats that an agent owns. */
export async function readOwnedChats(tx: Tx, account: number, agent: number): Promise<number[]> {
  return (await queryInOrder<{ id: number }>(tx, ownedStatement, [account, agent])).map(({ id }) => id)
}
