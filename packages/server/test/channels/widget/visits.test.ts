import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { statement } from '../../../src/db/statement.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, secretOf, WIDGET } from './page.ts'
import { soon } from './soon.ts'

/** The row with its xmin, which changes with each write. */
const rowsStatement = statement(
  'test_visitor_rows',
  'select number, visits, xmin::text as written from visitor order by number',
)

for (const kind of testKinds())
  suite(`visits, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    const rows = () => server.services.db.query<{ number: number; visits: number; written: string }>(rowsStatement, [])
    const chatOf = async (number: string) => (await server.agent().chats()).find((one) => one.visitor.number === number)
    async function onSite(number: string): Promise<OnSite | undefined> {
      const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as { visitors: OnSite[] }
      return visitors.find((one) => one.number === number)
    }
    const comes = (visitor: string, visit: string) =>
      openPage(server, { visitor, visit, url: `https://shop.test/${visit}` })

    test('W22 each tab counts once, and a reconnecting page in a counted tab writes nothing', async () => {
      const began = server.clock.now()
      const first = await comes('ada', 'tab-00001')
      assert.equal((await openNew('tab-other')).visits, 1)
      await first.writes('hi')
      const number = String(await numberOf(first))
      assert.equal((await onSite(number))?.visits, 1)
      const chat = await chatOf(number)
      assert.equal(chat?.visitor.visits, 1)
      const { since } = chat?.visitor ?? { since: 0 }
      assert.ok(since >= began && since <= server.clock.now())

      const second = await comes('ada', 'tab-00002')
      assert.equal((await onSite(number))?.visits, 2)
      await soon(async () => (await rows())[0]?.visits === 2)
      // The current page is shown beside the chat, without a message.
      const { visitor } = (await chatOf(number)) ?? {}
      assert.equal(visitor?.visits, 2)
      assert.equal(visitor?.site?.url, 'https://shop.test/tab-00002')
      assert.equal(visitor?.since, since)

      const before = await rows()
      await first.close()
      await second.close()
      for (const tab of ['tab-00001', 'tab-00002', 'tab-00001', 'tab-00002']) {
        const again = await comes('ada', tab)
        assert.equal((await onSite(number))?.visits, 2)
        await server.settled()
        await again.close()
      }
      assert.deepEqual(await rows(), before)
    })

    test('W22 R12 many pages that reconnect at once write nothing', async () => {
      const names = Array.from({ length: 12 }, (_, i) => `many${String.fromCharCode(97 + i)}`)
      const open = await Promise.all(names.map((name) => comes(name, 'tab-00001')))
      await Promise.all(open.map((page) => page.writes('hi')))
      await server.settled()
      const before = await rows()
      await Promise.all(open.map((page) => page.close()))
      const back = await Promise.all(names.map((name) => comes(name, 'tab-00001')))
      await server.settled()
      assert.deepEqual(await rows(), before)
      // Each new tab counts.
      const more = await Promise.all(names.map((name) => comes(name, 'tab-00002')))
      await soon(async () => (await rows()).filter(({ visits }) => visits === 2).length === names.length + 1)
      await Promise.all([...back, ...more].map((page) => page.close()))
    })

    test('W22 messages in another open tab do not count as a new visit', async () => {
      const [one, other] = [await comes('bea', 'tab-00001'), await comes('bea', 'tab-00002')]
      for (const page of [one, other, one, other]) await page.writes('hi')
      const number = String(await numberOf(one))
      assert.equal((await chatOf(number))?.visitor.visits, 2)
      await one.close()
      await other.close()
    })

    test('W22 T23 the tab id is sent to no client', async () => {
      const page = await comes('cid', 'tab-secret')
      await page.writes('hi')
      const seen = await Promise.all(
        ['/visitors', '/chats'].map(async (path) => (await server.agent().call('GET', path)).text),
      )
      // The page's URL contains the id here, as any page's may.
      for (const text of seen) assert.ok(!text.replaceAll('https://shop.test/tab-secret', '').includes('tab-secret'))
      await page.close()
    })

    async function openNew(visit: string): Promise<OnSite> {
      const page = await openPage(server, { visit })
      const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as { visitors: OnSite[] }
      const found = visitors.find(({ number }) => number === null)
      assert.ok(found)
      await page.close()
      return found
    }

    async function numberOf(page: Awaited<ReturnType<typeof openPage>>): Promise<number> {
      const answer = await page.ask({ t: 'number', id: `ask-${secretOf('number')}`.slice(0, 20) })
      return (answer.t === 'done' && answer.number) || 0
    }
  })
