import type { Db } from '../src/db/db.ts'
import { statement } from '../src/db/statement.ts'
import { settle } from './clock.ts'
import type { IntegratorServer } from './integrator-server.ts'
import type { TestServer } from './test-server.ts'

/** How many queries the database of a server works on besides this one. */
const underWay = statement(
  'test_under_way',
  `select count(*)::int as count from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
)
/** How often in a row nothing may have changed, and the time between two looks (ms). */
const LOOKS = 3
const BETWEEN = 8

/**
 * Waits in real time until nothing is under way: no commit, no query, no request between the servers, no delivery that
 * starts or ends. A test that moves a hand clock calls this after each step, since sockets and the database do not use
 * that clock. The servers of one test share their database.
 */
export async function atRest(
  servers: readonly TestServer[],
  integrators: readonly Pick<IntegratorServer, 'requests' | 'connections'>[],
  traces: () => unknown = () => '',
): Promise<void> {
  const seen = () =>
    JSON.stringify([
      integrators.map(({ requests, connections }) => [requests.length, connections()]),
      servers.map(({ services }) => [services.worker.leased, services.commit.waiting]),
      traces(),
    ])
  for (let still = 0, before = ''; still < LOOKS;) {
    await Promise.all(servers.map(({ services }) => services.commit.idle()))
    const busy = servers[0] ? await countQueries(servers[0].services.db) : 0
    await new Promise((resolve) => setTimeout(resolve, BETWEEN))
    const now = seen()
    still = now === before && busy === 0 ? still + 1 : 0
    before = now
  }
}

/**
 * The same database, which counts the queries of its callers. `answered` waits in real time until none is under way and
 * none follows; the pool may open a connection first, which the server does not count as a query.
 */
export function countingQueries(db: Db): { readonly db: Db; readonly answered: () => Promise<void> } {
  let unanswered = 0
  const query: Db['query'] = (statement, values) => {
    unanswered += 1
    return db.query<never>(statement, values).finally(() => (unanswered -= 1))
  }
  return {
    db: Object.assign(Object.create(db) as Db, { query }),
    async answered() {
      do await settle(4)
      while (unanswered > 0)
    },
  }
}

async function countQueries(db: Db): Promise<number> {
  if (db.kind === 'server') return (await db.query<{ count: number }>(underWay, []))[0]?.count ?? 0
  // The embedded database answers in order: what was asked before is answered, too.
  await db.ping()
  return 0
}
