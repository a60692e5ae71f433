import type { ChatState } from '@deskbell/rules'
import { holderOf } from '../conversation/read/to-chat.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { readSearchedTexts } from './searched-texts.ts'
import { traitsOf } from './traits.ts'
import { personVector, toVector, type VectorEnd } from './vector.ts'

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

/**
 * Appends to the index, when it is still the one that the process wrote. It takes no lock of the chat, so that no commit
 * waits for it: an erasure removes the row, before or after.
 */
const appendStatement = statement(
  'index_append',
  `update chat_words set at = $3, words = words || $4::tsvector, lines = lines || $5::int[], starts = starts || $6::int[],
     upto = $7 where account_id = $1 and chat_id = $2 and upto = $8 returning upto`,
)

/** The same when there is nothing to append: the words are neither read nor written. */
const passStatement = statement(
  'index_pass',
  `update chat_words set at = $3, upto = $4 where account_id = $1 and chat_id = $2 and upto = $5 returning upto`,
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

/** What a process knows of an index that it wrote: enough to append to it. */
export interface KnownIndex {
  /** The last entry in it. */
  readonly upto: number
  readonly person: string
  readonly traits: string
  readonly agents: readonly number[]
  readonly end: VectorEnd
}

interface IndexedChat {
  readonly account: number
  readonly chat: number
  readonly wanted: 'open' | 'closed'
  /** The index as this process wrote it last. */
  readonly known?: KnownIndex | undefined
}

/**
 * Writes the index of a chat. Where `known` still holds, only what came since is read and appended; else all of it is
 * written from the current data. Null when there is no such chat: it was erased, or it is not in the state that was
 * asked for.
 */
export async function indexChat(db: Db, { account, chat, wanted, known }: IndexedChat): Promise<KnownIndex | null> {
  const [row] = await db.query<Row>(chatStatement, [account, chat])
  if (!row || row.open !== (wanted === 'open')) return null
  const { state, open } = row
  const person = personVector(row)
  const at = new Date(open ? state.lastAt : (state.closedAt ?? state.lastAt))

  const since = async (from: KnownIndex | undefined) => {
    const isFull = from?.end.full ?? false
    const found = await readSearchedTexts(db, { account, chat, after: from?.upto ?? 0, until: state.last, isFull })
    const agents = [...new Set([...(from?.agents ?? []), ...found.agents])]
    const traits = traitsOf(account, {
      channel: row.channel_id,
      visitor: row.visitor_number,
      agents,
      department: state.department?.id ?? null,
      tags: (state.tags ?? []).map(({ id }) => id),
      rating: state.rating ?? null,
      open,
      holder: holderOf(state)?.id ?? null,
    })
    const { end, ...said } = toVector(found.texts, from?.end)
    return { ...said, changesEarlier: found.changesEarlier, now: { upto: state.last, person, traits, agents, end } }
  }

  if (known && known.person === person && known.upto <= state.last) {
    const { words, lines, starts, changesEarlier, now } = await since(known)
    // A size that is only estimated may reach the limit too early.
    if (!changesEarlier && now.traits === known.traits && now.end.full === known.end.full) {
      if (now.upto === known.upto) return known
      const values = [now.upto, known.upto]
      const written =
        lines.length === 0
          ? await db.query(passStatement, [account, chat, at, ...values])
          : await db.query(appendStatement, [account, chat, at, words, lines, starts, ...values])
      if (written.length > 0) return now
    }
  }
  const { words, lines, starts, now } = await since(undefined)
  const of = [account, chat, row.visitor_number, at]
  await db.query(writeStatement, [...of, words, now.traits, person, lines, starts, state.last])
  await db.query(personStatement, [account, row.visitor_number, person])
  return now
}
