import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { once } from 'node:events'
import { WebSocket } from 'ws'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { ServerFrame, FramesAnswer, VisitorFrame } from '@deskbell/protocol/widget/frames'
import { atRest } from '../../at-rest.ts'
import { handClock, type HandClock } from '../../clock.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { storeOf } from './away.ts'
import { nextId, openPage, secretOf, WIDGET, WIDGET_ID } from './page.ts'
import { soon } from './soon.ts'

for (const kind of testKinds())
  suite(`visitors while the database is unavailable, ${kind}`, () => {
    let server: TestServer
    let clock: HandClock
    let store: ReturnType<typeof storeOf>
    before(async () => {
      clock = handClock()
      server = await startTestServer({ kind, clock, channels: [WIDGET] })
      store = storeOf(server)
    })
    after(() => server.close())

    const hello = (visitor: string, visit: string): VisitorFrame => ({
      t: 'hello',
      visitor: secretOf(visitor),
      visit,
      url: 'https://shop.test/',
      title: 'Shop',
    })

    async function connect() {
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/widget/${WIDGET_ID}/socket`)
      const frames: ServerFrame[] = []
      socket.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString())))
      await once(socket, 'open')
      const send = (frame: VisitorFrame) => socket.send(JSON.stringify(frame))
      /** Waits until the frames that were sent before have arrived. */
      const reached = async () => {
        const pongs = frames.filter(({ t }) => t === 'pong').length
        send({ t: 'ping' })
        await soon(() => frames.filter(({ t }) => t === 'pong').length > pongs)
      }
      return { socket, frames, send, reached, kinds: () => frames.map(({ t }) => t).filter((t) => t !== 'pong') }
    }

    /** Moves the clock in steps of `ms` until the condition holds. What is under way is not overtaken by the clock. */
    const passes = (ms: number, holds: () => boolean | Promise<boolean>) =>
      soon(async () => {
        await atRest([server], [])
        if (await holds()) return true
        await clock.move(ms)
        return false
      }, 60_000)

    test('R4 a page gets ready as soon as the database is back, and its messages are committed in order', async () => {
      const known = await openPage(server, { visitor: 'ada', visit: 'tab-00001' })
      await known.writes('before')
      await known.close()
      await store.goes()
      const page = await connect()
      page.send(hello('ada', 'tab-00001'))
      for (const text of ['one', 'two', 'three']) page.send({ t: 'message', id: nextId(), text })
      await page.reached()
      await clock.move(20_000)
      assert.deepEqual(page.kinds(), [])
      await store.comes()
      // The longest wait before the next attempt.
      await clock.move(4000)
      await passes(50, () => page.kinds().filter((kind) => kind === 'done').length === 3)
      const ready = page.frames.find((frame) => frame.t === 'ready')
      assert.equal(page.kinds()[0], 'ready')
      assert.equal(page.kinds().filter((kind) => kind === 'ready').length, 1)
      assert.equal(ready?.t === 'ready' && ready.met, true)
      const texts = () =>
        page.frames.flatMap((frame) =>
          frame.t === 'entries' ? frame.entries.flatMap((one) => (one.type === 'message' ? [one.text] : [])) : [],
        )
      await soon(() => texts().length === 4)
      assert.deepEqual(texts(), ['before', 'one', 'two', 'three'])
      page.socket.close()
    })

    test('R4 the same without a socket', async () => {
      await store.goes()
      const session = 'a-page-without-a-socket'
      let taken = 0
      const ask = async (frames: VisitorFrame[]) => {
        const body = JSON.stringify({ session, after: taken, wait: 0, frames })
        const answer = await server.ask(`/widget/${WIDGET_ID}/frames`, { method: 'POST', body })
        const { first, frames: came } = answer.body as unknown as FramesAnswer
        taken = first + came.length - 1
        return came
      }
      assert.deepEqual(await ask([hello('bea', 'tab-00001')]), [])
      await store.comes()
      const came: ServerFrame[] = []
      await passes(500, async () => {
        came.push(...(await ask([])))
        return came.length > 0
      })
      assert.equal(came[0]?.t, 'ready')
    })

    test('R4 a page that disconnects meanwhile is removed', async () => {
      await store.goes()
      const page = await connect()
      page.send({ ...hello('cid', 'tab-00001'), title: 'Gone' } as VisitorFrame)
      await page.reached()
      page.socket.close()
      await once(page.socket, 'close')
      await store.comes()
      await clock.move(10_000)
      const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as { visitors: OnSite[] }
      assert.deepEqual(
        visitors.filter(({ site }) => site.title === 'Gone'),
        [],
      )
    })

    function upload(visitor: string) {
      const body = new FormData()
      body.set('file', new Blob(['x']), 'x.txt')
      const headers = { authorization: `Bearer ${secretOf(visitor)}`, 'x-request-id': nextId() }
      return server.ask(`/widget/${WIDGET_ID}/files`, { method: 'POST', body, headers })
    }

    test('R4 a file is refused with a JSON error that pages can read, and can be sent again', async () => {
      await store.goes()
      const refused = await upload('eve')
      assert.equal(refused.status, 503)
      assert.equal(refused.headers.get('retry-after'), '2')
      assert.equal(refused.headers.get('access-control-allow-origin'), '*')
      assert.deepEqual(refused.body, {
        error: { code: 'unavailable', message: 'The server cannot do this now. Try again.' },
      })
      await store.comes()
      assert.equal((await upload('eve')).status, 200)
    })

    test('R4 an upload is answered in time while the database hangs', async () => {
      const goOn = await store.hangs()
      let status: number | undefined
      const answer = upload('fay').then((one) => (status = one.status))
      await soon(async () => {
        await clock.move(500)
        return status !== undefined
      })
      assert.equal(status, 503)
      await answer
      await goOn()
      assert.equal((await upload('fay')).status, 200)
    })

    test('T36 the number of frames that wait for the database is limited; further ones must be sent again', async () => {
      await store.goes()
      const page = await connect()
      page.send(hello('dan', 'tab-00001'))
      const ids = Array.from({ length: 140 }, nextId)
      for (const id of ids.slice(0, 70)) page.send({ t: 'message', id, text: 'hi' })
      await page.reached()
      await clock.move(5000)
      for (const id of ids.slice(70)) page.send({ t: 'message', id, text: 'hi' })
      await page.reached()
      const refused = page.frames.flatMap((frame) => (frame.t === 'refused' ? [frame] : []))
      // The hello is the first that waits.
      assert.deepEqual(
        refused.map(({ id }) => id),
        ids.slice(99),
      )
      assert.deepEqual([...new Set(refused.map(({ code }) => code))], ['unavailable'])
      assert.equal(page.socket.readyState, WebSocket.OPEN)
      await store.comes()
      await passes(500, () => page.kinds().includes('ready'))
      page.socket.close()
    })
  })
