import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ClientBase } from 'pg'
import { fault, left, ok, sentenceOf, warning, type Check, type Examined, type Finding } from '../platform/finding.ts'
import { MOVED } from './initdb.ts'
import { isLocked } from './lock.ts'
import { newestMigration } from './migrate.ts'
import { partsFindings } from './parts/check.ts'
import { ROLE } from './second-wall.ts'
import { openServer } from './server.ts'

/** How often the way to the server is measured, and from what time on it is far (ms). */
const ROUND_TRIPS = 20
const FAR = 5
/** A process has so many connections at most. */
const CONNECTIONS = 13
/** Clocks may differ by so much (ms). */
const APART = 5000
/** Rows that were changed or removed and still take space, beyond those that count. */
const DEAD = 100_000
/** Transactions: Postgres stops at two thousand million. */
const OLD = 1_200_000_000

export const checkDatabase: Check = (examined) =>
  examined.config.databaseUrl === undefined
    ? Promise.resolve(embeddedFindings(examined.config.dataDir))
    : serverFindings(examined, examined.config.databaseUrl)

export function embeddedFindings(dataDir: string): Finding[] {
  if (!existsSync(join(dataDir, 'db')))
    return [left('There is no database yet; the first start makes one, embedded, in DATA_DIR.')]
  if (existsSync(join(dataDir, MOVED)))
    return [
      fault(
        'The embedded database was moved to Postgres, and DATABASE_URL is not set.',
        'Set DATABASE_URL to the database into which it was moved.',
      ),
    ]
  return isLocked(dataDir)
    ? [ok('The embedded database is open: Deskbell is running on it.')]
    : [left('No Deskbell is running on the embedded database in DATA_DIR.')]
}

async function serverFindings({ clock }: Examined, databaseUrl: string): Promise<Finding[]> {
  const said: string[] = []
  const log = {
    info() {},
    warn: (_fields: object, message: string) => void said.push(message),
    error: (_fields: object, message: string) => void said.push(message),
  }
  const db = await openServer({ databaseUrl, log }).catch((error: unknown) => sentenceOf(error))
  if (typeof db === 'string') return [fault(db, UNREACHABLE.test(db) ? REACH_IT : undefined)]
  try {
    return await db.administer(async (client) => {
      const times: number[] = []
      for (let i = 0; i < ROUND_TRIPS; i++) {
        const began = clock.steady()
        await client.query('select 1')
        times.push(clock.steady() - began)
      }
      const facts = await readFacts(client)
      return [
        ok(`PostgreSQL ${facts.version}.`),
        distanceFinding(times.toSorted((a, b) => a - b)[ROUND_TRIPS / 2] ?? 0),
        connectionsFinding(facts),
        clockFinding(facts.now - clock.now()),
        roleFinding(facts),
        tablesFinding(facts.migrations, newestMigration(), facts.oldest),
        ...(facts.autovacuum === 'on' ? [] : [AUTOVACUUM]),
        ...longFindings(facts),
        ...(await deadFindings(client)),
        ...(await partsFindings(client, facts.now)),
      ]
    })
  } finally {
    await db.close()
  }
}

/** Other reasons for which it cannot be used say themselves what to do. */
const UNREACHABLE = /cannot be used/
const REACH_IT =
  'See that it runs, and check host, port, user, password and database in DATABASE_URL, and pg_hba.conf of the server.'
const AUTOVACUUM = warning(
  'The database server runs with "autovacuum = off": tables grow with each change, and everything becomes slow.',
  'Set "autovacuum = on" in postgresql.conf and reload the server.',
)

interface Facts {
  version: string
  autovacuum: string
  /** ms. */
  now: number
  allowed: number
  used: number
  hasRole: boolean
  mayMakeRole: boolean
  user: string
  /** Applied; null: the database has no tables. */
  migrations: number | null
  /** Versions that do not know this one cannot use the tables; 0: all can. */
  oldest: number
  /** Of the longest transaction of this database: minutes, and its process. */
  minutes: number | null
  pid: number | null
  /** Transactions since the oldest row. */
  age: number
}

