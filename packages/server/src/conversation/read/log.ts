import { buttonsAsText } from '@deskbell/protocol/channel/plain'
import { markdownToPlain } from '@deskbell/protocol/markdown'
import {
  toHtmlLog,
  toPlainLog,
  type LogLine,
  type WebhookChat,
  type WebhookMessage,
} from '@deskbell/protocol/webhook/log'
import type { WebhookVisitor } from '@deskbell/protocol/webhook/shapes'
import { typesSeenBy, type BodySeenBy, type EntryMedia, type Message, type Person } from '@deskbell/rules'
import type { Db } from '../../db/db.ts'
import { statement } from '../../db/statement.ts'
import type { Links } from '../../files/links.ts'

/** Messages of one log at most, the newest: a receiver must be able to take it. */
const LINES_MAX = 5000
/** And characters of their entries. */
const SIZE_MAX = 1_000_000
/** And characters of what is made of them: a log has each text five times (C4), and HTML may be five times as long. */
const TOLD_MAX = 7_500_000
/** Links to files hold so long (ms, C4). */
const FILE_LINK = 7 * 24 * 3600 * 1000

const SHOWN = typesSeenBy('transcript').map((type) => `'${type}'`)

const logStatement = statement(
  'event_log',
  `select n, type, at, body from (
     select n, type, at, body, row_number() over newest_first as place, sum(length(body::text)) over newest_first as size
     from (select n, type, at, body from entry
       where account_id = $1 and chat_id = $2 and n <= $3 and type in (${SHOWN.join(', ')})
       order by n desc limit $4) newest
     window newest_first as (order by n desc)) sized
   where size <= $5 or place = 1 order by n`,
)

/** A line of a chat's log; those who joined are told without a message. */
export interface TranscriptLine {
  readonly n: number
  readonly at: number
  readonly agent?: Person
  readonly message?: Message
  readonly media?: EntryMedia
}

/** What was said in a chat up to entry `until`, and who joined; media as they are stored by now. */
export async function readChatLog(db: Db, account: number, chat: number, until: number): Promise<TranscriptLine[]> {
  type Row = { n: number; at: number; type: string; body: object }
  const rows = await db.query<Row>(logStatement, [account, chat, until, LINES_MAX, SIZE_MAX])
  const lines: TranscriptLine[] = []
  const stored = new Map<number, EntryMedia>()
  for (const { n, at, type, body } of rows) {
    // As the log has it: `commit` wrote it, so it is an entry.
    const entry = { ...body, type } as BodySeenBy<'transcript'>
    switch (entry.type) {
      case 'agent.joined':
        lines.push({ n, at, agent: entry.agent })
        break
      case 'media.stored':
        stored.set(entry.of, entry.media)
        break
      case 'message': {
        const { agent, media } = entry
        lines.push({ n, at, message: entry, ...(agent && { agent }), ...(media && { media }) })
      }
    }
  }
  return lines.map((line) => {
    const media = line.message && stored.get(line.n)
    return media ? { ...line, media } : line
  })
}

export interface LogPlace {
  readonly account: number
  readonly chat: number
  readonly links: Links
  readonly visitor: Pick<WebhookVisitor, 'name' | 'number'>
}

/** The log in the words of the interface (C4). A file with a caption is two lines: its address, and what was said. */
export function toWebhookLog(
  lines: readonly TranscriptLine[],
  place: LogPlace,
): Pick<WebhookChat, 'messages' | 'plain_messages' | 'html_messages'> {
  const said = newestOf(lines.flatMap(({ at, message, media }) => (message ? toLines(message, media, at, place) : [])))
  return {
    messages: said.map(({ log, from }) => {
      const head = { message: log.message, timestamp: log.timestamp }
      return from.type === 'visitor' ? { ...head, type: from.type } : { ...head, ...from }
    }),
    plain_messages: toPlainLog(said.map(({ log }) => log)),
    html_messages: toHtmlLog(said.map(({ log }) => log)),
  }
}

type Said = {
  log: LogLine
  from:
    | Pick<WebhookMessage & { type: 'visitor' }, 'type'>
    | Pick<WebhookMessage & { type: 'agent' }, 'type' | 'agent_id'>
}

/** As many of the newest as fit `TOLD_MAX`, in their order (T14). */
function newestOf(said: readonly Said[]): readonly Said[] {
  let left = TOLD_MAX
  let first = said.length
  for (const { log } of said.toReversed()) {
    left -= log.message.length + 2 * (toPlainLog([log]).length + toHtmlLog([log]).length)
    if (left < 0 && first < said.length) break
    first--
  }
  return said.slice(first)
}

function toLines(message: Message, media: EntryMedia | undefined, at: number, place: LogPlace): Said[] {
  const timestamp = Math.floor(at / 1000)
  const { from: author, agent, bot } = message
  const { visitor } = place
  const name = author === 'visitor' ? (visitor.name ?? `Visitor ${visitor.number}`) : (agent?.name ?? bot?.name ?? '')
  const from: Said['from'] =
    author === 'visitor' ? { type: 'visitor' } : { type: 'agent', ...(agent && { agent_id: agent.id }) }
  const said: Said[] = []
  if (media) said.push({ log: { name, timestamp, ...toFile(media, place) }, from })
  const text = textOf(message)
  if (text !== '') said.push({ log: { name, timestamp, message: text }, from })
  return said
}

/** A message as somebody reads it who has no window: a bot's too. */
export function textOf({ text, markdown, title, buttons }: Message): string {
  if (markdown !== undefined) return markdownToPlain(markdown)
  return title !== undefined && buttons ? buttonsAsText(title, buttons) : text
}

function toFile(media: EntryMedia, { account, chat, links }: LogPlace): Pick<LogLine, 'message' | 'isFile'> {
  if (media.kind === 'location') return { message: `${media.latitude ?? 0}, ${media.longitude ?? 0}` }
  const name = media.name ?? 'file'
  // It could not be fetched, or is still being fetched: its name is all there is.
  if (media.file === undefined) return { message: media.name ?? media.kind }
  const message = links.link({ account, id: media.file, name, chat, reader: 'integrator', forMs: FILE_LINK })
  return { message, isFile: true }
}
