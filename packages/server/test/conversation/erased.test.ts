import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Bus, BusMessage } from '../../src/realtime/bus/bus.ts'
import { makeChatEvents, type Erased } from '../../src/realtime/chat-events.ts'
import { watchErasures } from '../../src/conversation/erasure/watch-erasures.ts'
import { readChatLog } from '../../src/conversation/read/log.ts'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { openTestDb, testKinds } from '../db.ts'
import { localBus, withoutBus } from '../realtime/a-process.ts'
import { startTestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'

const ERASED: Erased = { account: 1, channel: 2, visitor: 3, who: 'a digest', chats: [4, 5], whole: true }

test('T52 an erasure in one process is published to the subscribers in another', () => {
  const subscribers: ((message: BusMessage) => void)[] = []
  const sent: BusMessage[] = []
  const bus: Bus = {
    ...localBus,
    publish: (message) => void sent.push(message),
    subscribe: (fn) => (subscribers.push(fn), () => {}),
  }
  const received: Erased[] = []
  makeChatEvents(bus, assert.ifError).erased(ERASED)
  makeChatEvents(bus, assert.ifError).subscribe({ onErased: (one) => void received.push(one) })
  for (const message of sent) for (const fn of subscribers) fn(message)
  assert.deepEqual(received, [{ ...ERASED, type: 'erased' }])
})

test('T52 the erasure of a visitor with very many chats is published in several messages, each small enough for the bus', () => {
  const sent: BusMessage[] = []
  const chats = Array.from({ length: 45_000 }, (_, i) => i + 1)
  makeChatEvents({ ...localBus, publish: (message) => void sent.push(message) }, assert.ifError).erased({
    ...ERASED,
    chats,
  })
  assert.deepEqual(
    sent.flatMap((message) => (message.type === 'erased' ? message.chats : [])),
    chats,
  )
  assert.ok(sent.every((message) => JSON.stringify(message).length < 500_000))
})

for (const kind of testKinds())
  test(`T52 without a bus a process finds an erasure of another within two seconds, once, ${kind}`, async (t) => {
    const { db, close } = await openTestDb(kind)
    t.after(close)
    const clock = handClock()
    const chatEvents = makeChatEvents(localBus, assert.ifError)
    const received: Erased[] = []
    chatEvents.subscribe({ onErased: (one) => void received.push(one) })
    const stop = watchErasures({ db, clock, chatEvents, losses: withoutBus, onError: assert.ifError })
    await db.administer(async (client) => {
      await client.query(`insert into account (name) values ('Shop')`)
      await client.query(
        `insert into erasure (account_id, channel_id, visitor_number, who, whole, chats, step, total)
         values (1, 2, 3, 'a digest', true, '{4,5}', 'undelivered', 0)`,
      )
    })
    await soon(async () => {
      await clock.move(2000)
      return received.length > 0
    })
    for (let look = 0; look < 5; look++) await clock.move(2000)
    assert.deepEqual(received, [ERASED])
    // The process does not report its own erasures a second time.
    chatEvents.erased({ ...ERASED, visitor: 9 })
    await db.administer(async (client) => {
      await client.query(
        `insert into erasure (account_id, channel_id, visitor_number, who, whole, chats, step, total)
         values (1, 2, 9, 'a digest', true, '{4,5}', 'undelivered', 0)`,
      )
    })
    for (let look = 0; look < 5; look++) await clock.move(2000)
    assert.equal(received.length, 2)
    await stop()
  })

const erase = statement('test_mark_erased', 'update chat set erased_at = now() where account_id = 1 and id = $1')

for (const kind of testKinds())
  test(`T42 the log of a chat is empty from the begin of its erasure, before its entries are redacted, ${kind}`, async (t) => {
    const testServer = await startTestServer({ kind })
    t.after(() => testServer.close())
    const { db } = testServer.services
    await testServer.visitor('v1').writes('my secret')
    assert.equal((await readChatLog(db, 1, 1, 1)).length, 1)
    await db.query(erase, [1])
    assert.deepEqual(await readChatLog(db, 1, 1, 1), [])
  })
