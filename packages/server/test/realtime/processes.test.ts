import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import pg from 'pg'
import { migrate } from '../../src/db/migrate.ts'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import type { DeadProcess } from '../../src/db/process-leases.ts'
import { openProcesses } from '../../src/realtime/processes/processes.ts'
import { takeLock } from '../../src/realtime/processes/statements.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { soon } from '../channels/widget/soon.ts'
import { makePlace, quietLog, testKinds, type Place } from '../db.ts'
import { freePort } from '../free-port.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { findBinaries, startOwnPostgres } from '../races/own-postgres.ts'
import { ANN, tokenOf } from '../test-server.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
/** On a machine that is busy with other tests (ms). */
const WITHIN = 15_000
const DEAD = 'deadbeef'
const PUT = "insert into process (id, version, started_at) values ($1, '0', now())"
const IDS = 'select id from process order by id'

/** A process as the others see it. */
async function open(
  t: TestContext,
  place: Pick<Place, 'databaseUrl'>,
  { mayEnd = () => true, ids = realIds }: { mayEnd?: () => boolean; ids?: Pick<typeof realIds, 'uuid'> } = {},
) {
  const db = await openDb({ ...place, dataDir: '', clock: realClock, log: quietLog, onFatal: assert.fail })
  const buried: DeadProcess[] = []
  const ended: string[] = []
  let takes = 0
  const processes = await openProcesses({
    ...{ db, clock: realClock, ids, version: '1', log: quietLog },
    leases: [
      {
        async end(_tx, dead) {
          if (!mayEnd()) throw new Error('a module fails')
          buried.push(dead)
        },
        take: () => void takes++,
      },
    ],
  })
  processes.onEnded((id) => ended.push(id))
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await processes.close()
    await db.close()
  }
  t.after(close)
  const rows = (sql: string, values: unknown[] = []) =>
    db.administer(async (client) => (await client.query<Record<string, unknown>>(sql, values)).rows)
  return { processes, buried, ended, takes: () => takes, rows, close }
}

const sees = (one: Awaited<ReturnType<typeof open>>, ...others: Awaited<ReturnType<typeof open>>[]) =>
  soon(() => {
    const ids = [one, ...others].map(({ processes }) => processes.id).toSorted()
    return one.processes.living().join() === ids.join()
  }, WITHIN)

