import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { lockNames } from '../../src/db/lock-names.ts'
import { openDb } from '../../src/db/open.ts'
import { realClock } from '../../src/platform/clock.ts'
import { handClock, type HandClock } from '../clock.ts'
import { soon } from '../channels/widget/soon.ts'
import { quietLog, testKinds } from '../db.ts'
import { findBinaries, startOwnPostgres } from '../races/own-postgres.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

describe('R4 a slow database', { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' }, () => {
  let clock: HandClock
  let testServer: TestServer
  let other: pg.Client
  before(async () => {
    clock = handClock()
    testServer = await startTestServer({ kind: 'server', clock })
    other = new pg.Client(testServer.place.databaseUrl)
    await other.connect()
  })
  after(async () => {
    await other.end()
    await testServer.close()
  })
  /** The status of the answer within the sender's patience of five seconds; undefined when there is none. */
  async function answeredInTime(answer: Promise<{ status: number }>): Promise<number | undefined> {
    let status: number | undefined
    void answer.then((one) => (status = one.status))
    // In real time, until the request waits for the lock.
    for (let i = 0; i < 200 && status === undefined; i++) await other.query('select 1')
    await clock.move(5000)
    for (let i = 0; i < 100 && status === undefined; i++) await other.query('select 1')
    return status
  }

  /** What a visitor has written, as it is stored. */
  async function textsOf(server: TestServer, visitor: string): Promise<string[]> {
    const chat = (await server.agent().chats()).find((one) => one.visitor.id === visitor)
    const entries = await server.agent().entries(chat?.id ?? 0)
    return entries.flatMap((entry) => (entry.type === 'message' ? [entry.text ?? ''] : []))
  }

  for (const times of [1, 2])
    test(`A6 a message that was answered 503 after ${times} others is not stored afterwards`, async () => {
      const server = await startTestServer({ kind: 'server' })
      const holder = new pg.Client(server.place.databaseUrl)
      await holder.connect()
      try {
        const name = 'patient'
        const customer = server.visitor(name)
        for (let n = 1; n <= times; n++) assert.equal((await customer.writes(`message ${n}`)).status, 200)
        const { rows } = await holder.query('select account_id, channel_id from visitor')
        // Another process holds the conversation's lock, and hangs.
        await holder.query('select pg_advisory_lock(hashtextextended($1, 0))', [
          `${rows[0].account_id}:${rows[0].channel_id}:${name}`,
        ])
        const began = performance.now()
        assert.equal((await customer.writes('refused')).status, 503)
        assert.ok(performance.now() - began < 5000)
        await holder.query('select pg_advisory_unlock_all()')
        await server.services.commit.idle()
        assert.equal((await customer.writes('the last one')).status, 200)
        const before = Array.from({ length: times }, (_, n) => `message ${n + 1}`)
        assert.deepEqual(await textsOf(server, name), [...before, 'the last one'])
      } finally {
        await holder.end()
        await server.close()
      }
    })

  test(
    'A6 what a database that froze has received, and was answered 503, is not stored when it goes on',
    { skip: findBinaries() === undefined && 'needs the programs of Postgres' },
    async (t) => {
      const postgres = await startOwnPostgres(findBinaries() ?? '')
      t.after(postgres.drop)
      const place = { dataDir: '', databaseUrl: postgres.databaseUrl, drop: () => postgres.drop() }
      const server = await startTestServer({ kind: 'server', place })
      t.after(() => server.close())
      const customer = server.visitor('patient')
      const stored: string[] = []
      for (let round = 0; round < 3; round++) {
        // The second one is written in the one round trip that the third one would be written in.
        for (const text of [`${round}: first`, `${round}: second`]) {
          await soon(async () => (await customer.writes(text)).status === 200)
          stored.push(text)
        }
        postgres.freeze()
        try {
          assert.equal((await customer.writes(`${round}: refused`)).status, 503)
        } finally {
          postgres.thaw()
        }
        await server.services.commit.idle()
      }
      assert.deepEqual(await textsOf(server, 'patient'), stored)
    },
  )

  test('A6 a message that was answered 503 while it was being written is not stored afterwards', async () => {
    const customer = testServer.visitor('written')
    assert.equal((await customer.writes('first')).status, 200)
    const chat = (await testServer.agent().chats()).find(({ visitor }) => visitor.id === 'written')
    // The operator creates an index: reads go on, writes wait.
    await other.query('begin')
    await other.query('lock table entry in share mode')
    assert.equal(await answeredInTime(customer.writes('second')), 503)
    await testServer.services.commit.idle()
    await other.query('rollback')
    assert.equal((await customer.writes('third')).status, 200)
    const texts = (await testServer.agent().entries(chat?.id ?? 0)).flatMap((entry) =>
      entry.type === 'message' ? [entry.text] : [],
    )
    assert.deepEqual(texts, ['first', 'third'])
  })

  test('R19 a process that freezes during a commit blocks the others only for seconds', async () => {
    const { db } = testServer.services
    const frozen = await openDb({
      ...{ databaseUrl: testServer.place.databaseUrl ?? '', dataDir: '', clock: realClock, log: quietLog },
      onFatal: assert.fail,
    })
    let thaws = () => {}
    const held = new Promise<void>((locked) => {
      const work = frozen.pipeline(async (tx) => {
        await tx.query(lockNames, [['frozen']])
        locked()
        await new Promise<void>((resolve) => (thaws = resolve))
      })
      work.catch(() => {})
    })
    await held
    await db.pipeline((tx) => tx.query(lockNames, [['frozen']]))
    thaws()
    await frozen.close()
  })

  test('A6 a typing request is answered 503 when the database does not answer', async () => {
    await other.query('begin')
    await other.query('lock table visitor in access exclusive mode')
    assert.equal(await answeredInTime(testServer.visitor('typist').types()), 503)
    await other.query('rollback')
    assert.equal((await testServer.visitor('typist').types()).status, 200)
  })
})
