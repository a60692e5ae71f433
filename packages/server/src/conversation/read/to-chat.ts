import { createHash } from 'node:crypto'
import type { Chat, ChatForMe, Site as ShownSite } from '@deskbell/protocol/agent/chat'
import { leadsTo } from '@deskbell/protocol/host'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import type { ChatState, CrmPart } from '@deskbell/rules'
import type { Links } from '../../files/links.ts'
import type { Site } from '../commit/input.ts'
import type { ChatFacts, ChatRead } from './chat-row.ts'

/** How long a link to a file holds for an agent (ms): the protocol says a day. */
const LINK = 24 * 3600 * 1000

/** The agent who looks, and what makes links for them. */
export interface Onlooker {
  readonly account: number
  readonly agent: number
  readonly links: Pick<Links, 'link'>
}

/** An agent who looks at a chat as a whole. */
export interface ChatOnlooker extends Onlooker {
  /** Hosts that links from visitors' pages may lead to; none: every link is shown (C13). */
  readonly safeUrl: readonly string[]
}

/** Whether a chat looks the same to everybody: links are made for one reader each (T12). */
export const looksSame = (chat: ChatFacts): boolean => chat.visitor.photo === null

/** A line of the inbox. What the page says of the visitor, up to 20 kB of it, is not in it, and whether that changed is. */
export function toChat(chat: ChatFacts, onlooker: ChatOnlooker): Chat {
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
      id: visitor.key,
      name: visitor.name,
      phone: visitor.phone,
      email: visitor.email,
      photo: visitor.photo === null ? null : portrait(onlooker, visitor.photo),
      url: visitor.url,
      ...(visitor.description !== null && { description: visitor.description }),
      ...(visitor.customData && { customTag: tagOf(customOf(visitor.customData, onlooker)) }),
      ...(visitor.site && { site: toSite(visitor.site) }),
      chats: visitor.chats,
      visits: visitor.visits,
      since: visitor.since,
      ...(visitor.byCrm.length > 0 && { byCrm: [...visitor.byCrm] }),
      ...(visitor.blocked && { blocked: true as const }),
    },
    ...(state.department && { department: { id: state.department.id, name: state.department.name } }),
    ...(state.rating && { rating: state.rating }),
    ...(state.erased && { erased: true as const }),
    ...(state.crm && cardsOf(state.crm)),
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

const cardsOf = ({ cards, assigned }: CrmPart) => ({
  ...(cards.length > 0 && { cards: cards.map(({ webhook, of }) => ({ webhook, of })) }),
  ...(assigned.length > 0 && { assigned: [...assigned] }),
})

export function toChatForMe(chat: ChatRead, onlooker: ChatOnlooker): ChatForMe {
  return { ...toChat(chat, onlooker), seen: Math.min(chat.seen, chat.state.received) }
}

/** A chat that is read by itself. */
export function toWholeChat(chat: ChatRead, onlooker: ChatOnlooker): ChatForMe {
  const line = toChatForMe(chat, onlooker)
  const { customData } = chat.visitor
  return customData ? { ...line, visitor: { ...line.visitor, custom: customOf(customData, onlooker) } } : line
}

const customOf = (fields: readonly CustomField[], { safeUrl }: ChatOnlooker) => fields.map((one) => field(one, safeUrl))

const tagOf = (shown: unknown): string =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 12)

/** The agent who holds a chat. */
export function holderOf({ owner }: ChatState): { id: number; name: string } | null {
  return owner.kind === 'agent' ? { id: owner.agent.id, name: owner.agent.name } : null
}

/** A link to a person's picture. */
export function portrait({ account, agent, links }: Onlooker, file: string): string {
  return links.link({ account, id: file, name: 'photo.jpg', reader: `agent:${agent}`, forMs: LINK })
}

const field = ({ title, content, key, link }: CustomField, safeUrl: readonly string[]) => ({
  ...(title !== undefined && { title }),
  ...(content !== undefined && { content }),
  ...(key !== undefined && { key }),
  ...(link !== undefined && isShown(link, safeUrl) && { link }),
})

/** Of a link that leads elsewhere than the desk lets it, agents see the words alone. */
function isShown(link: string, safeUrl: readonly string[]): boolean {
  if (safeUrl.length > 0 && !leadsTo(link, safeUrl)) return false // guard T28
  return true
}

/** Where a visitor is, as agents see it. */
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
