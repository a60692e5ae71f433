import { statement } from '../../db/statement.ts'

/**
 * Advisory locks of two numbers: this one, and the id of the process. Postgres releases a lock when the connection that took it
 * ends, so that a lock says that its process lives. Other users of the database need another number.
 */
const LOCKS = 0x4465736b

/** The lock is in `pg_locks` as `classid` and `objid`, which are not signed; the functions take signed numbers. */
const isLockOf = (id: string) => `l.locktype = 'advisory' and l.granted and l.objsubid = 2
  and l.database = (select oid from pg_database where datname = current_database())
  and l.classid = ${LOCKS} and l.objid::bigint = ('x' || ${id})::bit(32)::bigint`
const HELD = `exists (select from pg_locks l where ${isLockOf('p.id')})`

/** The database notices within some ten seconds that the machine of this process is gone, or the network to it: not after two hours. */
export const noticeSoon = `select set_config('tcp_keepalives_idle', '5', false), set_config('tcp_keepalives_interval', '2', false),
  set_config('tcp_keepalives_count', '3', false), set_config('tcp_user_timeout', '11000', false)`

/** Ends another connection that holds the lock of this process: an earlier one of it. */
export const endHolder = `select pg_terminate_backend(l.pid) from pg_locks l where ${isLockOf('$1')} and l.pid <> pg_backend_pid()`

/** False: an earlier connection of this process has not ended at the database yet. */
export const takeLock = `select pg_try_advisory_lock(${LOCKS}, ('x' || $1)::bit(32)::int) as taken`

export const enterStatement = 'insert into process (id, version, started_at) values ($1, $2, $3) on conflict do nothing'

export const leaveStatement = 'delete from process where id = $1'

/** All processes, and whether each one holds its lock; `up`: since when the database server runs. */
export const lookStatement = `select p.id, ${HELD} as alive, pg_postmaster_start_time() as up from process p order by p.id`

/** Removes a process that does not hold its lock. At most one caller gets its row. */
export const removeDead = statement(
  'process_remove_dead',
  `delete from process p where p.id = $1 and not ${HELD} returning p.id`,
)
