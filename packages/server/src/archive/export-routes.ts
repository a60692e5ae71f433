import { Readable } from 'node:stream'
import { ArchiveExportQuery } from '@deskbell/protocol/agent/archive'
import { Type } from 'typebox'
import { toCsvLine, type Cell } from './csv.ts'
import { searchArchive, type Hit } from './search.ts'
import type { PagePosition } from '../conversation/read/chats.ts'
import { allow } from '../identity/permissions.ts'
import { toAsked } from './routes.ts'
import type { AgentServices, Api } from '../agent-api/services.ts'
import { whoAsks } from '../agent-api/guard.ts'
import { scopeOf } from '../agent-api/access.ts'
import { credentialsOf, signedOut, type Recognizer } from '../agent-api/signed-in.ts'

/** Chats read at once, which keeps transactions short for any number of chats. */
const PAGE = 200
/** Without it, Excel reads the text in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

const COLUMNS = [
  ...['chat', 'channel', 'visitor', 'name', 'email', 'phone', 'agent', 'bot', 'department', 'began', 'ended'],
  ...['rating', 'messages', 'blocked', 'words'],
]

type Found = Awaited<ReturnType<typeof searchArchive>>

/** Exports the archive as CSV. */
export function archiveExportRoutes(
  app: Api,
  { db, directory, clock }: Pick<AgentServices, 'db' | 'directory' | 'clock'>,
  recognize: Recognizer,
): void {
  app.get(
    '/archive.csv',
    {
      schema: {
        tags: ['Chats'],
        summary: 'Closed chats as CSV',
        description:
          'Owners and admins. The same conditions as the search of closed chats; all results, newest first; times in UTC. Cells that could be read as a formula begin with an apostrophe.',
        querystring: ArchiveExportQuery,
        response: {
          200: {
            description: 'RFC 4180, in UTF-8',
            content: { 'text/csv': { schema: Type.Unsafe<Readable>(Type.String()) } },
          },
        },
      },
    },
    async (request, reply) => {
      const who = whoAsks(request)
      allow(who.agent, 'archive.export')
      const { asked, stretch } = toAsked(request.query)
      const scope = scopeOf(directory, who.agent)

      const read = (after: PagePosition | null) =>
        db.asAccount(who.account, (tx) => searchArchive(tx, scope, asked, { ...stretch, after }, PAGE))
      const credentials = credentialsOf(request.headers)
      const check = async () => {
        const now = await recognize(credentials, request.ip)
        if (!now) throw signedOut()
        allow(now.agent, 'archive.export')
      }

      const day = new Date(clock.now()).toISOString().slice(0, 10)
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="chats-${day}.csv"`)
        .send(Readable.from(exportLines(read, check)))
    },
  )
}

/**
 * The CSV, page by page. Before each page, `check` throws when the agent has lost access, which ends the export (T50).
 */
export async function* exportLines(
  read: (after: PagePosition | null) => Promise<Found>,
  check: () => Promise<void>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(COLUMNS)
  let after: PagePosition | null = null
  do {
    await check() // guard T50
    const page: Found = await read(after)
    yield page.hits.map((hit) => toCsvLine(toCells(hit))).join('')
    after = page.next
  } while (after)
}

function toCells({ id, channel, state, visitor, agent, snippet }: Hit): Cell[] {
  const { bot, department, rating, openedAt, closedAt, lastAt, received } = state
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
  ]
}

/** In the format in which spreadsheets read a time. */
const toTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
