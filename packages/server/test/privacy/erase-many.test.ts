import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorErasure } from '@deskbell/protocol/agent/visitor-erased'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'

const SENTINEL = 'sentinel-9d3e'
/** The embedded database takes longer to fill. */
const MANY = { embedded: 30_000, server: 100_000 }
const DEADLINE = 100_000

/** Creates a visitor with one open chat of so many messages, each with an event. Returns the numbers of both. */
async function longChat(testServer: TestServer, messages: number, id = 'talkative') {
  await testServer.visitor(id, { name: `Vera ${SENTINEL}` }).writes('the first word')
  const [chat] = (await testServer.agent().chats()).filter(({ visitor }) => visitor.id === id)
  assert.ok(chat)
  await testServer.services.db.administer(async (client) => {
    await client.query(
      `insert into entry (account_id, chat_id, n, type, at, body)
       select account_id, id, n, 'message', now(), jsonb_build_object('from', 'visitor', 'id', 'm' || n, 'text', '${SENTINEL} ' || n)
       from chat, generate_series((state->>'last')::int + 1, ${messages}) n where id = ${chat.id}`,
    )
    await client.query(
      `update chat set state = state || '{"last": ${messages}, "received": ${messages}}' where id = ${chat.id}`,
    )
    await client.query(
      `insert into event (account_id, n, name, chat_id, body, whole, at)
       select 1, 1000 + n, 'chat_updated', ${chat.id}, '{"text": "${SENTINEL}"}', true, now() from generate_series(1, ${messages}) n`,
    )
  })
  return { chat: chat.id, visitor: chat.visitor.number }
}

async function stored(testServer: TestServer): Promise<number> {
  const left = await testServer.services.db.query<{ rows: number }>(
    {
      name: 'test_stored',
      text: `select (select count(*) from entry where body::text like '%${SENTINEL}%')
        + (select count(*) from event where body like '%${SENTINEL}%')
        + (select count(*) from visitor where name like '%${SENTINEL}%') as rows`,
    },
    [],
  )
  return left[0]?.rows ?? -1
}

const look = async (testServer: TestServer, visitor: string) => {
  const { status, body } = await testServer.agent().call('GET', `/visitors/${visitor}/erasure`)
  assert.equal(status, 200)
  return body['erasure'] as unknown as VisitorErasure
}

for (const kind of testKinds())
  test(
    `T42 erasing a visitor with ${MANY[kind]} messages: 202 at once, nothing can be read, and it goes on after a restart, ${kind}`,
    { timeout: 200_000 },
    async (t) => {
      let testServer = await startTestServer({ kind })
      t.after(() => testServer.close())
      const { chat, visitor } = await longChat(testServer, MANY[kind])
      const erase = () => testServer.agent().call('DELETE', `/visitors/${visitor}`)
      const answer = await erase()
      assert.equal(answer.status, 202, answer.text)
      const begun = answer.body as unknown as VisitorErasure
      assert.deepEqual([begun.state, begun.chats, begun.files], ['running', 1, 0])
      assert.ok(begun.total >= 2 * MANY[kind] && begun.done < begun.total, answer.text)
      assert.ok((await stored(testServer)) > 0, 'most of it is still stored')

      // Every reader sees an erased chat.
      const shown = await testServer.agent().chat(chat)
      assert.deepEqual([shown.state, shown.erased, shown.visitor.name, shown.preview], ['closed', true, null, ''])
      const back = await testServer.agent().call('GET', `/chats/${chat}/entries?before=${MANY[kind]}&limit=200`)
      assert.ok(back.text.includes('"n":') && !back.text.includes(SENTINEL), back.text.slice(0, 300))
      assert.ok(
        !(await testServer.agent().call('GET', `/chats/${chat}/entries?after=0&limit=200`)).text.includes(SENTINEL),
      )
      // A visitor who writes meanwhile is a new one, and is not erased with the old one.
      assert.equal((await testServer.visitor('talkative').writes('me again')).status, 200)
      const [anew] = (await testServer.agent().chats()).filter(({ visitor: one }) => one.id === 'talkative')
      assert.ok(anew && anew.visitor.number !== visitor && anew.visitor.chats === 1)
      // A second request joins the running erasure.
      const joined = (await erase()).body as unknown as VisitorErasure
      assert.equal(joined.total, begun.total)
      assert.ok(joined.done >= begun.done)

      await testServer.stop()
      const before = testServer
      testServer = await startTestServer({ kind, place: before.place })
      const after = await look(testServer, visitor)
      assert.equal(after.total, begun.total)
      assert.equal(after.state, 'running', 'the erasure ended before the restart')
      let last = after.done
      await soon(async () => {
        const { state, done, total } = await look(testServer, visitor)
        assert.ok(done >= last && done <= total, `${done} after ${last} of ${total}`)
        last = done
        return state === 'done'
      }, DEADLINE)
      assert.deepEqual(await look(testServer, visitor), { ...after, state: 'done', done: after.total })
      assert.equal(await stored(testServer), 0)
      assert.deepEqual((await erase()).body, { chats: 0, files: 0 }, 'a second request changes nothing')
      assert.equal((await testServer.agent().chat(anew.id)).state, 'open')
      assert.equal((await testServer.agent().call('GET', '/visitors/4711/erasure')).status, 404)
    },
  )
