import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { SERVER_URL as SERVER } from './server-url.ts'

export interface Database {
  readonly url: string
  query<R extends pg.QueryResultRow>(text: string): Promise<R[]>
  drop(): Promise<void>
}

/** A new database on a server: by default that of TEST_DATABASE_URL, or this machine's. */
export async function makeDatabase(server = SERVER): Promise<Database> {
  const name = `deskbell_bench_${randomBytes(6).toString('hex')}`
  await once(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return {
    url: url.href,
    query: (text) => once(url.href, text),
    drop: async () => void (await once(server, `drop database if exists ${name} with (force)`)),
  }
}

async function once<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<R>(text)
    return rows
  } finally {
    await client.end()
  }
}
