import type { ChatState } from '@deskbell/rules'
import { plainTextOf, readChatLog, type TranscriptLine as LogLine } from '../conversation/read/log.ts'
import { holderOf } from '../conversation/read/to-chat.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { readNotes } from './notes.ts'
import { traitsOf } from './traits.ts'
import { personVector, toVector } from './vector.ts'

const chatStatement = statement(
  'index_chat',
  `select c.state, c.channel_id, c.visitor_number, c.closed_at is null as open,
     v.name, v.email, v.phone, v.blocked_at is not null as blocked
   from chat c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2 and c.erased_at is null`,
)

/**
 * Writes nothing when the chat is erased in the meantime: the erasure holds its row. A row that was written from newer
 * entries stays, so that what was read of an open chat does not replace what was written when it was closed.
 */
const writeStatement = statement(
  'index_write',
  `insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts, upto)
   select c.account_id, c.id, $3, $4, $5::tsvector || $6::tsvector || $7::tsvector, $7, $8, $9, $10 from chat c
     where c.account_id = $1 and c.id = $2 and c.erased_at is null for share
   on conflict (account_id, chat_id) do update set at = excluded.at, words = excluded.words, person = excluded.person,
     lines = excluded.lines, starts = excluded.starts, upto = excluded.upto where chat_words.upto <= excluded.upto`,
)

/** Updates the visitor's part in the visitor's other chats. */
const personStatement = statement(
  'index_person',
  `update chat_words set person = $3, words = $3::tsvector || ts_delete(words, array(
     select word from unnest(tsvector_to_array(words)) as word where word like '@%' or word like '=%'))
   where account_id = $1 and visitor_number = $2 and person <> $3`,
)

interface Row {
  state: ChatState
  channel_id: number
  visitor_number: number
  open: boolean
  name: string | null
  email: string | null
  phone: string | null
  blocked: boolean
}

/**
 * Writes the index of a chat, always completely from the current data. Returns the characters of its texts; null when
 * there is no such chat: it was erased, or it is not in the state that was asked for.
 */
export async function indexChat(
  db: Db,
  { account, chat }: { readonly account: number; readonly chat: number },
  wanted: 'open' | 'closed',
): Promise<number | null> {
  const [row] = await db.query<Row>(chatStatement, [account, chat])
  if (!row || row.open !== (wanted === 'open')) return null
  const { state, open } = row
  const [log, notes] = await Promise.all([
    readChatLog(db, account, chat, state.last),
    readNotes(db, account, chat, state.last),
  ])
  const messages = log.flatMap((line) => (line.message ? [{ n: line.n, text: wordsOf(line) }] : []))
  const said = toVector([...messages, ...notes.map((note) => ({ ...note, note: true }))].toSorted((a, b) => a.n - b.n))
  const person = personVector(row)
  const traits = traitsOf(account, {
    channel: row.channel_id,
    visitor: row.visitor_number,
    agents: [...new Set(log.flatMap(({ agent }) => (agent ? [agent.id] : [])))],
    department: state.department?.id ?? null,
    tags: (state.tags ?? []).map(({ id }) => id),
    rating: state.rating ?? null,
    open,
    holder: holderOf(state)?.id ?? null,
  })
  const at = new Date(open ? state.lastAt : (state.closedAt ?? state.lastAt))
  const of = [account, chat, row.visitor_number, at]
  await db.query(writeStatement, [...of, said.words, traits, person, said.lines, said.starts, state.last])
  await db.query(personStatement, [account, row.visitor_number, person])
  return [...messages, ...notes].reduce((sum, { text }) => sum + text.length, 0)
}

/** The searched texts of a message: its text or caption, and the names of its files. */
export function wordsOf({ message, attachments = [] }: Pick<LogLine, 'message' | 'attachments'>): string {
  return [message && plainTextOf(message), ...attachments.map(({ name }) => name)].filter(Boolean).join('\n')
}
