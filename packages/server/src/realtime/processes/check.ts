import { openServer } from '../../db/server.ts'
import { left, ok, warning, type Check } from '../../platform/finding.ts'
import { version } from '../../platform/version.ts'
import { lookStatement } from './statements.ts'

const log = { info() {}, warn() {}, error() {} }

/** The processes that share the database. */
export const checkProcesses: Check = async ({ config: { databaseUrl, natsUrl } }) => {
  const db = databaseUrl === undefined ? undefined : await openServer({ databaseUrl, log }).catch(() => undefined)
  if (!db) return []
  try {
    const running = await db.administer(async (client) => {
      const there = await client.query<{ there: boolean }>("select to_regclass('process') is not null as there")
      if (!there.rows[0]?.there) return []
      const { rows } = await client.query<{ id: string; alive: boolean }>(lookStatement)
      const alive = rows.flatMap(({ id, alive: lives }) => (lives ? [id] : []))
      return (await client.query<{ version: string }>('select version from process where id = any($1)', [alive])).rows
    })
    return processFindings(
      running.map((one) => one.version),
      { hasBus: natsUrl !== undefined },
    )
  } finally {
    await db.close()
  }
}

export function processFindings(versions: readonly string[], { hasBus }: { hasBus: boolean }) {
  if (versions.length === 0) return [left('No process of Deskbell uses this database now.')]
  const findings = [ok(`${versions.length} ${versions.length === 1 ? 'process is' : 'processes are'} running.`)]
  const others = [...new Set(versions)].filter((one) => one !== version)
  if (others.length > 0)
    findings.push(
      warning(
        `Processes of version ${others.join(', ')} are running; this is ${version}.`,
        'While you upgrade this is right. Else start them anew with this version.',
      ),
    )
  if (versions.length > 1 && !hasBus)
    findings.push(
      warning(
        'Several processes run without NATS: what one of them writes reaches the others up to two seconds later.',
        'Set NATS_URL for all of them.',
      ),
    )
  return findings
}
