import type { ChatState } from '@deskbell/rules'
import { conversationKey } from '../conversation/commit/draft.ts'
import { CommitRefused } from '../conversation/commit/input.ts'
import { readChatLog, plainTextOf, type TranscriptLine as LogLine } from '../conversation/read/log.ts'
import type { Settle } from '../conversation/commit/settle.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { Handler } from '../deliveries/handler.ts'
import type { Clock } from '../platform/clock.ts'
import { readNotes } from './notes.ts'
import { traitsOf } from './traits.ts'
import { personVector, toVector } from './vector.ts'

const closedStatement = statement(
  'archive_closed',
  `select c.state, c.channel_id, c.visitor_number, v.name, v.email, v.phone, v.blocked_at is not null as blocked
   from chat c join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
   where c.account_id = $1 and c.id = $2 and c.closed_at is not null and c.erased_at is null`,
)

/** Writes nothing when the chat is erased in the meantime: the erasure holds its row. */
const writeStatement = statement(
  'archive_write',
  `insert into chat_words (account_id, chat_id, visitor_number, closed_at, words, person, lines, starts)
   select c.account_id, c.id, $3, $4, $5::tsvector || $6::tsvector || $7::tsvector, $7, $8, $9 from chat c
     where c.account_id = $1 and c.id = $2 and c.erased_at is null for share
   on conflict (account_id, chat_id) do update set words = excluded.words, person = excluded.person,
     lines = excluded.lines, starts = excluded.starts`,
)

/** Updates the visitor's part in the visitor's other chats. */
const personStatement = statement(
  'archive_person',
  `update chat_words set person = $3, words = $3::tsvector || ts_delete(words, array(
     select word from unnest(tsvector_to_array(words)) as word where word like '@%' or word like '=%'))
   where account_id = $1 and visitor_number = $2 and person <> $3`,
)

interface Row {
  state: ChatState
  channel_id: number
  visitor_number: number
  name: string | null
  email: string | null
  phone: string | null
  blocked: boolean
}

export interface ArchiveOut {
  readonly db: Db
  readonly clock: Clock
  readonly settle: Settle
}

/** Writes the search index of a closed chat, always completely from the current data. */
export function archiveOut({ db, clock, settle }: ArchiveOut): Handler {
  async function write(account: number, chat: number): Promise<boolean> {
    const [row] = await db.query<Row>(closedStatement, [account, chat])
    if (!row) return false
    const log = await readChatLog(db, account, chat, row.state.last)
    const messages = log.flatMap((line) => (line.message ? [{ n: line.n, text: wordsOf(line) }] : []))
    const notes = await readNotes(db, account, chat, row.state.last)
    const said = toVector([...messages, ...notes].toSorted((a, b) => a.n - b.n))
    const person = personVector(row)
    const traits = traitsOf(account, {
      channel: row.channel_id,
      visitor: row.visitor_number,
      agents: [...new Set(log.flatMap(({ agent }) => (agent ? [agent.id] : [])))],
      department: row.state.department?.id ?? null,
      tags: (row.state.tags ?? []).map(({ id }) => id),
      rating: row.state.rating ?? null,
    })
    const closedAt = new Date(row.state.closedAt ?? row.state.lastAt)
    const of = [account, chat, row.visitor_number, closedAt]
    await db.query(writeStatement, [...of, said.words, traits, person, said.lines, said.starts])
    await db.query(personStatement, [account, row.visitor_number, person])
    return true
  }

  return {
    async attempt({ account, chat }, number) {
      const at = clock.now()
      const found = chat !== null && (await write(account, chat))
      const request = { url: `chat:${chat ?? ''}`, headers: {}, body: '' }
      return {
        record: {
          number,
          at,
          ms: Math.round(clock.now() - at),
          outcome: found ? 'ok' : 'final',
          status: null,
          reason: found ? null : 'the chat does not exist any more',
          request,
          response: null,
        },
        diagnosis: null,
        result: undefined,
      }
    },

    async conclude({ account, channel, recipient }, _attempted, settlement) {
      const conversation = channel === null || recipient === null ? null : conversationKey(account, channel, recipient)
      // The result is visible in the archive; a row in the log of attempts would add nothing.
      const settled = await settle({ settlement: { ...settlement, attempt: null }, conversation })
      if (!settled) throw new CommitRefused('lease_lost')
    },
  }
}

/** The searched texts of a message: its text or caption, and the names of its files. */
export function wordsOf({ message, attachments = [] }: Pick<LogLine, 'message' | 'attachments'>): string {
  return [message && plainTextOf(message), ...attachments.map(({ name }) => name)].filter(Boolean).join('\n')
}
