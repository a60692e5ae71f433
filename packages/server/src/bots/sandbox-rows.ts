import type { SandboxLine } from '@deskbell/protocol/agent/bot'
import type { Db, Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'

/** A sandbox conversation with a provider: its numbers, and the events in both directions. */
export interface SandboxRow {
  readonly id: number
  readonly client: number
  readonly bot: number
  readonly lines: readonly SandboxLine[]
}

/** Lines per sandbox conversation. The limit keeps a provider in a loop from filling the disk. */
const LINES_MAX = 200

const takeNumbers = statement(
  'sandbox_numbers',
  `insert into account_number as a (account_id, chats, visitors) values ($1, 1, 1)
   on conflict (account_id) do update set chats = a.chats + 1, visitors = a.visitors + 1 returning chats, visitors`,
)
const insertSandbox = statement(
  'sandbox_begin',
  'insert into bot_sandbox (account_id, chat_id, client, bot_id, created_at, played_at) values ($1, $2, $3, $4, $5, $5)',
)
const readSandbox = statement(
  'sandbox_read',
  'select chat_id, client, bot_id, lines from bot_sandbox where account_id = $1 and chat_id = $2',
)
const appendLine = statement(
  'sandbox_append',
  `update bot_sandbox set lines = lines || jsonb_build_array($4::jsonb),
     asked_at = case when $6::boolean then null else asked_at end
   where account_id = $1 and chat_id = $2 and bot_id = $3 and jsonb_array_length(lines) < $5 returning chat_id`,
)
/** The bot's sandbox conversation that is named; else the last used one, unless a real chat or visitor is named. */
const selectByRequest = statement(
  'sandbox_meant',
  `select chat_id from bot_sandbox
   where account_id = $1 and bot_id = $2 and (chat_id = $3::int or client = $4::int or (played_at > $5
     and not exists (select from chat where account_id = $1 and id = $3::int)
     and not exists (select from visitor where account_id = $1 and number = $4::int)))
   order by coalesce(chat_id = $3::int, client = $4::int, false) desc, played_at desc, chat_id desc limit 1`,
)
const markAsked = statement(
  'sandbox_ask',
  `update bot_sandbox set asked_at = case when chat_id = $2 then $4::timestamptz end,
     played_at = case when chat_id = $2 then $4::timestamptz else played_at end
   where account_id = $1 and bot_id = $3 and (chat_id = $2 or asked_at is not null)`,
)

/** Sandbox conversations are rows, since another process may receive the provider's reply. */
export interface SandboxRows {
  begin(account: number, bot: number, at: number): Promise<SandboxRow>
  read(account: number, id: number): Promise<SandboxRow | undefined>
  /** False when the bot has no such conversation, or it is full. A refused request does not count as a reply. */
  append(account: number, id: number, bot: number, line: SandboxLine): Promise<boolean>
  /**
   * Called before a message is sent to the provider: from now on a reply that names no chat belongs to this conversation
   * (B1), and to no earlier one.
   */
  markAsked(account: number, id: number, bot: number, at: number): Promise<void>
  /**
   * The sandbox conversation that a refused request of the bot's provider belongs to: the one that it names; else, unless
   * it names a visitor or a chat, the one that was used last, if that was after `since`.
   */
  findByRequest(
    account: number,
    bot: number,
    named: { readonly chat: number | null; readonly client: number | null },
    since: number,
  ): Promise<number | undefined>
}

interface Row {
  chat_id: number
  client: number
  bot_id: number
  lines: SandboxLine[]
}

export function makeSandboxRows(db: Db): SandboxRows {
  return {
    begin: (account, bot, at) =>
      db.transaction(async (tx) => {
        const [taken] = await tx.query<{ chats: number; visitors: number }>(takeNumbers, [account])
        if (!taken) throw new Error('no numbers were taken')
        await tx.query(insertSandbox, [account, taken.chats, taken.visitors, bot, new Date(at)])
        return { id: taken.chats, client: taken.visitors, bot, lines: [] }
      }),
    async read(account, id) {
      const read = (tx: Tx) => tx.query<Row>(readSandbox, [account, id])
      const [row] = await db.asAccount(account, read)
      return row && { id: row.chat_id, client: row.client, bot: row.bot_id, lines: row.lines }
    },
    async markAsked(account, id, bot, at) {
      await db.query(markAsked, [account, id, bot, new Date(at)])
    },
    async findByRequest(account, bot, { chat, client }, since) {
      const [row] = await db.query<{ chat_id: number }>(selectByRequest, [account, bot, chat, client, new Date(since)])
      return row?.chat_id
    },
    async append(account, id, bot, line) {
      return (
        (
          await db.query(appendLine, [
            account,
            id,
            bot,
            JSON.stringify(line),
            LINES_MAX,
            line.direction === 'in' && line.ok,
          ])
        ).length > 0
      )
    },
  }
}
