import type { ArchivedChat, ArchiveExportQuery } from '@deskbell/protocol/agent/archive'
import { ARCHIVE_ROUTES } from '@deskbell/protocol/agent/routes/archive'
import type { ArchiveConditions } from './conditions.ts'
import { photoLink, type Viewer } from '../conversation/read/to-chat.ts'
import { countRatings } from './ratings.ts'
import { searchArchive, type Hit, type Stretch } from './search.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from '../agent-api/serve.ts'
import { parseCursor, toCursor } from '../agent-api/page.ts'
import { scopeOf } from '../agent-api/access.ts'

/** Searches closed chats by words and by properties. */
export function archiveRoutes(app: Api, { db, directory, links }: Pick<Services, 'db' | 'directory' | 'links'>): void {
  serve(app, ARCHIVE_ROUTES, {
    async searchArchive({ who, query: { after, limit = 20, ...conditions } }) {
      const position = parseCursor(after)
      const { asked, stretch } = toAsked(conditions)
      const page = await db.asAccount(who.account, (tx) =>
        searchArchive(tx, scopeOf(directory, who.agent), asked, { ...stretch, after: position, limit }),
      )
      const viewer = { account: who.account, agent: who.agent.id, links }
      return { chats: page.hits.map((hit) => toArchived(hit, viewer)), next: page.next && toCursor(page.next) }
    },
    readArchiveRatings({ who, query }) {
      const { asked, stretch } = toAsked(query)
      return db.asAccount(who.account, (tx) => countRatings(tx, scopeOf(directory, who.agent), asked, stretch))
    },
  })
}

/** The conditions and the time range. */
export function toAsked({ from, to, blocked, ...asked }: ArchiveExportQuery): {
  asked: ArchiveConditions
  stretch: Omit<Stretch, 'after'>
} {
  return {
    asked: { ...asked, ...(blocked !== undefined && { blocked: blocked === 'true' }) },
    stretch: { ...(from !== undefined && { from }), ...(to !== undefined && { to }) },
  }
}

function toArchived({ id, channel, state, visitor, agent, snippet, ratingText }: Hit, viewer: Viewer): ArchivedChat {
  const { bot, department, rating, openedAt, closedAt, lastAt, received, tags } = state
  return {
    id,
    channel: { id: channel.id, name: channel.name, kind: channel.kind },
    visitor: {
      number: String(visitor.number),
      name: visitor.name,
      email: visitor.email,
      phone: visitor.phone,
      photo: visitor.photo === null ? null : photoLink(viewer, visitor.photo),
      ...(visitor.blocked && { blocked: true as const }),
    },
    agent: agent && { id: agent.id, name: agent.name },
    bot: bot ? { id: bot.id, name: bot.name } : null,
    openedAt,
    closedAt: closedAt ?? lastAt,
    ...(department && { department: { id: department.id, name: department.name } }),
    ...(rating && { rating }),
    ...(ratingText !== null && { ratingText }),
    received,
    ...(tags && tags.length > 0 && { tags: tags.map(({ id }) => id) }),
    snippet: snippet && {
      n: snippet.n,
      from: snippet.from,
      at: snippet.at,
      ...(snippet.note && { note: true as const }),
      text: snippet.text,
      marks: snippet.marks.map(({ start, end }) => ({ start, end })),
    },
  }
}
