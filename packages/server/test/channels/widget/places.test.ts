import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { ServerFrame } from '@deskbell/protocol/widget/frames'
import { addAccount } from '../../agent-api/servers.ts'
import { readPriorities } from '../../../src/settings/priorities.ts'
import { handClock, settle } from '../../clock.ts'
import { makePlace, testKinds } from '../../db.ts'
import { ANN, BOB, startTestServer } from '../../test-server.ts'
import { nextId, openPage, secretOf, WIDGET } from './page.ts'
import { openSlowPage } from './slow-page.ts'
import { soon } from './soon.ts'

type Page = Awaited<ReturnType<typeof openPage>>
type PlaceFrame = Extract<ServerFrame, { t: 'place' }>
const MINUTE = 60_000
const OTHER = { ...WIDGET, name: 'Other', publicId: 'Other6Ef6h' }

const framesOf = (frames: readonly ServerFrame[]) => frames.filter((one): one is PlaceFrame => one.t === 'place')
/** What a page was told, in its order: places, with the expected wait where there is one. */
const told = (page: Page) =>
  framesOf(page.frames).map(({ place, wait }) => (wait === undefined ? place : `${place} in ${wait}`))

for (const kind of testKinds())
  suite(`the place in the queue, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }) {
      const clock = handClock()
      const place = await makePlace(kind)
      const channels = [{ ...WIDGET, widget: { departments: true } }, OTHER]
      const options = { kind, place, clock, channels, departments: [{ name: 'Sales', agents: [BOB] }] }
      const server = await startTestServer(options)
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      /** Moves the clock, second by second, until the last thing that the page was told is this. */
      const shows = (page: Page, last: number | string | null) =>
        soon(async () => {
          await clock.move(1000)
          // A read makes three queries, which are answered before these.
          for (let i = 0; i < 3; i++) await readPriorities(server.services.db, [])
          await settle()
          return told(page).at(-1) === last
        }, 30_000)
      /** A page whose visitor has written. Resolves with the chat. */
      const writes = async (name: string, more: { url?: string; widget?: string; department?: number } = {}) => {
        const { department, ...site } = more
        const page = await openPage(server, { visitor: name, visit: `visit-of-${name}`, ...site })
        await page.ask({ t: 'message', id: nextId(), text: `${name} asks`, ...(department && { department }) })
        const { chat } = await page.until(() => page.entries().at(0), 'the entry')
        // A later second is a later place.
        await clock.move(1000)
        return { page, chat }
      }
      return { server, options, clock, ann, bob, shows, writes }
    }

    test('W25 three visitors who wait see 1, 2 and 3; when an agent accepts the first, the others move up', async (t) => {
      const { ann, bob, shows, writes, clock } = await start(t)
      const anns = await ann.connects()
      const [first, second, third] = [await writes('vera'), await writes('otto'), await writes('mia')]
      await shows(third.page, 3)
      assert.deepEqual([told(first.page), told(second.page)], [[1], [2]])
      assert.deepEqual(framesOf(third.page.frames), [{ t: 'place', chat: third.chat, place: 3 }])
      await ann.accepts(first.chat)
      await shows(first.page, null)
      await shows(third.page, 2)
      await clock.move(10_000)
      assert.deepEqual(
        [told(second.page), told(third.page)],
        [
          [2, 1],
          [3, 2],
        ],
      )
      // The chat goes back into the queue, behind the others.
      assert.equal((await ann.call('POST', `/chats/${first.chat}/leave`)).status, 200)
      await shows(first.page, 3)
      await bob.closes(second.chat)
      await shows(second.page, null)
      await shows(third.page, 1)
      await shows(first.page, 2)
      assert.deepEqual(told(first.page), [1, null, 3, 2])
      anns.close()
    })

    test('W25 no place is told while no agent is online, nor where the widget is set so', async (t) => {
      const { server, ann, clock, shows, writes } = await start(t)
      const vera = await writes('vera')
      await clock.move(10_000)
      assert.deepEqual(told(vera.page), [])
      const anns = await ann.connects()
      await shows(vera.page, 1)
      await ann.call('PUT', '/me/presence', { status: 'away' })
      await shows(vera.page, null)
      await ann.call('PUT', '/me/presence', { status: 'online' })
      await shows(vera.page, 1)
      const { id } = server.services.directory.channels(1).find(({ name }) => name === WIDGET.name)!
      const set = (widget: object) => ann.call('PATCH', `/channels/${id}`, { widget })
      assert.equal((await set({ placeShown: false })).status, 200)
      await shows(vera.page, null)
      assert.equal((await set({ placeShown: true })).status, 200)
      await shows(vera.page, 1)
      const refused = await set({ placeShown: 'always' })
      assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, '/widget/placeShown'])
      anns.close()
    })

    test('W25 a chat with a higher priority comes first, whatever the priority looks at', async (t) => {
      const { ann, shows, writes } = await start(t)
      const anns = await ann.connects()
      const tag = Number((await ann.call('POST', '/tags', { name: 'Urgent' })).body['id'])
      const priorities = [
        { when: { page: '/vip' }, priority: 2 },
        { when: { tag }, priority: 1 },
      ]
      assert.equal((await ann.call('PATCH', '/routing', { priorities })).status, 200)
      const [vera, otto] = [await writes('vera'), await writes('otto')]
      await shows(otto.page, 2)
      const mia = await writes('mia', { url: 'https://shop.test/vip/' })
      await shows(mia.page, 1)
      await shows(otto.page, 3)
      await ann.call('POST', `/chats/${otto.chat}/tags`, { add: [tag] })
      await shows(otto.page, 2)
      await shows(vera.page, 3)
      assert.deepEqual(told(mia.page), [1])
      anns.close()
    })

    test('W25 a department, a channel and an account have a queue of their own, whatever channel a visitor writes from', async (t) => {
      const { server, ann, bob, shows, writes } = await start(t)
      await addAccount(server)
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      const { departments } = (await ann.call('GET', '/departments')).body as unknown as {
        departments: { id: number }[]
      }
      const sales = departments[0]!.id
      const vera = await writes('vera')
      const other = await writes('otto', { widget: OTHER.publicId })
      const first = await writes('mia', { department: sales })
      const second = await writes('carl', { department: sales })
      await shows(second.page, 2)
      await shows(first.page, 1)
      assert.deepEqual([told(vera.page), told(other.page)], [[1], [1]])
      // A chat of another channel that is given to the department comes behind those that wait there.
      await ann.accepts(other.chat)
      await ann.call('POST', `/chats/${other.chat}/hand-over`, { department: sales })
      await shows(other.page, 3)
      // Without the department its chats wait in their channels.
      assert.equal((await ann.call('DELETE', `/departments/${sales}`)).status, 204)
      await shows(second.page, 3)
      await shows(other.page, 1)
      for (const socket of [anns, bobs]) socket.close()
    })

    test('W25 the expected wait is told once five waits ended with an agent, and follows place and agents', async (t) => {
      const { ann, bob, clock, shows, writes } = await start(t)
      const anns = await ann.connects()
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const { page, chat } = await writes(name)
        await clock.move(2 * MINUTE)
        assert.ok(told(page).every((one) => one === 1))
        await ann.accepts(chat)
        await page.close()
      }
      const vera = await writes('vera')
      await shows(vera.page, '1 in 2')
      const otto = await writes('otto')
      await shows(otto.page, '2 in 5')
      // With a second agent the queue takes half the time.
      const bobs = await bob.connects()
      await shows(otto.page, '2 in 2')
      // Nothing moves for much longer than before: the past says nothing any more.
      await clock.move(6 * MINUTE)
      await shows(otto.page, 2)
      await ann.accepts(vera.chat)
      await shows(otto.page, '1 in 2')
      for (const socket of [anns, bobs]) socket.close()
    })

    test('W25 agents outside their working hours, and a department outside its hours, shorten no expected wait', async (t) => {
      const { ann, bob, clock, shows, writes } = await start(t)
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      for (const name of ['a', 'b', 'c', 'd', 'e']) {
        const { page, chat } = await writes(name)
        await clock.move(2 * MINUTE)
        await ann.accepts(chat)
        await page.close()
      }
      // Two agents: their pace is four minutes of an agent for each place.
      const vera = await writes('vera')
      await shows(vera.page, '1 in 2')
      const bobsId = Number((await bob.call('GET', '/me')).body['id'])
      const never = { timeZone: 'UTC', days: { mon: [['00:00', '00:01']] } }
      assert.equal((await ann.call('PUT', `/agents/${bobsId}/hours`, { hours: never })).status, 200)
      // Bob has not worked before either: the pace is two minutes, and Ann alone takes as long.
      await clock.move(2 * MINUTE)
      assert.equal(told(vera.page).at(-1), '1 in 2')
      const annsId = Number((await ann.call('GET', '/me')).body['id'])
      assert.equal((await ann.call('PUT', `/agents/${annsId}/hours`, { hours: never })).status, 200)
      await shows(vera.page, 1)
      for (const socket of [anns, bobs]) socket.close()
    })

    test('W25 another page of the visitor, and one that reconnects, are told the place at once, and no other visitor', async (t) => {
      const { server, ann, shows, writes } = await start(t)
      const anns = await ann.connects()
      await writes('otto')
      const vera = await writes('vera')
      await shows(vera.page, 2)
      const last = vera.page.entries().at(-1)!
      await vera.page.close()
      const again = await openPage(server, { visitor: 'vera', after: { chat: last.chat, n: last.n } })
      await again.until(() => told(again).at(-1) === 2 || undefined, 'the place')
      // The page of another visitor, who has no chat.
      again.send({ t: 'identify', visitor: secretOf('mia') })
      await again.until(() => again.frames.filter(({ t }) => t === 'ready').length === 2 || undefined, 'ready')
      const slow = openSlowPage(server, 'vera')
      const came = await slow.ask([slow.hello()], { wait: 5000 })
      await soon(async () => {
        came.push(...(await slow.ask([])))
        return framesOf(came).at(-1)?.place === 2
      })
      await again.close()
      assert.deepEqual(told(again), [2])
      anns.close()
    })

    if (kind === 'server')
      test('W25 each process tells its own visitors', async (t) => {
        const { options, ann, clock, shows, writes } = await start(t)
        const anns = await ann.connects()
        const here = await writes('vera')
        const other = await startTestServer(options)
        try {
          const page = await openPage(other, { visitor: 'otto' })
          await page.writes('otto asks')
          await shows(page, 2)
          await ann.accepts(here.chat)
          await shows(page, 1)
          await shows(here.page, null)
          await clock.move(5000)
          assert.deepEqual(told(page), [2, 1])
          anns.close()
        } finally {
          await other.stop()
        }
      })
  })
