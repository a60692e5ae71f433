import type { ContactNote, ContactNotes } from '@deskbell/protocol/agent/contact'
import { CONTACT_NOTES_MAX } from '@deskbell/protocol/limits'
import type { Person } from '@deskbell/rules'
import type { Scope } from '../conversation/read/chat-row.ts'
import type { Tx } from '../db/db.ts'
import { queryInOrder } from '../db/query-in-order.ts'
import { statement } from '../db/statement.ts'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'

/** Chats whose private notes are shown with the contact: the newest ones. */
const CHATS = 20

const countStatement = statement(
  'contact_note_count',
  'select count(*)::int as n from contact_note where account_id = $1 and contact_id = $2',
)
const notesStatement = statement(
  'contact_notes',
  `select id, agent_id, agent_name, at, text from contact_note where account_id = $1 and contact_id = $2
   order by id desc limit ${CONTACT_NOTES_MAX}`,
)
const addStatement = statement(
  'contact_note_add',
  `insert into contact_note (account_id, contact_id, agent_id, agent_name, at, text) values ($1, $2, $3, $4, $5, $6)
   returning id`,
)
const removeStatement = statement(
  'contact_note_remove',
  'delete from contact_note where account_id = $1 and contact_id = $2 and id = $3 returning id',
)
const authorStatement = statement(
  'contact_note_author',
  'select agent_id as agent from contact_note where account_id = $1 and contact_id = $2 and id = $3',
)
/** `$3` channels or null for all, `$4` the reader. */
const chatNotesStatement = statement(
  'contact_chat_notes',
  `select c.id as chat, e.n, e.at, e.body from (
     select c.id from unnest($2::int[]) as v(number)
     join lateral (select id from chat where account_id = $1 and visitor_number = v.number and erased_at is null
       and ($3::int[] is null or channel_id = any($3) or agent_id = $4) order by id desc limit ${CHATS}) c on true
     order by c.id desc limit ${CHATS}) c
   join lateral (select n, at, body from entry where account_id = $1 and chat_id = c.id and type = 'note.written'
     order by n desc limit 50) e on true
   order by c.id desc, e.n desc limit 50`,
)

interface Row {
  id: number
  agent_id: number
  agent_name: string
  at: number
  text: string
}

interface ChatNote {
  chat: number
  n: number
  at: number
  body: { agent: Person; text: string }
}

/** The notes about a contact, and the private notes of the chats of these visitors that the reader sees. */
export async function readNotes(
  tx: Tx,
  { account, agent, channels }: Scope,
  contact: { readonly id: number; readonly visitors: readonly { readonly number: number }[] },
): Promise<ContactNotes> {
  const notes = await queryInOrder<Row>(tx, notesStatement, [account, contact.id])
  const numbers = contact.visitors.map(({ number }) => number)
  const fromChats = await tx.query<ChatNote>(chatNotesStatement, [account, numbers, channels, agent])
  return {
    notes: notes.map(({ id, agent_id, agent_name, at, text }) => ({
      id,
      agent: { id: agent_id, name: agent_name },
      at,
      text,
    })),
    fromChats: fromChats.map(({ chat, n, at, body }) => ({
      chat,
      n,
      agent: { id: body.agent.id, name: body.agent.name },
      at,
      text: body.text,
    })),
  }
}

/** The contact must be locked. */
export async function addNote(
  tx: Tx,
  { account, agent, now }: { readonly account: number; readonly agent: Person; readonly now: number },
  contact: number,
  text: string,
): Promise<ContactNote> {
  const [count] = await tx.query<{ n: number }>(countStatement, [account, contact])
  if ((count?.n ?? 0) >= CONTACT_NOTES_MAX) throw new Invalid('', { reason: 'limit_reached', most: CONTACT_NOTES_MAX })
  const values = [account, contact, agent.id, agent.name, new Date(now), text]
  const [made] = await tx.query<{ id: number }>(addStatement, values)
  if (!made) throw new Error('a note was not written')
  return { id: made.id, agent: { id: agent.id, name: agent.name }, at: now, text }
}

/** The agent who wrote a note. */
export async function authorOf(tx: Tx, account: number, contact: number, note: number): Promise<number> {
  const [found] = await tx.query<{ agent: number }>(authorStatement, [account, contact, note])
  if (!found) throw notFound('note')
  return found.agent
}

export async function removeNote(tx: Tx, account: number, contact: number, note: number): Promise<void> {
  const removed = await tx.query(removeStatement, [account, contact, note])
  if (removed.length === 0) throw notFound('note')
}
