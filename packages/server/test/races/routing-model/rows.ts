import type pg from 'pg'

const AT_ONCE = 5000

/** Rows of a query that may have millions, in its order. */
export async function* rowsOf<Row>(client: pg.Client, query: string): AsyncGenerator<Row> {
  await client.query('begin')
  await client.query(`declare listed cursor for ${query}`)
  for (;;) {
    const { rows } = await client.query<pg.QueryResultRow>(`fetch ${AT_ONCE} from listed`)
    for (const row of rows) yield row as Row
    if (rows.length < AT_ONCE) break
  }
  await client.query('commit')
}
