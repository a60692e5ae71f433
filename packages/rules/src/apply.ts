import { botAfter } from './bot-part.ts'
import type { CrmAnswered, Entry, EntryMedia, Message } from './entry.ts'
import { withoutTexts } from './erase.ts'
import type { ChatState, CrmPart } from './state.ts'

const PREVIEW_MAX = 120

/** The state after `entry`. Entries come in their order: `entry.n` is `state.last + 1`. */
export function apply(state: ChatState, entry: Entry): ChatState {
  if (entry.n !== state.last + 1) throw new Error(`entry ${entry.n} does not follow ${state.last}`)
  const bot = botAfter(state, entry)
  const next = { ...state, last: entry.n, lastAt: entry.at, ...(bot && { bot }) }
  switch (entry.type) {
    case 'message':
      return {
        ...next,
        received: state.received + (entry.from === 'visitor' ? 1 : 0),
        preview: { text: previewOf(entry), from: entry.from, ...(entry.agent && { agent: entry.agent }) },
      }
    case 'visitor.invited':
      return { ...next, invite: entry.text }
    case 'department.chosen':
      return { ...next, department: entry.department }
    case 'chat.rated':
      return { ...next, rating: entry.rating }
    case 'agent.joined':
      return { ...next, owner: { kind: 'agent', agent: entry.agent }, epoch: state.epoch + 1, waitingSince: null }
    case 'bot.joined':
      return { ...next, owner: { kind: 'bot', bot: entry.bot.id }, epoch: state.epoch + 1, waitingSince: null }
    case 'bot.left':
      // After its own call the chat is in the queue already.
      if (state.owner.kind === 'queue') return next
      return { ...next, owner: { kind: 'queue' }, epoch: state.epoch + 1, waitingSince: entry.at }
    case 'agent.left':
    case 'agent.invited':
      return { ...next, owner: { kind: 'queue' }, epoch: state.epoch + 1, waitingSince: entry.at }
    case 'chat.closed':
      return { ...next, owner: { kind: 'nobody' }, epoch: state.epoch + 1, waitingSince: null, closedAt: entry.at }
    case 'message.failed':
      return { ...next, failed: [...state.failed.filter((n) => n !== entry.of), entry.of] }
    case 'message.delivered':
    case 'message.resent':
      return state.failed.includes(entry.of) ? { ...next, failed: state.failed.filter((n) => n !== entry.of) } : next
    case 'visitor.changed':
      return entry.tell && state.changedAt === undefined ? { ...next, changedAt: entry.at } : next
    case 'visitor.updated': {
      const { changedAt: _, ...told } = next
      return told
    }
    case 'crm.answered':
      return { ...next, crm: answeredBy(state.crm, entry) }
    case 'crm.assigned': {
      const { cards = [], assigned = [] } = state.crm ?? {}
      return { ...next, crm: { cards, assigned: [...assigned, entry.link] } }
    }
    case 'chat.erased':
      return withoutTexts(next)
    case 'bot.skipped':
    case 'bot.asked':
    case 'bot.refused':
    case 'agent.unavailable':
    case 'visitor.blocked':
    case 'visitor.unblocked':
    case 'media.stored':
    case 'media.failed':
      return next
  }
}

function answeredBy(crm: CrmPart | undefined, entry: CrmAnswered & { n: number }): CrmPart {
  const { webhook, n, to, link, assignable } = entry
  const others = (crm?.cards ?? []).filter((card) => card.webhook !== webhook)
  const card = { webhook, of: n, to, ...(link !== undefined && { link }), assignable }
  return { cards: [...others, card], assigned: crm?.assigned ?? [] }
}

/** The state that a whole log gives, from a chat opened at `at`. */
export function fold(at: number, log: readonly Entry[], start: (at: number) => ChatState): ChatState {
  return log.reduce(apply, start(at))
}

function previewOf(message: Message): string {
  const text = message.text.replace(/\s+/g, ' ').trim() || message.title || nameOf(message.media)
  if (text.length <= PREVIEW_MAX) return text
  // Not inside a surrogate pair: the text goes to JSON and to the database.
  const cut = text.slice(0, PREVIEW_MAX)
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut
}

function nameOf(media: EntryMedia | undefined): string {
  return media?.name ?? media?.title ?? media?.emoji ?? media?.kind ?? ''
}
