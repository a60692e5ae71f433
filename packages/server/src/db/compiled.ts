import type { Compilable } from 'kysely'
import type { Ask } from './batch.ts'

/**
 * Kysely does not name its queries, and an unnamed query is parsed and planned each time, which costs more than
 * executing it. So each text gets a name here. The number of texts is the number of queries in the code, unless some
 * grow with their input (a list of values): after the first few hundred, queries stay unnamed, so that connections do
 * not fill up.
 */
const MOST = 400
const LONGEST = 4_000

const names = new Map<string, string>()

export function toAsk(query: Compilable): Ask {
  const { sql, parameters } = query.compile()
  const name = statementNameOf(sql)
  return name === undefined ? { text: sql, values: parameters } : { name, text: sql, values: parameters }
}

function statementNameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= MOST || text.length > LONGEST) return known
  const name = `built.${names.size}`
  names.set(text, name)
  return name
}
