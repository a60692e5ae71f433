import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { addAgent } from '../../agent-api/servers.ts'
import { testKinds } from '../../db.ts'
import { findNats, withoutNats } from '../../nats.ts'
import { startTwo, whileTimePasses, type Process } from '../../realtime/bus/two.ts'
import { openPage } from './page.ts'
import { openSlowPage } from './slow-page.ts'
import { soon } from './soon.ts'

const noNats = await withoutNats()
const noServer = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'

/** A page at one process, and agents and requests at the other, with and without a bus. */
for (const withBus of [true, false])
  suite(
    `a page at another process, ${withBus ? 'over NATS' : 'without NATS'}`,
    { skip: withBus ? noNats : noServer },
    () => {
      let two: Awaited<ReturnType<typeof startTwo>>
      before(async () => {
        two = await startTwo(withBus ? await findNats() : undefined)
        await two.seeEachOther()
      })
      after(() => two.close())

      const passing = <T>(work: Promise<T>) => whileTimePasses(two, work)
      const call = (process: Process, ...asked: Parameters<ReturnType<Process['testServer']['agent']>['call']>) =>
        passing(process.testServer.agent().call(...asked))
      async function listAt(process: Process): Promise<OnSite[]> {
        // The pages of other processes are listed once a second.
        await process.clock.move(1000)
        return (await call(process, 'GET', '/visitors')).body['visitors'] as unknown as OnSite[]
      }
      async function findAt(process: Process, path: string): Promise<OnSite> {
        const found = (await listAt(process)).find(({ site }) => site.url === `https://shop.test/${path}`)
        assert.ok(found, path)
        return found
      }
      const open = (path: string) =>
        openPage(two.here.testServer, { visit: `visit-${path}`, url: `https://shop.test/${path}` })

      test('R19 agents at every process see the visitors on the site, the newest first, and a closed page no more', async () => {
        const first = await open('first')
        await two.there.clock.move(2000)
        const second = await openPage(two.there.testServer, { visit: 'visit-second', url: 'https://shop.test/second' })
        for (const process of [two.here, two.there])
          await soon(async () => {
            const urls = (await listAt(process)).map(({ site }) => site.url)
            return urls.join() === 'https://shop.test/second,https://shop.test/first'
          })
        await first.close()
        await soon(async () => (await listAt(two.there)).length === 1)
        await second.close()
      })

      test('R19 an agent at another process starts a chat with a visitor, who has a secret from then on', async () => {
        const page = await open('begun')
        const { visit } = await findAt(two.there, 'begun')
        const began = call(two.there, 'POST', `/visitors/${visit}/chat`, { text: 'May I help?' })
        await page.until(() => page.frames.find(({ t }) => t === 'meet'), 'meet')
        page.send({ t: 'identify', visitor: 'a-secret-of-the-page-0000000001' })
        const { status, body } = await began
        assert.equal(status, 200, JSON.stringify(body))
        await page.receives('May I help?')
        const again = await call(two.there, 'POST', `/visitors/${visit}/chat`, { text: 'Hello?' })
        assert.equal(again.status, 409)
        assert.match(again.text, /taken/)
        await page.close()
        const gone = await call(two.there, 'POST', `/visitors/${visit}/chat`, { text: 'Hello?' })
        assert.equal(gone.status, 404)
      })

      test('R19 a page says at another process why its rules do not fire', async () => {
        const page = await open('ruled')
        const { visit } = await findAt(two.there, 'ruled')
        const asked = call(two.there, 'GET', `/visitors/${visit}/rules`)
        const why = await page.until(() => page.frames.find((frame) => frame.t === 'why'), 'why')
        page.send({ t: 'because', of: why.id, rules: [], left: 3 })
        assert.deepEqual((await asked).body, { answer: 'given', rules: [], left: 3 })
        await page.close()
      })

      test('T17 an agent without the channel does not see the page of another process, nor may start a chat', async () => {
        const page = await open('hidden')
        const { visit } = await findAt(two.there, 'hidden')
        await addAgent(two.there.testServer, 'eve@example.test')
        await soon(() =>
          two.there.testServer.services.directory.agents(1).some(({ email }) => email === 'eve@example.test'),
        )
        const eve = two.there.testServer.agent('eve@example.test')
        assert.deepEqual((await passing(eve.call('GET', '/visitors'))).body['visitors'], [])
        for (const [method, path] of [
          ['POST', 'chat'],
          ['GET', 'rules'],
        ] as const) {
          const { status } = await passing(
            eve.call(method, `/visitors/${visit}/${path}`, method === 'POST' ? { text: 'hi' } : undefined),
          )
          assert.equal(status, 404)
        }
        await page.close()
      })

      test('R19 a page without a socket sends its requests to any process, and misses and repeats nothing', async () => {
        const page = openSlowPage(two.here.testServer, 'slowly')
        const through = { here: two.here.testServer, there: two.there.testServer }
        const said: string[] = []
        await page.ask([page.hello()])
        for (let i = 0; i < 6; i++) {
          const frames = await passing(
            page.ask([{ t: 'message', id: `request-of-slow-${i}`, text: `message ${i}` }], {
              through: i % 2 === 0 ? through.there : through.here,
              wait: 1000,
            }),
          )
          for (let more = frames; more.length > 0; more = await passing(page.ask([], { through: through.there })))
            for (const frame of more)
              if (frame.t === 'entries')
                for (const entry of frame.entries) if (entry.type === 'message') said.push(entry.text ?? '')
        }
        await soon(async () => {
          for (const frame of await passing(page.ask([], { through: through.there })))
            if (frame.t === 'entries')
              for (const entry of frame.entries) if (entry.type === 'message') said.push(entry.text ?? '')
          return said.length >= 6
        })
        assert.deepEqual(
          said,
          Array.from({ length: 6 }, (_, i) => `message ${i}`),
        )
      })

      test('T36 the limit of frames of a page holds over the requests to all processes', async () => {
        const page = openSlowPage(two.here.testServer, 'quickly')
        await page.ask([page.hello()])
        const statuses: number[] = []
        for (let i = 0; i < 10; i++) {
          const through = i % 2 === 0 ? two.there.testServer : two.here.testServer
          const pings = Array.from({ length: 20 }, () => ({ t: 'ping' as const }))
          statuses.push((await passing(page.post(pings, { through }))).status)
        }
        assert.ok(statuses.includes(429), statuses.join())
      })

      test('R15 a page whose process is gone begins anew', async () => {
        const { status, text } = await passing(
          two.here.testServer.ask(`/widget/${'Wd3tEf6hIj'}/frames`, {
            method: 'POST',
            headers: { 'content-type': 'text/plain' },
            body: JSON.stringify({
              session: 'session-of-a-dead-process',
              after: 3,
              wait: 0,
              at: 'deadbeef',
              frames: [],
            }),
          }),
        )
        assert.equal(status, 503, text)
      })
    },
  )
