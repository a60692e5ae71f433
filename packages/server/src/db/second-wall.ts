import { readFileSync } from 'node:fs'
import type { ClientBase } from 'pg'
import type { Db, DbLog } from './db.ts'
import { CannotOpen } from './errors.ts'
import { inTransaction, isOfNewer, takeMigrationLock } from './migrate.ts'
import { readAccess, type Access } from './schema.ts'
import { accessIn, objectsIn } from './schema-access.ts'

/** The role that requests of signed-in agents take. */
export const ROLE = 'deskbell_agent'

const SCHEMA_FILE = new URL('./schema.sql', import.meta.url)
/** SQLSTATE: insufficient privilege. */
const NOT_ALLOWED = '42501'

/** The separation of accounts in this database, and the current user. */
interface Found {
  readonly user: string
  readonly schema: string
  readonly version: number
  readonly role: { super: boolean; bypasses: boolean; taken: boolean; usesSchema: boolean } | undefined
  /** Tables and functions, with the owners of those that the user does not own. */
  readonly objects: ReadonlyMap<string, string | null>
  readonly access: readonly Access[]
}

/** The permissions in schema.sql. */
interface Wanted {
  readonly objects: readonly string[]
  readonly access: readonly Access[]
}

/** Statements to run, and what they restore. */
interface Step {
  readonly lacks: string
  readonly statements: readonly string[]
}

/**
 * Checks that the database separates accounts: the role `deskbell_agent`, its membership, row-level security, policies
 * and grants of every table and function, as in schema.sql (T54). A restored dump may silently lack all of these.
 * Restores in one transaction what the user of DATABASE_URL may restore; returns how many statements that took. Throws
 * an error with a sentence and the statements for the operator when the user may not.
 */
export async function mendSecondWall(db: Db, log: DbLog): Promise<number> {
  const text = readFileSync(SCHEMA_FILE, 'utf8')
  const wanted: Wanted = { objects: objectsIn(text), access: accessIn(text) }
  return db.administer(async (client) => {
    // What a newer version has granted is not taken away: its processes may run beside this one.
    const mayTake = !(await isOfNewer(client))
    if (!missing(await readFound(client), wanted, mayTake).length) return 0
    const done = await inTransaction(client, async () => {
      // Processes that start together take turns; later ones find everything in place.
      await takeMigrationLock(client)
      const steps = missing(await readFound(client), wanted, mayTake)
      for (const step of steps) await carryOut(client, step)
      return steps
    })
    for (const { lacks, statements } of done) log.warn({ statements }, `the database lacked ${lacks}; it was restored`)
    return done.flatMap(({ statements }) => statements).length
  })
}

async function carryOut(client: ClientBase, { lacks, statements }: Step): Promise<void> {
  try {
    for (const statement of statements) await client.query(statement)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_ALLOWED)) throw error
    throw refusal(lacks, statements, error)
  }
}

const refusal = (lacks: string, statements: readonly string[], cause?: Error) =>
  new CannotOpen(
    `The database lacks ${lacks}, which keeps accounts apart, and the user of DATABASE_URL may not restore it. ` +
      `Run this in the database as a superuser, then start again:\n\n${statements.join('\n')}\n`,
    { cause },
  )

/** All differences from schema.sql, in the order in which they can be repaired. */
function missing(found: Found, wanted: Wanted, mayTake: boolean): Step[] {
  const steps: Step[] = []
  const gone = wanted.objects.filter((object) => !found.objects.has(object))
  if (gone.length) throw incomplete(gone) // guard T54
  const foreign = wanted.objects.filter((object) => found.objects.get(object))
  if (foreign.length) throw notOwned(foreign, found.user) // guard T54
  const role = roleStep(found)
  if (role.statements.length) steps.push(role)
  const schema = [`grant usage on schema ${quote(found.schema)} to ${ROLE};`]
  if (!found.role?.usesSchema) steps.push({ lacks: `the right of ${ROLE} to use its schema`, statements: schema }) // guard T54
  for (const object of wanted.objects) {
    const statements = statementsFor(object, { wanted: wanted.access, found: found.access, mayTake })
    if (statements.length) steps.push({ lacks: `row-level security or grants of ${object}`, statements })
  }
  return steps
}

function roleStep({ role, user, version }: Found): Step {
  const statements: string[] = []
  if (!role) statements.push(`create role ${ROLE} nologin;`) // guard T54
  if (role?.super || role?.bypasses) statements.push(`alter role ${ROLE} nosuperuser nobypassrls;`) // guard T54
  // Since Postgres 16 a member may lack the right to take the role.
  const option = version >= 160_000 ? ' with set true' : ''
  if (!role?.taken) statements.push(`grant ${ROLE} to ${quote(user)}${option};`) // guard T54
  return { lacks: `the role ${ROLE}, or this user’s membership in it`, statements }
}

interface Differences {
  readonly wanted: readonly Access[]
  readonly found: readonly Access[]
  /** What is too much is taken away. */
  readonly mayTake: boolean
}

