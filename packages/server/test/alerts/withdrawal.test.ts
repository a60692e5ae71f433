import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startPushServer } from './push-server.ts'

/** A commit that adds the withdrawal of a push waits at its end, until the test releases this lock. */
const GATE = 771_001
const waitsAtTheGate = `
  create function test_gate() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${GATE}); return null; end $$;
  create constraint trigger test_gate after insert on delivery deferrable initially deferred
    for each row when (new.body ? 'withdraws') execute function test_gate()`
const readWaiting = statement(
  'test_waiting',
  `select l.locktype as type from pg_locks l join pg_stat_activity a using (pid)
   where not l.granted and a.datname = current_database()`,
)
const readPush = statement('test_push', `select state from delivery where kind = 'web_push' order by id limit 1`)

// The embedded database has one transaction at a time.
for (const kind of testKinds().filter((one) => one === 'server'))
  test('N15 a push that ends while its withdrawal is being written is taken back all the same', async (t) => {
    const push = await startPushServer((_browser, count) => (count === 0 ? 'delay' : 'deliver'))
    const server = await startTestServer({ kind, channels: [WIDGET] })
    const { db } = server.services
    const [ann, bob] = await Promise.all([ANN, BOB].map((email) => server.agent(email).connects()))
    let page: Awaited<ReturnType<typeof openPage>> | undefined
    t.after(async () => {
      await page?.close()
      for (const socket of [ann, bob]) socket?.close()
      await server.close()
      await push.close()
    })
    const settings = { fromPage: true, ring: 60, perVisitor: 0, perAddress: 0 }
    assert.equal((await server.agent().call('PATCH', '/call-settings', settings)).status, 200)
    page = await openPage(server, { visitor: 'annika' })
    const browser = push.subscribes()
    const device = { key: 'k'.repeat(22), name: 'Firefox', permission: 'granted', subscription: browser.subscription }
    assert.equal((await server.agent(BOB).call('PUT', '/me/alerts/devices', device)).status, 200)
    await db.administer((client) => client.query(waitsAtTheGate))

    const answer = await page.ask({ t: 'call', id: nextId() })
    assert.ok(answer.t === 'done' && answer.call)
    await soon(() => push.count === 1)
    const openGate = await holds(`select pg_advisory_lock(${GATE})`)
    const letEnd = await holds(`begin; select from delivery where kind = 'web_push' for update`)
    const waits = async (types: readonly string[]) =>
      (await db.query<{ type: string }>(readWaiting, [])).some(({ type }) => types.includes(type))
    push.release()
    await soon(() => waits(['transactionid', 'tuple']))
    assert.equal((await server.agent(BOB).call('POST', `/calls/${answer.call.id}/decline`)).status, 200)
    // At the gate, or for the end of the push.
    await soon(() => waits(['advisory']))
    letEnd('rollback')
    await soon(async () => (await db.query<{ state: string }>(readPush, []))[0]?.state === 'done')
    openGate(`select pg_advisory_unlock(${GATE})`)
    await soon(() => browser.arrived.length === 2)
    assert.deepEqual(
      browser.arrived.map(({ what }) => what),
      ['call', 'call_over'],
    )

    /** Resolves when the statement has been carried out, with a function that carries out another on its connection. */
    async function holds(sql: string): Promise<(end: string) => void> {
      const ending = Promise.withResolvers<string>()
      const held = Promise.withResolvers<void>()
      const holding = db.administer(async (client) => {
        await client.query(sql)
        held.resolve()
        await client.query(await ending.promise)
      })
      t.after(() => (ending.resolve('rollback'), holding))
      await held.promise
      return ending.resolve
    }
  })
