import { ARCHIVE_EXPORT_ROUTES } from '@deskbell/protocol/agent/routes/archive'
import { scopeOf } from '../agent-api/access.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Cell } from '../agent-api/csv.ts'
import { accessCheck, CSV_PAGE, csvLines, saveAsCsv, toCsvTime } from '../agent-api/csv-export.ts'
import { serve } from '../agent-api/serve.ts'
import type { PagePosition } from '../conversation/read/inbox.ts'
import type { Services } from '../services.ts'
import { toAsked } from './routes.ts'
import { searchArchive, type Hit } from './search.ts'

const COLUMNS = [
  ...['chat', 'channel', 'visitor', 'name', 'email', 'phone', 'agent', 'bot', 'department', 'began', 'ended'],
  ...['rating', 'messages', 'blocked', 'words', 'tags', 'rating words'],
]

/** Exports the archive as CSV. */
export function archiveExportRoutes(
  app: Api,
  { db, directory, clock, recognize }: Pick<Services, 'db' | 'directory' | 'clock' | 'recognize'>,
): void {
  serve(app, ARCHIVE_EXPORT_ROUTES, {
    exportArchive({ who, query, may, request, reply }) {
      const { asked, stretch } = toAsked(query)
      const scope = scopeOf(directory, who.agent)

      const nameOf = (tag: number) => directory.tag(who.account, tag)?.name
      saveAsCsv(reply, 'chats', clock.now())
      return csvLines<PagePosition>({
        columns: COLUMNS,
        check: accessCheck(recognize, request, may),
        async readPage(after) {
          const page = { ...stretch, after, limit: CSV_PAGE }
          const { hits, next } = await db.asAccount(who.account, (tx) => searchArchive(tx, scope, asked, page))
          return { rows: hits.map((hit) => toCells(hit, nameOf)), next }
        },
      })
    },
  })
}

/** `nameOf`: the name of a tag, unless it was removed. */
function toCells(
  { id, channel, state, visitor, agent, snippet, ratingText }: Hit,
  nameOf: (tag: number) => string | undefined,
): Cell[] {
  const { bot, department, rating, openedAt, closedAt, lastAt, received, tags = [] } = state
  return [
    id,
    channel.name,
    visitor.number,
    visitor.name,
    visitor.email,
    visitor.phone,
    agent?.name ?? null,
    bot?.name ?? null,
    department?.name ?? null,
    toCsvTime(openedAt),
    toCsvTime(closedAt ?? lastAt),
    rating ?? null,
    received,
    visitor.blocked ? 'yes' : null,
    snippet?.text ?? null,
    tags.flatMap(({ id: tag }) => nameOf(tag) ?? []).join(', ') || null,
    ratingText,
  ]
}
