import { createHash } from 'node:crypto'
import type { Chat, ChatForMe, Site as ShownSite } from '@deskbell/protocol/agent/chat'
import type { Entry as ShownEntry, Media } from '@deskbell/protocol/agent/entry'
import { leadsTo } from '@deskbell/protocol/host'
import type { CustomField } from '@deskbell/protocol/widget/contact'
import { authorOf, type ChatState, type CrmField, type CrmPart, type Entry, type EntryMedia } from '@deskbell/rules'
import type { Links } from '../file/links.ts'
import type { FileRow } from '../file/rows.ts'
import type { Site } from './input.ts'
import type { ChatFacts, ChatRead, MediaFound } from './read.ts'

/** How long a link to a file holds for an agent (ms): the protocol says a day. */
const LINK = 24 * 3600 * 1000
/** Of media whose file was erased with the person's data. */
const GONE = 'the file is no longer kept'

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

/** An entry as an agent may see it: each field is named, so that none comes along unasked (T23). */
export function toShown(entry: Entry, chat: number, found: MediaFound, onlooker: Onlooker): ShownEntry {
  const head = { n: entry.n, at: entry.at, from: authorOf(entry) }
  switch (entry.type) {
    case 'message':
      return {
        ...head,
        type: entry.type,
        id: entry.id,
        text: entry.text,
        ...(entry.cutFrom !== undefined && { cutFrom: entry.cutFrom }),
        ...(entry.agent && { agent: person(entry.agent) }),
        ...(entry.bot && { bot: person(entry.bot) }),
        ...(entry.markdown !== undefined && { markdown: entry.markdown }),
        ...(entry.title !== undefined && { title: entry.title }),
        ...(entry.buttons && { buttons: entry.buttons.map(button) }),
        ...(entry.button && { button: button(entry.button) }),
        ...(entry.left && { left: true as const }),
        media: entry.media ? mediaOf(entry.n, entry.media, chat, found, onlooker) : null,
      }
    case 'visitor.invited':
      return { ...head, type: entry.type, text: entry.text }
    case 'visitor.changed':
      return {
        ...head,
        type: entry.type,
        ...(entry.name !== undefined && { name: entry.name }),
        ...(entry.phone !== undefined && { phone: entry.phone }),
        ...(entry.email !== undefined && { email: entry.email }),
        ...(entry.description !== undefined && { description: entry.description }),
        ...(entry.by && { by: entry.by }),
      }
    case 'visitor.updated':
      return { ...head, type: entry.type }
    case 'visitor.blocked':
    case 'visitor.unblocked':
      return { ...head, type: entry.type, agent: person(entry.agent) }
    case 'crm.answered':
      return {
        ...head,
        type: entry.type,
        webhook: entry.webhook,
        name: entry.name,
        fields: entry.fields.map(crmField),
        ...(entry.link !== undefined && { link: entry.link }),
        assignable: entry.assignable,
        ...(entry.page && { page: pageOf(entry.page) }),
        ...(entry.late && { late: entry.late }),
      }
    case 'crm.assigned':
      return { ...head, type: entry.type, agent: person(entry.agent), link: entry.link }
    case 'department.chosen':
      return { ...head, type: entry.type, department: { id: entry.department.id, name: entry.department.name } }
    case 'chat.rated': {
      const text = entry.text === undefined ? {} : { text: entry.text }
      return { ...head, type: entry.type, rating: entry.rating, ...text }
    }
    case 'agent.joined':
    case 'agent.left':
      return { ...head, type: entry.type, agent: person(entry.agent) }
    case 'bot.joined':
    case 'agent.invited':
      return { ...head, type: entry.type, bot: person(entry.bot) }
    case 'agent.unavailable':
      return { ...head, type: entry.type, bot: person(entry.bot), why: entry.why }
    case 'bot.skipped':
    case 'bot.refused':
      return { ...head, type: entry.type, bot: person(entry.bot), text: entry.text }
    case 'bot.left': {
      const text = entry.text === undefined ? {} : { text: entry.text }
      return { ...head, type: entry.type, bot: person(entry.bot), why: entry.why, ...text }
    }
    case 'chat.closed':
    case 'chat.erased':
      return { ...head, type: entry.type, ...(entry.agent && { agent: person(entry.agent) }) }
    case 'bot.asked':
    case 'message.delivered':
      return { ...head, type: entry.type, of: entry.of }
    case 'message.failed':
      return {
        ...head,
        type: entry.type,
        of: entry.of,
        ...(entry.code !== undefined && { code: entry.code }),
        text: entry.text,
      }
    case 'message.resent':
      return { ...head, type: entry.type, of: entry.of, agent: person(entry.agent) }
    case 'media.stored':
      return { ...head, type: entry.type, of: entry.of, media: stored(entry.media, chat, found, onlooker) }
    case 'media.failed':
      return { ...head, type: entry.type, of: entry.of, media: failed(entry.media, entry.reason), text: entry.reason }
  }
}

/** By the account's own server: no list of safe hosts takes a link out (C13). */
const crmField = ({ title, content, key, link }: CrmField) => ({
  ...(title !== undefined && { title }),
  ...(content !== undefined && { content }),
  ...(key !== undefined && { key }),
  ...(link !== undefined && { link }),
})

const pageOf = ({ url, title }: { url: string; title?: string }) => ({ url, ...(title !== undefined && { title }) })

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

const button = ({ id, text }: { id: string; text: string }) => ({ id, text })
const person = ({ id, name }: { id: number; name: string }) => ({ id, name })

function mediaOf(n: number, media: EntryMedia, chat: number, found: MediaFound, onlooker: Onlooker): Media {
  if (media.kind === 'location') return { ...details(media), state: 'none' }
  if (media.file !== undefined) return stored(media, chat, found, onlooker)
  const word = found.words.get(n)
  if (!word && media.host === undefined) return failed(media, GONE)
  if (!word) return { ...details(media), state: 'pending' }
  return word.type === 'media.stored' ? stored(word.media, chat, found, onlooker) : failed(word.media, word.reason)
}

function stored(media: EntryMedia, chat: number, { files }: MediaFound, onlooker: Onlooker): Media {
  const file = media.file === undefined ? undefined : files.get(media.file)
  if (!file) return failed(media, GONE)
  return { ...details(media), ...fileOf(file, chat, onlooker), state: 'stored' }
}

function failed(media: EntryMedia, reason: string): Media {
  return { ...details(media), state: 'failed', reason }
}

function fileOf(file: FileRow, chat: number, { account, agent, links }: Onlooker) {
  const wanted = { account, chat, id: file.id, name: file.name, reader: `agent:${agent}` as const, forMs: LINK }
  return {
    url: links.link(wanted),
    ...(file.thumb && { thumb: links.link({ ...wanted, thumb: true }) }),
    mime: file.mime,
    inline: file.inline,
    name: file.name,
    size: file.size,
    ...(file.width !== null && { width: file.width }),
    ...(file.height !== null && { height: file.height }),
  }
}

/** What the author said of it. Never `mime` before our copy is there: it is a claim. */
function details({ kind, host, name, size, width, height, duration, performer, title, emoji, ...place }: EntryMedia) {
  return {
    kind,
    ...(host !== undefined && { host }),
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(duration !== undefined && { duration }),
    ...(performer !== undefined && { performer }),
    ...(title !== undefined && { title }),
    ...(emoji !== undefined && { emoji }),
    ...(place.latitude !== undefined && { latitude: place.latitude }),
    ...(place.longitude !== undefined && { longitude: place.longitude }),
  }
}