async function readFacts(client: ClientBase): Promise<Facts> {
  const { rows } = await client.query<Facts>(
    `select current_setting('server_version') as version, current_setting('autovacuum') as autovacuum,
       extract(epoch from clock_timestamp())::float8 * 1000 as now,
       current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as allowed,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
       exists (select from pg_roles where rolname = $1) as "hasRole",
       (select rolsuper or rolcreaterole from pg_roles where rolname = current_user) as "mayMakeRole",
       current_user as user, null::int as migrations, 0 as oldest, l.minutes, l.pid,
       (select age(datfrozenxid)::int from pg_database where datname = current_database()) as age
     from (select 1) one left join lateral (
       select floor(extract(epoch from clock_timestamp() - xact_start) / 60)::int as minutes, pid from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
       order by xact_start limit 1) l on true`,
    [ROLE],
  )
  const [facts] = rows
  if (!facts) throw new Error('the database server does not say what it is')
  const there = await client.query<{ there: boolean }>("select to_regclass('migration') is not null as there")
  if (!there.rows[0]?.there) return facts
  const { rows: applied } = await client.query<{ n: number; oldest: number }>(
    `select coalesce(max(n), 0)::int as n, coalesce(max((to_jsonb(m)->>'since')::int) filter (where n > $1), 0)::int as oldest
     from migration m`,
    [newestMigration()],
  )
  return { ...facts, migrations: applied[0]?.n ?? 0, oldest: applied[0]?.oldest ?? 0 }
}

export function distanceFinding(ms: number): Finding {
  const takes = `A question to the database server takes ${ms.toFixed(1)} ms`
  return ms < FAR
    ? ok(`${takes}.`)
    : warning(`${takes}, and a message waits for several.`, 'Run Deskbell near its database, in the same network.')
}

export function connectionsFinding({ allowed, used }: Pick<Facts, 'allowed' | 'used'>): Finding {
  const has = `${used} of ${allowed} connections of the database server are used`
  if (allowed - used >= CONNECTIONS) return ok(`${has}; a process of Deskbell takes up to ${CONNECTIONS}.`)
  return fault(
    `${has}, and a process of Deskbell takes up to ${CONNECTIONS}.`,
    'Raise max_connections in postgresql.conf and restart the database server, or end other clients.',
  )
}

export function clockFinding(apart: number): Finding {
  const seconds = Math.abs(apart / 1000).toFixed(1)
  if (Math.abs(apart) < APART) return ok('The clocks of this machine and of the database server agree.')
  return warning(
    `The clocks of this machine and of the database server are ${seconds} s apart.`,
    'Let NTP keep both, as with chrony or systemd-timesyncd.',
  )
}

function roleFinding({ hasRole, mayMakeRole, user }: Facts): Finding {
  if (hasRole) return ok(`The role ${ROLE}, which keeps accounts apart, is there.`)
  if (mayMakeRole) return ok(`The first start makes the role ${ROLE}, which keeps accounts apart.`)
  return fault(
    `The role ${ROLE} is missing, and ${user} may not make it.`,
    `As an administrator of the database server: create role ${ROLE} nologin; grant ${ROLE} to ${user};`,
  )
}

/** `oldest`: versions that do not know this change of the tables cannot use them; 0: all can. */
export function tablesFinding(applied: number | null, newest: number, oldest = 0): Finding {
  if (applied === null) return ok('The database is empty; the first start makes the tables.')
  if (applied > newest && oldest > newest)
    return fault(
      `A newer version of Deskbell has removed what this version uses (${applied} changes of the tables; this version knows ${newest}).`,
      `Install a version that knows change ${oldest}.`,
    )
  if (applied > newest)
    return ok(
      `The tables were changed by a newer version of Deskbell (${applied} changes; this version knows ${newest}), beside and after which this version runs.`,
    )
  if (applied < newest) return ok(`The next start changes the tables, ${newest - applied} times.`)
  return ok('The tables are those of this version.')
}

function longFindings({ minutes, pid, age }: Facts): Finding[] {
  const findings: Finding[] = []
  if (minutes !== null && minutes >= 10)
    findings.push(
      warning(
        `A transaction is open for ${minutes} minutes: meanwhile no space of changed rows is used again.`,
        `See what it is: select * from pg_stat_activity where pid = ${pid}; end it: select pg_terminate_backend(${pid});`,
      ),
    )
  if (age > OLD)
    findings.push(
      warning(
        `Rows are ${Math.round(age / 1e6)} million transactions old; at 2000 million the database server stops writing.`,
        'Run: vacuumdb --freeze on this database, and see why autovacuum did not.',
      ),
    )
  return findings
}

async function deadFindings(client: ClientBase): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; dead: number }>(
    `select relname as name, n_dead_tup::float8 as dead from pg_stat_user_tables
     where n_dead_tup > n_live_tup + $1 order by n_dead_tup desc limit 3`,
    [DEAD],
  )
  return rows.map(({ name, dead }) =>
    warning(
      `The table ${name} has ${Math.round(dead / 1000)} thousand rows that were changed or removed and still take space.`,
      `Run: vacuumdb --analyze --table=${name}; and see why autovacuum did not (a long transaction, "autovacuum = off").`,
    ),
  )
}
