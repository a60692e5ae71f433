import type { ChatRated, MediaStored, Message, NoteWritten } from '@deskbell/rules'
import type { Tx } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import { wordsOf } from './searched-texts.ts'
import { NOTE_MARK } from './vector.ts'
import { standsAt, wordsIn, type Term } from './words.ts'

/** A shortened message with matches. Marks are positions in `text`, in UTF-16 units. */
export interface Snippet {
  readonly n: number
  readonly from: Message['from']
  readonly at: number
  /** It is a private note. */
  readonly note?: true
  readonly text: string
  readonly marks: readonly { readonly start: number; readonly end: number }[]
}

/** How many messages of a chat with one of the words are examined: the first ones. */
const CANDIDATES = 12
/** Edits that many entries later are not looked for: the snippet then shows the text before them. */
const EDITED_WITHIN = 100
/** Characters shown, and how many of them precede the match. */
const SHOWN = 180
const BEFORE = 40
/** Characters of a message that are examined. */
const READ = 20_000

/**
 * The messages that contain words, by the positions of the words in the chat's index. Without words: the first message.
 */
const linesStatement = statement(
  'archive_lines',
  `select w.chat_id, e.n, e.at, e.type, e.body, m.stored, ed.text as edited
   from unnest($2::int[]) as t(id)
   join lateral (select chat_id, words, lines, starts from chat_words where account_id = $1::int and chat_id = t.id
     limit 1) w on true
   join lateral (select distinct n from (
       select w.lines[width_bucket(p, w.starts)] as n from unnest(w.words) u, unnest(u.positions) p
       where u.lexeme = any($3::text[]) or exists (select from unnest($4::text[]) b where starts_with(u.lexeme, b))
       union all select w.lines[1] where cardinality($3::text[]) = 0 and cardinality($4::text[]) = 0) all_lines
     order by n limit ${CANDIDATES}) l on true
   join lateral (select n, at, type, body from entry where account_id = $1::int and chat_id = w.chat_id and n = l.n
     and type in ('message', 'note.written', 'chat.rated') limit 1) e on true
   left join lateral (select jsonb_agg(body) as stored from entry where account_id = $1::int and chat_id = w.chat_id
     and n > l.n and n <= l.n + 50 and type = 'media.stored' and (body->>'of')::int = l.n
     and e.body ? 'attachments') m on true
   left join lateral (select body->>'text' as text from entry where account_id = $1::int and chat_id = w.chat_id
     and n > l.n and n <= l.n + ${EDITED_WITHIN} and type = 'message.edited' and (body->>'of')::int = l.n
     and e.body->>'from' = 'visitor' order by n desc limit 1) ed on true`,
)

type Row = RowOf<'message', Message> | RowOf<'note.written', NoteWritten> | RowOf<'chat.rated', ChatRated>
interface RowOf<Type, Body> {
  chat_id: number
  n: number
  at: number
  type: Type
  body: Body
  /** The entries about its attachments. */
  stored: readonly MediaStored[] | null
  edited: string | null
}

/** What is looked at: messages, notes, or both. */
export type SnippetKind = 'message' | 'note' | 'any'
/** What stands before the words. */
const MARKS = { message: [''], note: [NOTE_MARK], any: ['', NOTE_MARK] } as const

/** For each chat, the message with the best match. */
export async function readSnippets(
  tx: Tx,
  { account, chats, kind = 'any' }: { account: number; chats: readonly number[]; kind?: SnippetKind },
  terms: readonly Term[],
): Promise<ReadonlyMap<number, Snippet>> {
  const best = new Map<number, { snippet: Snippet; score: number }>()
  if (chats.length === 0) return new Map()
  const { whole, begun } = wanted(terms)
  const marked = (words: readonly string[]) => MARKS[kind].flatMap((mark) => words.map((word) => mark + word))
  const rows = await tx.query<Row>(linesStatement, [account, chats, marked(whole), marked(begun)])
  for (const row of rows.toSorted((a, b) => a.n - b.n)) {
    const { chat_id, n, at } = row
    const { score, ...shown } = shorten(textOf(row).slice(0, READ), terms)
    const known = best.get(chat_id)
    if (known && score <= known.score) continue
    best.set(chat_id, { score, snippet: { n, at, ...authorOf(row), ...shown } })
  }
  return new Map([...best].map(([chat, { snippet }]) => [chat, snippet]))
}

function authorOf(row: Row): Pick<Snippet, 'from' | 'note'> {
  if (row.type === 'note.written') return { from: 'agent', note: true }
  return { from: row.type === 'message' ? row.body.from : 'visitor' }
}

/** The text as it was indexed. */
function textOf(row: Row): string {
  if (row.type === 'note.written') return row.body.text
  if (row.type === 'chat.rated') return row.body.text ?? ''
  const { body, stored, edited } = row
  const attachments = (body.attachments ?? []).map(
    (media, index) => stored?.find(({ attachment = 0 }) => attachment === index)?.media ?? media,
  )
  return wordsOf({ message: edited === null ? body : { ...body, text: edited }, attachments })
}

/** One word of each term, the longest: where it is missing, the term is missing. */
function wanted(terms: readonly Term[]): { whole: string[]; begun: string[] } {
  const begun: string[] = []
  const whole: string[] = []
  for (const { words, open } of terms) {
    const closed = open ? words.slice(0, -1) : words
    const longest = closed.toSorted((a, b) => b.length - a.length)[0]
    if (longest !== undefined) whole.push(longest)
    else begun.push(...words.slice(-1))
  }
  return { whole, begun }
}

/** The part of a text with matches. `score`: how many terms match. */
export function shorten(text: string, terms: readonly Term[]): Pick<Snippet, 'text' | 'marks'> & { score: number } {
  const words = wordsIn(text)
  const found: { start: number; end: number }[] = []
  const there = new Set<Term>()
  for (const [index, { start }] of words.entries())
    for (const term of terms) {
      if (!standsAt(term, words, index)) continue
      there.add(term)
      const end = words[index + term.words.length - 1]?.end ?? start
      const last = found.at(-1)
      if (last && start <= last.end) last.end = Math.max(last.end, end)
      else found.push({ start, end })
    }
  const begin = Math.max(0, (found[0]?.start ?? 0) - BEFORE)
  // Begins at the beginning of a word, if there is one.
  const from = begin === 0 ? 0 : (words.find(({ start }) => start >= begin)?.start ?? begin)
  const until = cutAt(text, from + SHOWN)
  const head = from > 0 ? '…' : ''
  const shift = head.length - from
  return {
    score: there.size,
    text: head + text.slice(from, until).replaceAll(/\s/g, ' ') + (until < text.length ? '…' : ''),
    marks: found
      .filter(({ start, end }) => start >= from && end <= until)
      .map(({ start, end }) => ({ start: start + shift, end: end + shift })),
  }
}

/** Never between the two halves of a surrogate pair. */
const cutAt = (text: string, at: number): number => {
  const half = text.charCodeAt(at - 1)
  return Math.min(text.length, half >= 0xd8_00 && half <= 0xdb_ff ? at - 1 : at)
}
