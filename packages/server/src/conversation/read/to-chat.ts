import { createHash } from 'node:crypto'
import type { Chat, ChatForMe, ScheduledMessage, Site as ShownSite } from '@deskbell/protocol/agent/chat'
import { leadsTo } from '@deskbell/protocol/host'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { ChatState, CrmPart } from '@deskbell/rules'
import type { Links } from '../../files/links.ts'
import type { Site } from '../commit/input.ts'
import { EDITED_FIELDS } from '../contact/shapes.ts'
import type { ChatFacts, ChatRead } from './chat-row.ts'

/** How long a link to a file holds for an agent (ms): the protocol says a day. */
const LINK = 24 * 3600 * 1000

/** The agent who reads, and the function that signs links for them. */
export interface Viewer {
  readonly account: number
  readonly agent: number
  readonly links: Pick<Links, 'link'>
}

/** A viewer of a chat with its visitor. */
export interface ChatViewer extends Viewer {
  /** Hosts that links from visitors' pages may lead to. Empty: every link is shown (C13). */
  readonly safeUrl: readonly string[]
}

/** Whether a chat is the same for all viewers. Links are signed for one reader each (T12). */
export const isSameForAllViewers = (chat: ChatFacts): boolean => chat.visitor.photo === null

/**
 * A chat as a row of the inbox. The custom fields, up to 20 kB, are left out; `customTag` tells whether they changed.
 */
export function toChat(chat: ChatFacts, viewer: ChatViewer): Chat {
  const { state, visitor } = chat
  return {
    id: chat.id,
    state: state.owner.kind === 'nobody' ? 'closed' : 'open',
    owner: state.owner.kind,
    agent: holderOf(state),
    bot: state.bot ? { id: state.bot.id, name: state.bot.name } : null,
    epoch: state.epoch,
    channel: { id: chat.channel.id, name: chat.channel.name, kind: chat.channel.kind },
    visitor: {
      number: String(visitor.number),
      contact: visitor.contact,
      id: visitor.key,
      name: visitor.name,
      phone: visitor.phone,
      email: visitor.email,
      photo: visitor.photo === null ? null : photoLink(viewer, visitor.photo),
      url: visitor.url,
      ...(visitor.description !== null && { description: visitor.description }),
      ...(visitor.customData && { customTag: tagOf(customOf(visitor.customData, viewer)) }),
      ...(visitor.site && { site: toSite(visitor.site) }),
      chats: visitor.chats,
      visits: visitor.visits,
      since: visitor.since,
      ...sourcesOf(visitor),
      ...(visitor.blocked && { blocked: true as const }),
    },
    ...(state.department && { department: { id: state.department.id, name: state.department.name } }),
    ...(state.rating && { rating: state.rating }),
    ...(state.erased && { erased: true as const }),
    ...(state.closing && { closing: { until: state.closing.until, agent: person(state.closing.agent) } }),
    ...waitingOf(state),
    ...colleaguesOf(state),
    ...(state.crm && cardsOf(state.crm)),
    ...(state.tags && state.tags.length > 0 && { tags: state.tags.map(({ id }) => id) }),
    ...(state.mentions && { mentions: state.mentions.map(({ agent, n }) => ({ agent, n })) }),
    last: state.last,
    lastAt: state.lastAt,
    preview: state.preview?.text ?? '',
    previewFrom: state.preview?.from ?? null,
    ...(state.preview?.agent && { previewAgent: person(state.preview.agent) }),
    received: state.received,
    failed: state.failed.length,
    openedAt: state.openedAt,
    waitingSince: state.waitingSince,
    closedAt: state.closedAt,
  }
}

/** Which fields an agent or the CRM set, and not the visitor. */
function sourcesOf({ given, byCrm }: ChatFacts['visitor']) {
  const edited = EDITED_FIELDS.filter((field) => given && field in given)
  const fromCrm = byCrm.filter((field) => !edited.some((one) => one === field))
  return { ...(edited.length > 0 && { edited }), ...(fromCrm.length > 0 && { byCrm: fromCrm }) }
}

