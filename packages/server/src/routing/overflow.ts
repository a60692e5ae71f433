import { botHistory, type Command, type Entry, type Overflowed } from '@deskbell/rules'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Directory } from '../settings/directory.ts'
import type { Terms } from './look-at.ts'

/** Entries of a chat that are looked at for a bot, the newest ones. */
const ENTRIES_MAX = 500

const historyStatement = statement(
  'routing_bot_history',
  `select n, at, type, body from (
     select n, at, type, body from entry where account_id = $1 and chat_id = $2
       and type in ('message', 'message.edited', 'media.stored', 'media.failed')
     order by n desc limit ${ENTRIES_MAX}) e
   order by n`,
)

interface Row {
  n: number
  at: number
  type: string
  body: object
}

type Needs = { readonly db: Pick<Db, 'query'>; readonly directory: Directory }

/** The command that carries out an overflow. Undefined: it cannot be carried out now, and is decided again. */
export async function toCommand(
  { db, directory }: Needs,
  account: number,
  { chat, to, why, waited }: Overflowed,
  { terms: { epoch, department: before, received }, turn }: { terms: Terms; turn: string },
): Promise<Command | undefined> {
  const command = { type: 'routing.overflow', why, waited, turn, epoch, ...(before && { before }) } as const
  if (typeof to === 'object') {
    const found = directory.department(account, to.department)
    return found && { ...command, to: 'department', department: { id: found.id, name: found.name } }
  }
  if (to === 'form') return { ...command, to }
  const rows = await db.query<Row>(historyStatement, [account, chat])
  const asks = botHistory(rows.map(({ n, at, type, body }) => ({ ...body, type, n, at }) as Entry))
  return asks ? { ...command, to, asks, received } : undefined
}
