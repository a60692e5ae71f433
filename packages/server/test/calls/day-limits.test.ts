import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import type { CallType } from '@deskbell/rules/calls/index'
import { readDayCounts } from '../../src/calls/day-counts.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, startTestServer } from '../test-server.ts'

const MINUTE = 60_000
const NUMBER = '+4930123456'

for (const kind of testKinds())
  suite(`the minutes of calls in a day, ${kind}`, () => {
    async function start(t: TestContext) {
      const clock = handClock()
      const server = await startTestServer({ kind, clock, channels: [WIDGET] })
      t.after(() => server.close())
      const ann = server.agent(ANN)
      const socket = await ann.connects()
      const sets = async (body: object) => assert.equal((await ann.call('PATCH', '/call-settings', body)).status, 200)
      await sets({ fromPage: true, perVisitor: 0, perAddress: 0, perNumber: 0 })
      return { clock, server, ann, sets, socket }
    }

    test('a visitor, and an address, with as many minutes as they may have is refused until the next day', async (t) => {
      const { clock, server, ann, sets, socket } = await start(t)
      const page = await openPage(server, { visitor: 'talker' })
      const other = await openPage(server, { visitor: 'neighbour' })
      const calls = (one = page) => one.ask({ t: 'call', id: nextId() })
      const isRefused = async (one = page) => {
        const answer = await calls(one)
        if (answer.t === 'refused') return answer.message === 'Too many calls today.'
        assert.ok(answer.t === 'done' && answer.call)
        await one.ask({ t: 'hang', id: nextId(), call: answer.call.id })
        return false
      }
      await sets({ minutesPerVisitor: 2 })
      for (let n = 0; n < 2; n++) {
        const answer = await calls()
        assert.ok(answer.t === 'done' && answer.call, 'a minute is left')
        const { id } = answer.call
        await socket.sees((one) => one.type === 'call' && one.call.id === id && one.call.rings.length > 0)
        assert.equal((await ann.call('POST', `/calls/${id}/accept`)).status, 200)
        // The application of the agent, and the page, are there all the time.
        await clock.move(MINUTE)
        await page.ask({ t: 'hang', id: nextId(), call: id })
      }
      assert.equal(await isRefused(), true)
      assert.equal(await isRefused(other), false, 'another visitor may call')
      await sets({ minutesPerVisitor: 3 })
      assert.equal(await isRefused(), false)
      await sets({ minutesPerVisitor: 0, minutesPerAddress: 2 })
      assert.equal(await isRefused(other), true, 'they have the same address')
      await sets({ minutesPerAddress: 0 })
      assert.equal(await isRefused(other), false)
      await sets({ minutesPerVisitor: 1 })
      await clock.jump(24 * 60 * MINUTE)
      const late = await openPage(server, { visitor: 'talker' })
      assert.equal(await isRefused(late), false)
      for (const one of [page, other, late]) await one.close()
    })

    test('minutes are counted from the moment at which both sides talk, also of a call that goes on', async (t) => {
      const { clock, server } = await start(t)
      const { callCommit } = server.services
      const page = await openPage(server, { visitor: 'called' })
      await page.writes('Hello')
      const [chat] = await server.agent().chats('?view=waiting')
      assert.ok(chat)
      const agent = { id: 1, name: 'Ann' }
      const begin = async (call: CallType) => {
        const outcome = await callCommit.start({
          ...{ account: 1, visitor: { channel: 2, key: chat.visitor.id }, carrier: 'sip', request: `minutes ${call}` },
          command: { type: 'call.start', call, phone: NUMBER, records: false },
          also: [{ type: 'call.ring', agents: [agent] }],
        })
        assert.ok(outcome.kind !== 'refused')
        return outcome.call.id
      }
      const counts = async () => {
        const of = { account: 1, visitor: null, address: null, phone: NUMBER }
        const { number, visitor, address } = await readDayCounts(server.services, of)
        assert.deepEqual([visitor.calls, address.calls], [0, 0])
        return [number.calls, Math.round(number.minutes * 100) / 100]
      }
      const id = await begin('callback')
      await clock.jump(5000)
      await callCommit.change(1, id, [{ type: 'call.accept', agent }])
      await clock.jump(5000)
      assert.deepEqual(await counts(), [1, 0], 'nobody has talked to the client')
      await callCommit.change(1, id, [{ type: 'call.answered' }])
      await clock.jump(30_000)
      assert.deepEqual(await counts(), [1, 0.5])
      await callCommit.change(1, id, [{ type: 'call.hang_up', agent, ends: true }])
      await clock.jump(MINUTE)
      assert.deepEqual(await counts(), [1, 0.5])
      await page.close()
    })
  })