/** A message that waits, without what only its sending needs. */
function toScheduled(message: NonNullable<ChatState['scheduled']>[number]): ScheduledMessage {
  const { attachments, furtherIds: _, ...rest } = message
  return {
    ...rest,
    agent: person(rest.agent),
    ...(attachments && {
      attachments: attachments.map(({ kind, file = '', name = '', size = 0, mime = '' }) => {
        return { kind, file, name, size, mime }
      }),
    }),
  }
}

/** What the chat waits for. */
const waitingOf = ({ scheduled, snoozed, woken }: ChatState) => ({
  ...(scheduled && { scheduled: scheduled.map(toScheduled) }),
  ...(snoozed && { snoozed: { until: snoozed.until, agent: person(snoozed.agent) } }),
  ...(woken !== undefined && { woken }),
})

/** Who else takes part, or is to. */
const colleaguesOf = ({ offer, colleagues, asked }: ChatState) => ({
  ...(offer && {
    offer: { n: offer.n, ...(offer.by && { by: person(offer.by) }), to: person(offer.to), until: offer.until },
  }),
  ...(colleagues && { colleagues: colleagues.map(person) }),
  ...(asked && { asked: asked.map(person) }),
})

const cardsOf = ({ cards, assigned }: CrmPart) => ({
  ...(cards.length > 0 && { cards: cards.map(({ webhook, of }) => ({ webhook, of })) }),
  ...(assigned.length > 0 && { assigned: [...assigned] }),
})

export function toChatForMe(chat: ChatRead, viewer: ChatViewer): ChatForMe {
  const { seen, read, state } = chat
  return { ...toChat(chat, viewer), seen: Math.min(seen, state.received), ...(read !== null && { read }) }
}

/** A chat with the custom fields of its visitor. */
export function toWholeChat(chat: ChatRead, viewer: ChatViewer): ChatForMe {
  const shown = toChatForMe(chat, viewer)
  const { customData } = chat.visitor
  return customData ? { ...shown, visitor: { ...shown.visitor, custom: customOf(customData, viewer) } } : shown
}

const customOf = (fields: readonly CustomField[], { safeUrl }: ChatViewer) => fields.map((one) => field(one, safeUrl))

const tagOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)

/** The agent who owns a chat. */
export function holderOf({ owner }: ChatState): { id: number; name: string } | null {
  return owner.kind === 'agent' ? { id: owner.agent.id, name: owner.agent.name } : null
}

/** A link to a person's picture. */
export function photoLink({ account, agent, links }: Viewer, file: string): string {
  return links.link({ account, id: file, name: 'photo.jpg', reader: `agent:${agent}`, forMs: LINK })
}

const field = ({ title, content, key, link }: CustomField, safeUrl: readonly string[]) => ({
  ...(title !== undefined && { title }),
  ...(content !== undefined && { content }),
  ...(key !== undefined && { key }),
  ...(link !== undefined && isShown(link, safeUrl) && { link }),
})

/** A link to any other host is left out: agents see only its text. */
function isShown(link: string, safeUrl: readonly string[]): boolean {
  if (safeUrl.length > 0 && !leadsTo(link, safeUrl)) return false // guard T28
  return true
}

/** The visitor's page and location as agents see them. */
export function toSite({ url, title, referrer, lang, utm, address, userAgent, place, placeFrom }: Site): ShownSite {
  return {
    url,
    title,
    ...(referrer !== undefined && { referrer }),
    ...(lang !== undefined && { lang }),
    ...(utm && { utm: { ...utm } }),
    address,
    userAgent,
    ...(place && { place: { ...place } }),
    ...(placeFrom !== undefined && { placeFrom }),
  }
}

const person = ({ id, name }: { id: number; name: string }) => ({ id, name })