suite('the processes of an installation', { skip }, () => {
  test('R19 a process takes its place back while the database still holds its connection that the network has cut', async (t) => {
    const place = await makePlace('server')
    t.after(place.drop)
    const cut = new pg.Client({ connectionString: place.databaseUrl })
    cut.on('error', () => {})
    await cut.connect()
    await cut.query(takeLock, ['f00dbeef'])
    const one = await open(t, place, { ids: { uuid: () => `f00dbeef${realIds.uuid().slice(8)}` } })
    assert.deepEqual(one.processes.living(), ['f00dbeef'])
    assert.deepEqual(await one.rows(IDS), [{ id: 'f00dbeef' }])
  })

  test('R19 processes see each other, and one that leaves is gone at once', async (t) => {
    const place = await makePlace('server')
    t.after(place.drop)
    const [one, other] = [await open(t, place), await open(t, place)]
    await Promise.all([sees(one, other), sees(other, one)])
    assert.deepEqual(one.processes.living(), other.processes.living(), 'in one order')
    assert.ok(one.processes.uuid().startsWith(one.processes.id))
    await other.close()
    await sees(one)
    assert.deepEqual(one.ended, [other.processes.id])
    assert.deepEqual([one.takes(), one.buried], [1, []])
    assert.deepEqual(await one.rows(IDS), [{ id: one.processes.id }])
  })

  test('R19 the leases of a process that has died are ended once, by one of the others, and all look for them', async (t) => {
    const place = await makePlace('server')
    t.after(place.drop)
    let fails = 2
    const mayEnd = () => --fails < 0
    const [one, other] = [await open(t, place, { mayEnd }), await open(t, place, { mayEnd })]
    await sees(one, other)
    await one.rows(PUT, [DEAD])
    await soon(() => one.ended.length > 0 && other.ended.length > 0, WITHIN)
    assert.ok(fails < 0, 'an end that fails is tried again')
    const [dead, ...more] = [...one.buried, ...other.buried]
    assert.deepEqual(more, [])
    assert.equal(dead?.first, 'deadbeef-0000-0000-0000-000000000000')
    assert.equal(dead?.last, 'deadbeef-ffff-ffff-ffff-ffffffffffff')
    assert.deepEqual([one.ended, other.ended, one.takes(), other.takes()], [[DEAD], [DEAD], 1, 1])
  })

  test('R19 a process whose connection is lost connects again, and is not taken for dead', async (t) => {
    const place = await makePlace('server')
    t.after(place.drop)
    const [one, other] = [await open(t, place), await open(t, place)]
    await Promise.all([sees(one, other), sees(other, one)])
    const holder = `select pid from pg_locks where locktype = 'advisory' and objsubid = 2 and objid::bigint = ('x' || $1)::bit(32)::bigint`
    for (let round = 0; round < 3; round++) {
      const [lock] = await one.rows(holder, [other.processes.id])
      await one.rows('select pg_terminate_backend($1::int)', [lock?.['pid']])
      await soon(async () => {
        const [again] = await one.rows(holder, [other.processes.id])
        return again !== undefined && again['pid'] !== lock?.['pid']
      }, WITHIN)
    }
    assert.deepEqual([one.ended, one.buried], [[], []])
  })

  test(
    'R19 when the database server starts again, no process takes another one for dead',
    { skip: findBinaries() === undefined && 'needs the programs of Postgres' },
    async (t) => {
      const postgres = await startOwnPostgres(findBinaries() ?? '')
      t.after(postgres.drop)
      const db = await openDb({
        ...{ databaseUrl: postgres.databaseUrl, dataDir: '', clock: realClock, log: quietLog, onFatal: assert.fail },
      })
      await migrate(db, quietLog)
      await db.close()
      const [one, other] = [await open(t, postgres), await open(t, postgres)]
      await Promise.all([sees(one, other), sees(other, one)])
      await postgres.stop('immediate')
      await postgres.start()
      // Both looked again and again meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 5000))
      await Promise.all([sees(one, other), sees(other, one)])
      assert.deepEqual([one.ended, other.ended, one.buried, other.buried], [[], [], [], []])
      await one.rows(PUT, [DEAD])
      await soon(() => one.buried.length + other.buried.length === 1, WITHIN)
      await Promise.all([one.close(), other.close()])
    },
  )

  test('R19 what a killed process was sending is sent again within seconds, not when its lease ends', async (t) => {
    const [place, integrator] = [await makePlace('server'), await startIntegratorServer()]
    const options = { place, serverUrl: integrator.url }
    const servers = [
      new ServerProcess(options, await freePort()),
      new ServerProcess(options, await freePort()),
    ] as const
    t.after(async () => {
      await Promise.all(servers.map((server) => server.close()))
      await integrator.close()
      await place.drop()
    })
    for (const server of servers) await server.start()
    const headers = { authorization: `Bearer ${tokenOf(ANN)}`, 'content-type': 'application/json' }
    const ask = async (path: string, body: object) => {
      const answer = await fetch(`${servers[0].url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(answer.status, 200, await answer.clone().text())
      return answer
    }
    const visitor = { sender: { id: 'vera' }, message: { type: 'text', text: 'hello' } }
    await ask(new URL(servers[0].channelUrl).pathname, visitor)
    const chats = await fetch(`${servers[0].url}/api/chats`, { headers })
    const [chat] = ((await chats.json()) as { chats: { id: number }[] }).chats
    await ask(`/api/chats/${chat?.id}/accept`, {})
    // One that has just started is patient with the others.
    await new Promise((resolve) => setTimeout(resolve, 3000))
    // The first attempt gets no answer.
    integrator.next(() => {})
    const isText = (body: string) => body.includes('Welcome')
    await ask(`/api/chats/${chat?.id}/messages`, { text: 'Welcome' })
    await soon(() => integrator.requests.some(({ body }) => isText(body)), WITHIN)
    const killedAt = performance.now()
    await servers[0].kill()
    await soon(() => integrator.requests.filter(({ body }) => isText(body)).length === 2, WITHIN)
    const took = performance.now() - killedAt
    assert.ok(took < 5000, `after ${Math.round(took)} ms`)
  })
})
