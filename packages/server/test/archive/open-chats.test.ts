import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { makeOpenChatsIndex } from '../../src/archive/open-chats.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, settle } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

const indexedStatement = { name: 'test_indexed', text: 'select chat_id from chat_words' }

for (const kind of testKinds())
  test(`an index of open chats that fails rests before the next attempt and loses no chat, ${kind}`, async (t) => {
    // The clock of the server stands, so its own index does nothing.
    const server = await startTestServer({ kind, clock: handClock() })
    t.after(() => server.close())
    const { db, chatEvents } = server.services
    const clock = handClock()
    let isDown = true
    const errors: unknown[] = []
    const failing = {
      ...db,
      query: ((...of) =>
        isDown ? Promise.reject(new Error('the database is away')) : db.query(...of)) as typeof db.query,
    }
    const index = makeOpenChatsIndex({
      ...{ db: failing, clock, processes: server.services.processes },
      onError: (error) => errors.push(error),
    })
    t.after(chatEvents.subscribe(index.listener))
    const writers = Array.from({ length: 10 }, (_, i) => server.visitor(`v${i}`))
    for (const one of writers) await one.writes('hello')
    const stop = index.start()
    t.after(stop)
    for (let i = 0; i < 60; i++) {
      await clock.move(50)
      await settle(2)
    }
    assert.equal(errors.length, 1, 'one attempt in three seconds')
    isDown = false
    await clock.move(5000)
    await soon(async () => (await db.query(indexedStatement, [])).length === 10)
    await stop()
    assert.equal(errors.length, 1)
  })

for (const kind of testKinds().filter((one) => one === 'server'))
  test('open chats that a process has not indexed before its end are indexed by another one', async (t) => {
    const place = await makePlace(kind)
    // Its clock stands: it indexes nothing. It stands at the time of the other one, which looks at chats of the last minutes.
    const ending = await startTestServer({ kind, place, clock: handClock(Date.now()) })
    const other = await startTestServer({ kind, place })
    t.after(() => other.close())
    const { db, processes } = other.services
    await soon(() => processes.living().length === 2)
    const indexed = async () => (await db.query(indexedStatement, [])).length
    // The other one has looked for chats that are behind before it indexes one of its own.
    await other.visitor('its own').writes('hello')
    await soon(async () => (await indexed()) === 1, 20_000)
    for (let i = 0; i < 3; i++) await ending.visitor(`v${i}`).writes('hello')
    // Longer than several rounds of the other one's index.
    await pause(2500)
    assert.equal(await indexed(), 1)
    await ending.stop()
    await soon(async () => (await indexed()) === 4, 20_000)
  })
