import { buttonsAsText } from '@deskbell/protocol/channel/plain'
import { markdownToPlain } from '@deskbell/protocol/markdown'
import {
  toHtmlLog,
  toPlainLog,
  type WriteTime,
  type LogLine,
  type WebhookChat,
  type WebhookMessage,
} from '@deskbell/protocol/webhook/log'
import type { WebhookVisitor } from '@deskbell/protocol/webhook/shapes'
import { typesSeenBy, type BodySeenBy, type EntryMedia, type Message, type Person } from '@deskbell/rules'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Links } from '../../files/links.ts'
import { outcomeKey } from './media.ts'

/** A log has at most so many messages, the newest, so that receivers can take it. */
const LINES_MAX = 5000
/** The limit of the characters of their entries. */
const SIZE_MAX = 1_000_000
/** The limit of the characters of the log. It has each text five times (C4), and HTML may be five times as long. */
const LOG_MAX = 7_500_000
/** How long links to files are valid (ms, C4). */
const FILE_LINK = 7 * 24 * 3600 * 1000

const SHOWN = typesSeenBy('transcript').map((type) => `'${type}'`)

const logStatement = statement(
  'event_log',
  `select n, type, at, body from (
     select n, type, at, body, row_number() over newest_first as place, sum(length(body::text)) over newest_first as size
     from (select n, type, at, body from entry
       where account_id = $1 and chat_id = $2 and n <= $3 and type in (${SHOWN.join(', ')})
         and not exists (select from chat where account_id = $1 and id = $2 and erased_at is not null)
       order by n desc limit $4) newest
     window newest_first as (order by n desc)) sized
   where size <= $5 or place = 1 order by n`,
)

/** A line of a chat's log: a message, or an agent who joined. */
export interface TranscriptLine {
  readonly n: number
  readonly at: number
  readonly agent?: Person
  readonly message?: Message
  /** Of the message, as they are stored now. */
  readonly attachments?: readonly EntryMedia[]
}

/**
 * The messages of a chat up to entry `until`, and the agents who joined. Media and texts as they are now. Empty for an
 * erased chat, whose entries an erasure redacts in steps (T42).
 */
export async function readChatLog(db: Db, account: number, chat: number, until: number): Promise<TranscriptLine[]> {
  type Row = { n: number; at: number; type: string; body: object }
  const rows = await db.query<Row>(logStatement, [account, chat, until, LINES_MAX, SIZE_MAX])
  const lines: TranscriptLine[] = []
  const stored = new Map<string, EntryMedia>()
  const edited = new Map<number, string>()
  for (const { n, at, type, body } of rows) {
    // The cast is safe: the commit wrote the body of an entry of this type.
    const entry = { ...body, type } as BodySeenBy<'transcript'>
    switch (entry.type) {
      case 'agent.joined':
      case 'colleague.joined':
        lines.push({ n, at, agent: entry.agent })
        break
      case 'media.stored':
        stored.set(outcomeKey(entry.of, entry.attachment), entry.media)
        break
      case 'message.edited':
        edited.set(entry.of, entry.text)
        break
      case 'message': {
        const { agent, attachments } = entry
        lines.push({ n, at, message: entry, ...(agent && { agent }), ...(attachments && { attachments }) })
      }
    }
  }
  return lines.map((line) => {
    const { n, message, attachments } = line
    if (!message) return line
    const text = edited.get(n)
    return {
      ...line,
      ...(attachments && {
        attachments: attachments.map((media, place) => stored.get(outcomeKey(n, place)) ?? media),
      }),
      ...(text !== undefined && { message: { ...message, text } }),
    }
  })
}

export interface LogPlace {
  readonly account: number
  readonly chat: number
  readonly links: Links
  readonly visitor: Pick<WebhookVisitor, 'name' | 'number'>
}

/** The log as webhooks receive it (C4). Files with a caption are lines of their own: a link for each, then the caption. */
export function toWebhookLog(
  lines: readonly TranscriptLine[],
  place: LogPlace,
  write?: WriteTime,
): Pick<WebhookChat, 'messages' | 'plain_messages' | 'html_messages'> {
  const newest = newestOf(lines.flatMap((line) => (line.message ? toLines(line, line.message, place) : [])))
  return {
    messages: newest.map(({ log, from }) => {
      const head = { message: log.message, timestamp: log.timestamp }
      return from.type === 'visitor' ? { ...head, type: from.type } : { ...head, ...from }
    }),
    plain_messages: toPlainLog(
      newest.map(({ log }) => log),
      write,
    ),
    html_messages: toHtmlLog(
      newest.map(({ log }) => log),
      write,
    ),
  }
}

type WebhookLine = {
  log: LogLine
  from:
    | Pick<WebhookMessage & { type: 'visitor' }, 'type'>
    | Pick<WebhookMessage & { type: 'agent' }, 'type' | 'agent_id'>
}

/** As many of the newest lines as fit `LOG_MAX`, in their order (T14). */
function newestOf(lines: readonly WebhookLine[]): readonly WebhookLine[] {
  let left = LOG_MAX
  let first = lines.length
  for (const { log } of lines.toReversed()) {
    left -= log.message.length + 2 * (toPlainLog([log]).length + toHtmlLog([log]).length)
    if (left < 0 && first < lines.length) break
    first--
  }
  return lines.slice(first)
}

function toLines({ at, attachments = [] }: TranscriptLine, message: Message, place: LogPlace): WebhookLine[] {
  const timestamp = Math.floor(at / 1000)
  const { from: author, agent, bot } = message
  const { visitor } = place
  const name = author === 'visitor' ? (visitor.name ?? `Visitor ${visitor.number}`) : (agent?.name ?? bot?.name ?? '')
  const from: WebhookLine['from'] =
    author === 'visitor' ? { type: 'visitor' } : { type: 'agent', ...(agent && { agent_id: agent.id }) }
  const lines = attachments.map((media): WebhookLine => ({ log: { name, timestamp, ...toFile(media, place) }, from }))
  const text = plainTextOf(message)
  if (text !== '') lines.push({ log: { name, timestamp, message: text }, from })
  return lines
}

/** A message as plain text, for readers without the widget: a bot's Markdown and buttons as text too. */
export function plainTextOf({ text, markdown, title, buttons }: Message): string {
  if (markdown !== undefined) return markdownToPlain(markdown)
  return title !== undefined && buttons ? buttonsAsText(title, buttons) : text
}

function toFile(media: EntryMedia, { account, chat, links }: LogPlace): Pick<LogLine, 'message' | 'isFile'> {
  if (media.kind === 'location') return { message: `${media.latitude ?? 0}, ${media.longitude ?? 0}` }
  const name = media.name ?? 'file'
  // The file could not be fetched, or is still being fetched: the log has its name.
  if (media.file === undefined) return { message: media.name ?? media.kind }
  const message = links.link({ account, id: media.file, name, chat, reader: 'integrator', forMs: FILE_LINK })
  return { message, isFile: true }
}
