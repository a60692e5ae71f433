import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'

/** Messages that come with an open alert. */

const readAlerts = statement(
  'test_alerts_of',
  'select id, cause, outcome, ended_at, next_at from alert where chat_id = $1 order by id',
)

interface AlertRow {
  id: number
  cause: string
  outcome: string | null
  ended_at: number | null
  next_at: number | null
}

async function startDesk(kind: 'embedded' | 'server') {
  const clock = handClock()
  const testServer = await startTestServer({ kind, clock })
  const rest = () => atRest([testServer], [])
  return {
    clock,
    testServer,
    rest,
    async pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.move(Math.min(left, 1000))
        await rest()
      }
    },
    async writes(id: string): Promise<number> {
      assert.equal((await testServer.visitor(id).writes('hello')).status, 200)
      await rest()
      return (await testServer.agent().chats()).find((one) => one.visitor.id === id)?.id ?? 0
    },
    alertsOf: (chat: number) => testServer.services.db.query<AlertRow>(readAlerts, [chat]),
  }
}

for (const kind of testKinds())
  test(`N1 while an alert is open a message takes no number for another one; after its end it makes one, ${kind}`, async (t) => {
    const { testServer, rest, writes, alertsOf } = await startDesk(kind)
    t.after(() => testServer.close())
    const ann = await testServer.agent(ANN).connects()
    const chat = await writes('waits')
    const [first] = await alertsOf(chat)
    assert.ok(first && first.ended_at === null)
    for (let written = 0; written < 5; written++) await writes('waits')
    assert.equal((await alertsOf(chat)).length, 1)
    ann.send({ type: 'look', chat })
    await rest()
    await writes('waits')
    assert.deepEqual(
      (await alertsOf(chat)).map(({ id }) => id - first.id),
      [0, 1],
    )
    ann.close()
    await rest()
  })

test(
  'N1 an alert does not end by the answer of its agent while a commit writes in the chat, and goes further for the message',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  async (t) => {
    const { clock, testServer, rest, pass, writes, alertsOf } = await startDesk('server')
    const other = new pg.Client(testServer.place.databaseUrl)
    await other.connect()
    t.after(async () => {
      await other.end()
      await testServer.close()
    })
    const bob = await testServer.agent(BOB).connects()
    const outcomesOf = async (chat: number) =>
      (await alertsOf(chat)).flatMap(({ cause, outcome }) => (cause === 'message' ? [outcome] : []))
    /** A chat of Bob's with an open alert, which he then answers. */
    async function answered(id: string): Promise<number> {
      const chat = await writes(id)
      await testServer.agent(BOB).accepts(chat)
      await writes(id)
      await testServer.agent(BOB).writes(chat, 'I am here')
      await rest()
      assert.deepEqual(await outcomesOf(chat), [null])
      return chat
    }
    const [quiet, written] = [await answered('quiet'), await answered('written')]
    // Another process is about to commit a message of the visitor.
    await other.query('begin')
    await other.query(
      `update chat set state = jsonb_set(jsonb_set(state, '{last}', to_jsonb((state->>'last')::int + 1)), '{preview,from}',
         '"visitor"') where account_id = 1 and id = $1`,
      [written],
    )
    // Both are due at the same time, and decided in one turn.
    while ((await outcomesOf(quiet))[0] !== 'answered') await clock.move(1000)
    assert.deepEqual(await outcomesOf(written), [null])
    await other.query('commit')
    await pass(1000)
    const [last] = (await alertsOf(written)).filter(({ cause }) => cause === 'message')
    assert.notEqual(last?.outcome, 'answered')
    bob.close()
    await rest()
  },
)
