import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import { handClock, type HandClock } from '../../clock.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { openPage, WIDGET } from './page.ts'
import { openSlowPage } from './slow-page.ts'

for (const kind of testKinds())
  suite(`a long-polling page whose session the server has ended, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    before(async () => {
      clock = handClock()
      server = await startTestServer({ kind, clock, channels: [WIDGET] })
    })
    after(() => server.close())

    /** Longer than the server keeps a page without requests. */
    const sleep = () => clock.move(62_000)
    const kinds = (frames: ServerFrame[]) => frames.map(({ t }) => t)
    const textsOf = (frames: ServerFrame[]) =>
      frames.flatMap((frame) =>
        frame.t === 'entries' ? frame.entries.flatMap((one) => (one.type === 'message' ? [one.text] : [])) : [],
      )

    test('R15 the page gets 503 when it wakes, and has all entries after a new hello', async () => {
      const page = openSlowPage(server, 'ada')
      assert.deepEqual(kinds(await page.ask([page.hello()], { wait: 5000 })), ['ready'])
      await sleep()
      const other = await openPage(server, { visitor: 'ada' })
      await other.writes('said meanwhile')
      const forgotten = await page.post([])
      assert.equal(forgotten.status, 503)
      assert.equal(forgotten.headers.get('access-control-allow-origin'), '*')
      assert.equal(forgotten.headers.get('retry-after'), '2')
      const anew = openSlowPage(server, 'ada')
      const came = await anew.ask([anew.hello()], { wait: 5000 })
      assert.equal(came[0]?.t, 'ready')
      if (textsOf(came).length === 0) came.push(...(await anew.ask([], { wait: 5000 })))
      assert.deepEqual(textsOf(came), ['said meanwhile'])
      await other.close()
    })

    test('R15 the page gets 503 too when it has sent a hello and got no answer yet', async () => {
      const page = openSlowPage(server, 'bea')
      await page.ask([page.hello()], { lost: true })
      await sleep()
      assert.equal((await page.post([])).status, 503)
    })

    test('R14 a first post that was lost, or whose answer was lost, can be repeated', async () => {
      const page = openSlowPage(server, 'cid')
      await page.ask([page.hello()], { wait: 5000, lost: true })
      assert.equal((await page.ask([page.hello()], { wait: 5000 }))[0]?.t, 'ready')
    })
  })
