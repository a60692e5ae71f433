import { Type, type Static } from 'typebox'
import { isHttpUrl } from '../channel/field.ts'
import { Id, Nullable, Strict } from '../shapes.ts'
import { escapeHtml } from '../html.ts'
import { cleanText } from '../text.ts'

const LineHead = {
  message: Type.String({ description: "what was written; for media the file's address, signed for 7 days (C4)" }),
  timestamp: Type.Integer({ minimum: 0, description: 'when the server received it, unix time in seconds (C5)' }),
}
const Blacklisted = Type.Optional(
  Type.Boolean({ description: 'the visitor was on the blacklist when this was received' }),
)

/** One message of a chat's log. What a bot wrote has the type `agent` and no `agent_id` (C4). */
export const WebhookMessage = Type.Union([
  Strict({ ...LineHead, type: Type.Literal('visitor'), blacklisted: Blacklisted }),
  Strict({
    ...LineHead,
    type: Type.Literal('agent'),
    agent_id: Type.Optional(Id),
    blacklisted: Blacklisted,
  }),
])
export type WebhookMessage = Static<typeof WebhookMessage>

/** The whole log as one text. In `chat_finished` twice: at the top level of the event and in `chat` (C4). */
export const WebhookLogTexts = {
  plain_messages: Type.String({ description: 'the log as text, a line for each message' }),
  html_messages: Type.String({ description: 'the log as HTML, safe to show: messages are escaped (T5)' }),
}

/** A chat as it was when it ended. */
export const WebhookChat = Strict({
  messages: Type.Array(WebhookMessage),
  ...WebhookLogTexts,
  rate: Nullable(Type.Enum(['positive', 'negative'])),
  blacklisted: Type.Boolean({ description: 'the visitor is on the blacklist' }),
})
export type WebhookChat = Static<typeof WebhookChat>

/** A message of the log with the name of its author, for which `messages` has no field. */
export interface LogLine {
  readonly name: string
  /** Unix time in seconds. */
  readonly timestamp: number
  /** As in `message`: the text, or the address of the file. */
  readonly message: string
  /** `message` is the address of a file. */
  readonly isFile?: boolean
}

/** Writes the time of a line, from unix time in seconds. Events have it in UTC, mails in the zone of the company. */
export type WriteTime = (seconds: number) => string

/**
 * `plain_messages`. Further lines of a message are indented, so that a text cannot imitate a line of another author.
 */
export function toPlainLog(lines: readonly LogLine[], write: WriteTime = toTime): string {
  return lines
    .map(({ name, timestamp, message }) => {
      const text = printable(message).replaceAll('\n', '\n  ')
      return `[${write(timestamp)}] ${toName(name)}: ${text}`
    })
    .join('\n')
}

/** `html_messages`. Each text is isolated in its own direction, so that it cannot reverse the text around it (T7). */
export function toHtmlLog(lines: readonly LogLine[], write: WriteTime = toTime): string {
  return lines
    .map(({ name, timestamp, message, isFile }) => {
      const time = `<time datetime="${toTime(timestamp).replace(' ', 'T')}Z">${write(timestamp)}</time>`
      const text = escapeHtml(printable(message)).replaceAll('\n', '<br>')
      const said = isFile && isOneLink(message) ? `<a href="${text}" rel="noopener noreferrer">${text}</a>` : text
      return `<p>${time} <b><bdi>${escapeHtml(toName(name))}</bdi>:</b> <bdi>${said}</bdi></p>`
    })
    .join('\n')
}

function isOneLink(text: string): boolean {
  return isHttpUrl(text) && !/[\s\p{Cc}]/u.test(text)
}

/** 2026-11-22 09:14:05, UTC. */
function toTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ')
}

function toName(name: string): string {
  return printable(name).replace(/\s+/gu, ' ').trim()
}

/** Replaces every kind of line break by one, and removes other control characters except the tab. */
function printable(text: string): string {
  return cleanText(text)
    .replace(/\r\n?|[\u000b\u000c\u0085\u2028\u2029]/gu, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
}
