import { placeOf } from '../attachments.ts'
import { botAnswers, withBot, visitorAsks } from '../bot-part.ts'
import { recipientLane, toBot, type ChatDelivery, type Where } from '../delivery.ts'
import type { Cause, EntryKind, Placed } from '../entry-kind.ts'
import { notAskedToLeave } from '../overflowing.ts'
import { emptied, outlines } from '../redaction.ts'
import { withScheduled } from '../scheduled.ts'
import type { Author, Button, EntryMedia, Person } from '../shapes.ts'
import type { ChatState } from '../state.ts'

const PREVIEW_MAX = 120

export interface Message {
  readonly type: 'message'
  readonly from: Author
  /** Identifier of the message in Deskbell, as on the channel wire. */
  readonly id: string
  readonly text: string
  readonly cutFrom?: number
  readonly agent?: Person
  readonly bot?: Person
  /** Markdown of a bot or an agent; `text` is then its plain version. */
  readonly markdown?: string
  /** The bot's question with its buttons; `text` is then the plain version. */
  readonly title?: string
  readonly buttons?: readonly Button[]
  /** The button that the visitor chose (A31). */
  readonly button?: Button
  /** Digest of the request that carried the message (B5). */
  readonly digest?: string
  /** Never empty. A visitor's end that takes one at a time gets each in a message of its own. */
  readonly attachments?: readonly EntryMedia[]
  /** The integrator's own identifier: for logs only, never used to identify the message (A13). */
  readonly theirId?: string
  /** The message was sent through the offline form (W11). */
  readonly left?: true
}

/** A scheduled message is sent under its own identifier. The others learn that the visitor has written. */
function withoutSent(state: ChatState, { id, from }: Message): ChatState {
  const { scheduled } = state
  if (!scheduled) return state
  if (from === 'visitor')
    return withScheduled(
      state,
      scheduled.map((one) => ({ ...one, visitorWrote: true })),
    )
  return withScheduled(
    state,
    scheduled.filter((one) => one.id !== id),
  )
}

/** The first message of the visitor after those of others counts. */
function unanswered({ unansweredSince, ...state }: ChatState, { from, at }: Placed<Message>): ChatState {
  if (from !== 'visitor') return state
  const since = state.preview?.from === 'visitor' ? unansweredSince : undefined
  return { ...state, unansweredSince: since ?? at }
}

export const message: EntryKind<Message, 'visitor' | 'transcript'> = {
  type: 'message',
  version: 2,
  author: ({ from }) => from,
  apply(state, entry) {
    const next: ChatState = {
      ...unanswered(withoutSent(entry.from === 'visitor' ? notAskedToLeave(state) : state, entry), entry),
      received: state.received + (entry.from === 'visitor' ? 1 : 0),
      preview: { text: previewOf(entry), from: entry.from, ...(entry.agent && { agent: entry.agent }) },
    }
    if (entry.from === 'bot') return withBot(next, (bot) => botAnswers(bot, entry))
    if (entry.from !== 'visitor' || state.owner.kind !== 'bot') return next
    return withBot(next, (bot) => visitorAsks(bot, entry))
  },
  readers: { visitor: true, transcript: true },
  deliveries(cause, where) {
    if (cause.entry.from === 'visitor') return ofVisitor(cause, where)
    return where.followsLog ? [] : [toVisitor(cause.entry, where)]
  },
  event({ entry, command, opens, left }) {
    if (command.type !== 'visitor.write') return undefined
    if (left) return { name: 'offline_message', id: entry.id, message: entry.text }
    return opens ? { name: 'chat_accepted', early: true } : undefined
  },
  archive: false,
  redaction: {
    from: 'kept',
    id: 'kept',
    text: emptied,
    agent: 'kept',
    bot: 'kept',
    left: 'kept',
    attachments: outlines,
    cutFrom: 'removed',
    markdown: 'removed',
    title: 'removed',
    buttons: 'removed',
    button: 'removed',
    digest: 'removed',
    theirId: 'removed',
  },
}

function toVisitor(entry: Placed<Message>, where: Where): ChatDelivery {
  const { id, text, from, agent, bot, markdown, title, buttons, attachments } = entry
  return {
    kind: 'agent_message',
    lane: recipientLane(where),
    of: entry.n,
    body: {
      id,
      text,
      from: from === 'visitor' ? 'system' : from,
      ...(agent && { agent }),
      ...(bot && { bot }),
      ...(markdown !== undefined && { markdown }),
      ...(title !== undefined && { title }),
      ...(buttons && { buttons }),
      ...(attachments && { attachments }),
    },
  }
}

/**
 * The bot is asked at once, or for an attachment that is to be fetched once a copy is stored that can be sent to it
 * (B17). Its requests carry one attachment each, the first one the text.
 */
function ofVisitor({ state, entry, command }: Cause<Message>, where: Where): ChatDelivery[] {
  const { n, text, attachments, button, at } = entry
  if (!attachments)
    return toBot(state, n, { text: button?.text ?? text, at, ...(button && { button: button.id }) }, where)
  const brought = command.type === 'visitor.write' ? command.attachments : undefined
  return attachments.flatMap((media, place): ChatDelivery[] => {
    const said = { text: place === 0 ? text : '', at }
    const source = brought?.[place]?.source
    if (source === undefined) return toBot(state, n, { ...said, media }, where)
    const ask = state.owner.kind === 'bot' ? { ask: said } : {}
    // One lane for the message: the bot gets its attachments in their order.
    const lane = `media:${where.chat}:${n}`
    return [{ kind: 'media_fetch', lane, of: n, body: { source, ...placeOf(place), media, ...ask } }]
  })
}

function previewOf(entry: Message): string {
  return toPreview(entry.text) || toPreview(entry.title ?? '') || toPreview(namesOf(entry.attachments))
}

/** The beginning of a text on one line. */
export function toPreview(given: string): string {
  const text = given.replace(/\s+/g, ' ').trim()
  if (text.length <= PREVIEW_MAX) return text
  // Never cuts a surrogate pair: JSON and the database refuse half of one.
  const cut = text.slice(0, PREVIEW_MAX)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

function namesOf(attachments: readonly EntryMedia[] = []): string {
  return attachments.map(({ name, title, emoji, kind }) => name ?? title ?? emoji ?? kind).join(', ')
}