function statementsFor(object: string, { wanted, found, mayTake }: Differences): string[] {
  const of = (all: readonly Access[], kind: Access['kind']) =>
    all.filter((one) => one.object === object && one.kind === kind)
  const lacking = (kind: Access['kind']) =>
    of(wanted, kind).filter((one) => !of(found, kind).some((other) => isSame(one, other)))
  const excess = (kind: Access['kind']) =>
    mayTake
      ? of(found, kind).filter((one) => concernsRole(one) && !of(wanted, kind).some((other) => isSame(one, other)))
      : []
  const statements: string[] = []

  statements.push(...lacking('security').map(({ line }) => line)) // guard T54
  // Row-level security forced on its owner would hide every row from the server.
  statements.push(...excess('security').map(({ line }) => undo(line)))

  const replaced = lacking('policy').filter(({ line }) =>
    of(found, 'policy').some((other) => policyNameOf(other.line) === policyNameOf(line)),
  )
  const foreign = excess('policy').filter(
    ({ line }) => !replaced.some((one) => policyNameOf(one.line) === policyNameOf(line)),
  )
  if (foreign.length) throw unknownPolicy(object, foreign) // guard T54
  statements.push(...replaced.map(({ line }) => `drop ${policyNameOf(line)};`))
  statements.push(...lacking('policy').map(({ line }) => line)) // guard T54

  if (lacking('grant').length || excess('grant').length) {
    const target = object.includes('(') ? `function ${object}` : quote(object)
    const revoked = mayTake ? [`revoke all on ${target} from public, ${ROLE};`] : []
    statements.push(...revoked, ...of(wanted, 'grant').map(({ line }) => line)) // guard T54
  }
  return statements
}

/** The name of a policy on its table: `policy one_account on chat`. */
const policyNameOf = (line: string): string => /^create (policy \S+ on \S+)/.exec(line)?.[1] ?? line

const undo = (line: string): string => line.replace(' enable ', ' disable ').replace(' force ', ' no force ')

/** Operators may grant rights to other roles of their own, such as one for reports. */
const concernsRole = ({ kind, roles }: Access) =>
  kind === 'security' || roles.includes(ROLE) || roles.includes('public')

/** Versions of Postgres print the same expression with more or fewer brackets and names. */
const isSame = (a: Access, b: Access) =>
  a.line === b.line || (a.kind === 'policy' && normalizedPolicy(a.line) === normalizedPolicy(b.line))
const normalizedPolicy = (line: string) => line.replaceAll(/[()\s]| AS \w+/g, '')

const unknownPolicy = (table: string, policies: readonly Access[]) =>
  new CannotOpen(
    `The table ${table} has a policy that Deskbell did not create, which gives agents too much or too little access. Run this ` +
      `in the database, then start again:\n\n${policies.map(({ line }) => `drop ${policyNameOf(line)};`).join('\n')}\n`,
  )

const incomplete = (gone: readonly string[]) =>
  new CannotOpen(
    `The database lacks ${gone.join(', ')}, though its migrations have been applied: it was not restored completely. ` +
      'Restore the backup again into an empty database, as docs/operate.md says.',
  )

/** Row-level security applies to every user except the owner of a table: the server would see no row. */
function notOwned(foreign: readonly string[], user: string): CannotOpen {
  const kind = (name: string) => (name.includes('(') ? `function ${name}` : `table ${quote(name)}`)
  return refusal(
    `tables that belong to ${user}`,
    foreign.map((name) => `alter ${kind(name)} owner to ${quote(user)};`),
  )
}

const quote = (name: string): string => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

async function readFound(client: ClientBase): Promise<Found> {
  const facts = await client.query<{ user: string; schema: string; version: number; role: Found['role'] | null }>(
    FACTS,
    [ROLE],
  )
  const objects = await client.query<{ name: string; owner: string | null }>(OBJECTS)
  const [first] = facts.rows
  if (!first) throw new Error('the database does not name the current user')
  return {
    ...first,
    role: first.role ?? undefined,
    objects: new Map(objects.rows.map(({ name, owner }) => [name, owner])),
    access: await readAccess(client),
  }
}

const FACTS = `
  with server as (select current_setting('server_version_num')::int as version)
  select current_user::text as user, current_schema()::text as schema, version, (
    select json_build_object('super', rolsuper, 'bypasses', rolbypassrls,
      'taken', pg_has_role(current_user, oid, case when version >= 160000 then 'set' else 'member' end),
      'usesSchema', has_schema_privilege(oid, current_schema(), 'usage'))
    from pg_roles where rolname = $1) as role
  from server`

const OBJECTS = `
  with object as (
    select relname::text as name, relowner as owner from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    union all
    select oid::regprocedure::text, proowner from pg_proc where pronamespace = current_schema()::regnamespace
  )
  select name, case when pg_has_role(current_user, owner, 'usage') then null else pg_get_userbyid(owner) end as owner
  from object`
