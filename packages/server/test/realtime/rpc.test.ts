import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import { makeRpc } from '../../src/realtime/rpc/rpc.ts'
import { dropRequestsOf, putRequests, sweepRequests } from '../../src/realtime/rpc/statements.ts'
import { soon } from '../channels/widget/soon.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'
import { localBus, withoutBus } from './a-process.ts'

const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
const PAGE = { account: 1, visit: 'the-handle' }

suite('requests between processes', { skip }, () => {
  let database: TestDb
  before(async () => {
    database = await openTestDb('server')
  })
  after(() => database.close())

  const rows = async () => (await database.db.administer((client) => client.query('select * from rpc'))).rows

  /** Processes that know each other. */
  function open(count: number) {
    const ids = Array.from({ length: count }, () => realIds.uuid().slice(0, 8))
    return ids.map((id) => {
      const faults: unknown[] = []
      const listeners = new Set<(id: string) => void>()
      const rpc = makeRpc({
        ...{ db: database.db, clock: realClock, bus: localBus, losses: withoutBus },
        processes: {
          id,
          living: () => ids,
          uuid: () => id + realIds.uuid().slice(8),
          onEnded(fn) {
            listeners.add(fn)
            return () => void listeners.delete(fn)
          },
        },
        onError: (error) => faults.push(error),
      })
      return { id, rpc, faults, ended: (dead: string) => listeners.forEach((fn) => fn(dead)) }
    })
  }

  test('R19 each process answers once, those without an answer are left out, and no row remains', async (t) => {
    const [asker, ...others] = open(4)
    assert.ok(asker)
    let calls = 0
    for (const [i, { rpc }] of others.entries())
      rpc.serve('find_page', async (request) => {
        calls++
        assert.deepEqual(request, PAGE)
        return i === 0 ? null : { channel: i, since: i * 1000 }
      })
    for (const { rpc } of [asker, ...others]) t.after(rpc.start())
    const { given, silent } = await asker.rpc.ask('find_page', PAGE, { within: 10_000 })
    const expected = others
      .slice(1)
      .map(({ id }, i) => ({ process: id, answer: { channel: i + 1, since: (i + 1) * 1000 } }))
    const byId = (list: readonly { process: string }[]) => list.toSorted((a, b) => (a.process < b.process ? -1 : 1))
    assert.deepEqual([byId(given), silent, calls], [byId(expected), 0, 3])
    await soon(async () => (await rows()).length === 0)
  })

  test('R19 a request to one process reaches no other', async (t) => {
    const [asker, one, other] = open(3)
    assert.ok(asker && one && other)
    one.rpc.serve('find_page', async () => ({ channel: 1, since: 1 }))
    other.rpc.serve('find_page', async () => assert.fail('it was not asked'))
    for (const { rpc } of [asker, one, other]) t.after(rpc.start())
    const { given } = await asker.rpc.ask('find_page', PAGE, { of: one.id, within: 10_000 })
    assert.deepEqual(given, [{ process: one.id, answer: { channel: 1, since: 1 } }])
    assert.deepEqual(other.faults, [])
    const unknown = await asker.rpc.ask('find_page', PAGE, { of: 'deadbeef', within: 10_000 })
    assert.deepEqual(unknown, { given: [], silent: 1 })
  })

  test('R19 a process that fails, does not know the method, dies or does not answer in time is counted as silent', async (t) => {
    const [asker, fails, knowsNothing, frozen] = open(4)
    assert.ok(asker && fails && knowsNothing && frozen)
    fails.rpc.serve('find_page', async () => {
      throw new Error('it fails')
    })
    for (const { rpc } of [asker, fails, knowsNothing]) t.after(rpc.start())
    const began = Date.now()
    assert.deepEqual(await asker.rpc.ask('find_page', PAGE, { within: 1500 }), { given: [], silent: 3 })
    assert.ok(Date.now() - began >= 1400)
    assert.match(String(fails.faults), /it fails/)
    // The death of the process ends the wait.
    const asked = asker.rpc.ask('find_page', PAGE, { of: frozen.id, within: 60_000 })
    await soon(async () => (await rows()).length === 1)
    asker.ended(frozen.id)
    assert.deepEqual(await asked, { given: [], silent: 1 })
    await soon(async () => (await rows()).length === 0)
  })

  test('R19 the requests of a process that died go with its leases, and old ones with the sweep', async () => {
    const put = (id: string, until: number) =>
      database.db.query(putRequests, [[id], ['deadbeef'], 'find_page', PAGE, new Date(until)])
    await put('deadbeef-0000-4000-8000-000000000000', Date.now() + 60_000)
    await put('feedbeef-0000-4000-8000-000000000000', Date.now() - 1)
    await put('beefbeef-0000-4000-8000-000000000000', Date.now() + 60_000)
    const of = (digit: string) => `deadbeef-${[4, 4, 4, 12].map((length) => digit.repeat(length)).join('-')}`
    await database.db.query(dropRequestsOf, [of('0'), of('f')])
    assert.equal((await database.db.query(sweepRequests, [new Date(), 5000])).length, 1)
    const left = (await rows()) as { id: string }[]
    assert.deepEqual(
      left.map(({ id }) => id),
      ['beefbeef-0000-4000-8000-000000000000'],
    )
  })
})
