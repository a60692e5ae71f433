import type { ClientBase } from 'pg'
import { ok, warning, type Finding } from '../../platform/finding.ts'
import { GROWING, readParts, type Part } from './growing.ts'
import { WEEK } from './weeks.ts'

/** What `deskbell doctor` finds about the tables that are divided by weeks. `now` in ms. */
export async function partsFindings(client: ClientBase, now: number): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name } of GROWING) {
    const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name])
    if (rows[0]?.there) findings.push(partsFinding(name, await readParts(client, name), now))
  }
  return findings
}

/** `parts`: undefined when the table is not divided. */
export function partsFinding(name: string, parts: readonly Part[] | undefined, now: number): Finding {
  if (!parts) return ok(`The table ${name} is not divided by weeks yet: a running server does it.`)
  const until = parts.at(-1)?.to ?? -Infinity
  if (until > now + WEEK) return ok(`The table ${name} is divided by weeks, and those to come have parts.`)
  return warning(
    `The table ${name} has no part for next week: what comes then is removed row by row, later.`,
    'Keep a server running, and see in its log why "the parts of tables could not be kept"; a transaction or pg_dump of many hours hinders it.',
  )
}
