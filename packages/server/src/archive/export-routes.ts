import { ARCHIVE_EXPORT_ROUTES } from '@deskbell/protocol/agent/routes/archive'
import { toCsvLine, type Cell } from '../agent-api/csv.ts'
import { searchArchive, type Hit } from './search.ts'
import type { PagePosition } from '../conversation/read/inbox.ts'
import { allow } from '../identity/permissions.ts'
import { toAsked } from './routes.ts'
import type { Api } from '../agent-api/add-routes.ts'
import type { Services } from '../services.ts'
import { serve } from '../agent-api/serve.ts'
import { scopeOf } from '../agent-api/access.ts'
import { credentialsOf, signedOut } from '../agent-api/signed-in.ts'

/** Chats read at once, which keeps transactions short for any number of chats. */
const PAGE = 200
/** Without it, Excel reads the text in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = [
  ...['chat', 'channel', 'visitor', 'name', 'email', 'phone', 'agent', 'bot', 'department', 'began', 'ended'],
  ...['rating', 'messages', 'blocked', 'words', 'tags'],
]

type Found = Awaited<ReturnType<typeof searchArchive>>

/** Exports the archive as CSV. */
export function archiveExportRoutes(
  app: Api,
  { db, directory, clock, recognize }: Pick<Services, 'db' | 'directory' | 'clock' | 'recognize'>,
): void {
  serve(app, ARCHIVE_EXPORT_ROUTES, {
    exportArchive({ who, query, may, request, reply }) {
      const { asked, stretch } = toAsked(query)
      const scope = scopeOf(directory, who.agent)

      const read = (after: PagePosition | null) =>
        db.asAccount(who.account, (tx) => searchArchive(tx, scope, asked, { ...stretch, after, limit: PAGE }))
      const credentials = credentialsOf(request.headers)
      const check = async () => {
        const now = await recognize(credentials, request.ip)
        if (!now) throw signedOut()
        allow(now.agent, may)
      }

      const day = new Date(clock.now()).toISOString().slice(0, 10)
      reply.header('content-disposition', `attachment; filename="chats-${day}.csv"`)
      const nameOf = (tag: number) => directory.tag(who.account, tag)?.name
      return exportLines({ read, check, nameOf })
    },
  })
}

/**
 * The CSV, page by page. Before each page, `check` throws when the agent has lost access, which ends the export (T50).
 */
export async function* exportLines({
  read,
  check,
  nameOf,
}: {
  read: (after: PagePosition | null) => Promise<Found>
  check: () => Promise<void>
  /** The name of a tag, unless it was removed. */
  nameOf: (tag: number) => string | undefined
}): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(COLUMNS)
  let after: PagePosition | null = null
  do {
    await check() // guard T50
    const page: Found = await read(after)
    yield page.hits.map((hit) => toCsvLine(toCells(hit, nameOf))).join('')
    after = page.next
  } while (after)
}

function toCells(
  { id, channel, state, visitor, agent, snippet }: Hit,
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
    toTime(openedAt),
    toTime(closedAt ?? lastAt),
    rating ?? null,
    received,
    visitor.blocked ? 'yes' : null,
    snippet?.text ?? null,
    tags.flatMap(({ id: tag }) => nameOf(tag) ?? []).join(', ') || null,
  ]
}

/** In the format in which spreadsheets read a time. */
const toTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
