import { personVector, toVector } from '../../packages/server/src/archive/vector.ts'
import { traitsOf } from '../../packages/server/src/archive/traits.ts'
import type { Db } from '../../packages/server/src/db/db.ts'

const WORDS = 20_000
const NAMES = 3000
const MESSAGES = 6
const PER_MESSAGE = 15
const BATCH = 500

export interface Vocabulary {
  readonly words: readonly string[]
  readonly names: readonly string[]
  /** A word as often as words are in texts: the hundredth is a hundred times as rare as the first. */
  readonly pick: () => string
}

/** The same at each run. */
function makeRandom(): () => number {
  let seed = 1
  return () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
    return seed / 2 ** 31
  }
}

export function makeVocabulary(): Vocabulary {
  const random = makeRandom()
  const parts = [
    'ka',
    'lo',
    'mi',
    'ten',
    'ra',
    'so',
    'vel',
    'nu',
    'par',
    'cel',
    'or',
    'der',
    'la',
    'mp',
    'tis',
    'en',
    'ge',
    'st',
  ]
  const make = (least: number) =>
    Array.from({ length: least + Math.floor(random() * 3) }, () => parts[Math.floor(random() * parts.length)]).join('')
  const words = [...new Set(Array.from({ length: WORDS * 2 }, () => make(2)))].slice(0, WORDS)
  const names = Array.from({ length: NAMES }, () => `${make(2)} ${make(3)}`)
  return { words, names, pick: () => words[Math.floor(words.length ** random()) - 1] ?? '' }
}

/** Writes chats with their entries and their index, as the server does, without its commits. */
export async function fillFound(
  db: Db,
  { names, pick }: Vocabulary,
  { chats, open }: { readonly chats: number; readonly open: number },
): Promise<void> {
  const closed = chats - open
  const now = Date.now()
  await db.administer(async (client) => {
    await client.query(
      `insert into contact (account_id, id, created_at) select 1, n, now() from generate_series(1, ${chats}) n`,
    )
    for (let from = 1; from <= chats; from += BATCH) {
      const rows = Array.from({ length: Math.min(BATCH, chats - from + 1) }, (_, i) => {
        const id = from + i
        const isOpen = id > closed
        const at = now - (chats - id) * 20_000
        const name = names[(id * 7919) % names.length] ?? ''
        const person = {
          name,
          email: `${name.replace(' ', '.')}@shop${id % 50}.test`,
          phone: `+49151${100_000 + id}`,
          blocked: false,
        }
        const texts = Array.from({ length: MESSAGES }, () => Array.from({ length: PER_MESSAGE }, pick).join(' '))
        const { words, lines, starts } = toVector(
          texts.map((text, n) => ({ n: n + 1, text, note: n === MESSAGES - 1 && id % 5 === 0 })),
        )
        const traits = traitsOf(1, {
          channel: 1,
          visitor: id,
          agents: [1],
          department: null,
          tags: [],
          rating: null,
          open: isOpen,
          holder: null,
        })
        return { id, at, isOpen, ...person, texts, words, traits, vector: personVector(person), lines, starts }
      })
      await client.query(
        `with r as materialized (select * from jsonb_to_recordset($1::jsonb) as r(id int, at bigint, "isOpen" boolean, name text, email text, phone text,
           texts jsonb, words text, traits text, vector text, lines int[], starts int[])),
         visitors as (insert into visitor (account_id, number, contact_id, channel_id, key, name, email, phone, chats, created_at)
           select 1, id, id, 1, 'v' || id, name, email, phone, 1, now() from r),
         chats as (insert into chat (account_id, id, channel_id, visitor_number, state, waiting_since, active_minute, opened_at, closed_at)
           select 1, id, 1, id, jsonb_build_object('owner', jsonb_build_object('kind', case when "isOpen" then 'queue' else 'nobody' end),
             'epoch', 1, 'last', ${MESSAGES}, 'lastAt', at, 'openedAt', at, 'closedAt', case when not "isOpen" then at end,
             'waitingSince', case when "isOpen" then at end, 'received', 3,
             'preview', jsonb_build_object('text', texts->>0, 'from', 'visitor'), 'invite', null, 'failed', jsonb_build_array()),
             case when "isOpen" then to_timestamp(at / 1000.0) end, at / 60000, to_timestamp(at / 1000.0),
             case when not "isOpen" then to_timestamp(at / 1000.0) end from r),
         entries as (insert into entry (account_id, chat_id, n, type, at, body)
           select 1, r.id, t.n, case when t.n = ${MESSAGES} and r.id % 5 = 0 then 'note.written' else 'message' end,
             to_timestamp(at / 1000.0), jsonb_build_object('from', 'visitor', 'id', 'm' || r.id || '-' || t.n, 'text', t.text)
           from r, jsonb_array_elements_text(r.texts) with ordinality t(text, n))
         insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts, upto)
           select 1, id, id, to_timestamp(at / 1000.0), words::tsvector || vector::tsvector || traits::tsvector, vector, lines, starts,
             ${MESSAGES} from r`,
        [JSON.stringify(rows)],
      )
    }
    await client.query(
      `insert into account_number (account_id, chats, visitors, contacts) values (1, ${chats}, ${chats}, ${chats})
       on conflict (account_id) do update set chats = excluded.chats, visitors = excluded.visitors, contacts = excluded.contacts`,
    )
    await client.query('vacuum analyze')
  })
}
