import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { VisitorRequest } from '@deskbell/protocol/widget/frames'
import { statement } from '../../../src/db/statement.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, WIDGET } from './page.ts'

const countStatement = statement(
  'test_left_counts',
  `select (select count(*) from visitor) as visitors, (select count(*) from chat) as chats,
     (select count(*) from entry) as entries, (select count(*) from idempotency) as answers,
     (select count(*) from offline_message) as kept`,
)
const keptStatement = statement(
  'test_left',
  `select o.visitor_number as number, o.name, o.email, o.phone, o.description, o.message, o.site->>'url' as url
   from offline_message o order by o.id desc limit 1`,
)

for (const kind of testKinds())
  suite(`offline messages, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    const ask = async <R>(asked: typeof countStatement) => (await server.services.db.query<R>(asked, []))[0]
    const counts = () => ask<Record<string, number>>(countStatement)
    const run = (sql: string) => server.services.db.administer((client) => client.query(sql))
    const left = (message: string): VisitorRequest => ({
      t: 'offline',
      id: nextId(),
      contact: { name: 'Ada', email: 'ada@shop.test' },
      message,
    })

    test('W11 an offline message is stored, written in a chat and updates the contact in one transaction, once', async () => {
      const page = await openPage(server, { visitor: 'ada' })
      const request = left('call me')
      const first = await page.ask(request)
      assert.equal(first.t, 'done')
      const after = await counts()
      assert.deepEqual(after, { visitors: 1, chats: 1, entries: 1, answers: 1, kept: 1 })
      assert.deepEqual(await ask(keptStatement), {
        number: first.t === 'done' && first.number,
        name: 'Ada',
        email: 'ada@shop.test',
        phone: null,
        description: null,
        message: 'call me',
        url: 'https://shop.test/',
      })
      assert.deepEqual(await page.ask(request), first)
      assert.deepEqual(await counts(), after)
      const [chat] = await server.agent().chats()
      assert.equal(chat?.visitor.email, 'ada@shop.test')
      assert.equal(chat?.preview, 'call me')
      await page.close()
    })

    test('W11 a contact that an offline message changes during an open chat is shown to the agent', async () => {
      const page = await openPage(server, { visitor: 'bea' })
      await page.writes('hi')
      assert.equal((await page.ask(left('call me'))).t, 'done')
      const chat = (await server.agent().chats()).find(
        ({ visitor }) => visitor.name === 'Ada' && visitor.number === '2',
      )
      const kinds = (await server.agent().entries(chat?.id ?? 0)).map(({ type }) => type)
      assert.deepEqual(kinds, ['message', 'visitor.changed', 'message'])
      await page.close()
    })

    test('W11 R1 a failure of one part stores nothing, and a repetition stores everything', async () => {
      const before = await counts()
      await run(`alter table offline_message add constraint full_table check (message <> 'no room')`)
      const page = await openPage(server, { visitor: 'cid' })
      const request = left('no room')
      const refused = await page.ask(request)
      assert.equal(refused.t === 'refused' && refused.code, 'unavailable')
      assert.deepEqual(await counts(), before)
      await run('alter table offline_message drop constraint full_table')
      assert.equal((await page.ask(request)).t, 'done')
      const { visitors = 0, chats = 0, entries = 0, answers = 0, kept = 0 } = before ?? {}
      assert.deepEqual(await counts(), {
        visitors: visitors + 1,
        chats: chats + 1,
        entries: entries + 1,
        answers: answers + 1,
        kept: kept + 1,
      })
      await page.close()
    })
  })
