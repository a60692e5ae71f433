import type { FastifyReply, FastifyRequest } from 'fastify'
import { allow, type Action } from '../identity/permissions.ts'
import { toCsvLine, type Cell } from './csv.ts'
import { credentialsOf, signedOut, type Recognizer } from './signed-in.ts'

/** Rows read at once, which keeps transactions short for any number of rows. */
export const CSV_PAGE = 200
/** Without it, Excel reads the text in another encoding. */
const BYTE_ORDER_MARK = '\uFEFF'

export interface CsvPage<Position> {
  readonly rows: readonly (readonly Cell[])[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: Position | null
}

export interface CsvExport<Position> {
  readonly columns: readonly string[]
  readonly readPage: (after: Position | null) => Promise<CsvPage<Position>>
  /** Throws when the agent has no access any more. */
  readonly check: () => Promise<void>
}

/** The CSV, page by page. An agent who loses access gets no further page (T50). */
export async function* csvLines<Position>({ columns, readPage, check }: CsvExport<Position>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsvLine(columns)
  let after: Position | null = null
  do {
    await check() // guard T50
    const { rows, next }: CsvPage<Position> = await readPage(after)
    yield rows.map(toCsvLine).join('')
    after = next
  } while (after)
}

/** Checks that the agent who sent this request is still signed in and still has the permission. */
export function accessCheck(recognize: Recognizer, request: FastifyRequest, may: Action): () => Promise<void> {
  const credentials = credentialsOf(request.headers)
  return async () => {
    const now = await recognize(credentials, request.ip)
    if (!now) throw signedOut()
    allow(now.agent, may)
  }
}

/** Browsers save the answer as a file: `what`, and the day. */
export function saveAsCsv(reply: FastifyReply, what: string, now: number): void {
  const day = new Date(now).toISOString().slice(0, 10)
  reply.header('content-disposition', `attachment; filename="${what}-${day}.csv"`)
}

/** In the format in which spreadsheets read a time. */
export const toCsvTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
