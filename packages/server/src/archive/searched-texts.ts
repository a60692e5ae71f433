import {
  typesSeenBy,
  type BodySeenBy,
  type ChatRated,
  type EntryMedia,
  type Message,
  type NoteWritten,
} from '@deskbell/rules'
import { plainTextOf } from '../conversation/read/log.ts'
import { outcomeKey } from '../conversation/read/media.ts'
import type { Db } from '../db/db.ts'
import { statement } from '../db/statement.ts'
import type { SearchedMessage } from './vector.ts'

/** Entries that are read at once. */
const PAGE = 1000
/** When the texts of a chat exceed this many characters, the rest is not searched and not read. */
const TEXTS_MAX = 400_000

const TEXTS = ['message', 'note.written', 'chat.rated'] as const
const CHANGES = typesSeenBy('transcript').filter((type) => type !== 'message')

const entriesStatement = statement(
  'searched_entries',
  `select n, type, body from entry where account_id = $1 and chat_id = $2 and n > $3 and n <= $4
     and (type = any($5::text[]) or type = 'message' and body ? 'agent')
     and not exists (select from chat where account_id = $1 and id = $2 and erased_at is not null)
   order by n limit ${PAGE}`,
)

/** What a stretch of a chat's log contributes to the chat's index. */
export interface SearchedTexts {
  /**
   * Messages and private notes in their order, with their texts and files as they are now, and what the visitor said with the
   * newest rating.
   */
  readonly texts: readonly SearchedMessage[]
  /** The agents who joined or wrote. */
  readonly agents: readonly number[]
  /** An entry changes what is before the stretch: a text was edited, a file was stored, or the chat was rated again. */
  readonly changesEarlier: boolean
}

interface Stretch {
  readonly account: number
  readonly chat: number
  /** The last entry before the stretch; 0 for the whole log. */
  readonly after: number
  /** The last entry of the stretch. */
  readonly until: number
  /** The index has no room for more texts. Then only agents and changes are read. */
  readonly isFull: boolean
}

/**
 * Reads what is searched of a chat. Nothing of an erased chat, whose entries an erasure redacts in steps (T42). Private
 * notes are for the search of agents only; the transcript that webhooks and mails receive does not have them.
 */
export async function readSearchedTexts(
  db: Db,
  { account, chat, after, until, isFull }: Stretch,
): Promise<SearchedTexts> {
  const written: { n: number; body: Message | NoteWritten }[] = []
  const agents = new Set<number>()
  const stored = new Map<string, EntryMedia>()
  const edited = new Map<number, string>()
  let rated: SearchedMessage | undefined
  let changesEarlier = false
  let size = 0
  for (let last = after; ;) {
    const types = isFull || size > TEXTS_MAX ? CHANGES : [...TEXTS, ...CHANGES]
    const rows = await db.query<{ n: number; type: string; body: object }>(entriesStatement, [
      account,
      chat,
      last,
      until,
      types,
    ])
    for (const { n, type, body } of rows) {
      // The cast is safe: the commit wrote the body of an entry of this type.
      const entry = { ...body, type } as BodySeenBy<'transcript'> | NoteWritten | ChatRated
      switch (entry.type) {
        case 'agent.joined':
        case 'colleague.joined':
          agents.add(entry.agent.id)
          break
        case 'media.stored':
          stored.set(outcomeKey(entry.of, entry.attachment), entry.media)
          changesEarlier ||= entry.of <= after
          break
        case 'chat.rated':
          rated = entry.text === undefined ? undefined : { n, text: entry.text }
          size += entry.text?.length ?? 0
          changesEarlier ||= after > 0
          break
        case 'message.edited':
          edited.set(entry.of, entry.text)
          changesEarlier ||= entry.of <= after
          break
        case 'message':
          if (entry.agent) agents.add(entry.agent.id)
          size += entry.text.length
          written.push({ n, body: entry })
          break
        case 'note.written':
          size += entry.text.length
          written.push({ n, body: entry })
      }
    }
    const end = rows.at(-1)
    if (!end || rows.length < PAGE) break
    last = end.n
  }
  const texts = written.map(({ n, body }): SearchedMessage => {
    if (body.type === 'note.written') return { n, text: body.text, note: true }
    const text = edited.get(n)
    const message = text === undefined ? body : { ...body, text }
    const attachments = body.attachments?.map((media, place) => stored.get(outcomeKey(n, place)) ?? media)
    return { n, text: wordsOf({ message, ...(attachments && { attachments }) }) }
  })
  if (rated) texts.push(rated)
  return { texts, agents: [...agents], changesEarlier }
}

/** The searched texts of a message: its text or caption, and the names of its files. */
export function wordsOf({
  message,
  attachments = [],
}: {
  readonly message: Message
  readonly attachments?: readonly EntryMedia[]
}): string {
  return [plainTextOf(message), ...attachments.map(({ name }) => name)].filter(Boolean).join('\n')
}
