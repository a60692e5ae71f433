import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { BOB, startTestServer } from '../test-server.ts'

/** A server whose owner Ann holds chat 1, and the CRM that is told of its end. */
async function start(t: TestContext, kind: DbKind) {
  const [place, clock, crm] = [await makePlace(kind), handClock(), await startIntegratorServer()]
  const server = await startTestServer({
    kind,
    place,
    clock,
    webhooks: [{ name: 'CRM', url: `${crm.url}/hook`, events: ['chat_finished'] }],
  })
  t.after(() => server.close())
  t.after(() => crm.close())
  const visitor = server.visitor('v1', { name: 'Vera' })
  await visitor.writes('Hello')
  await server.agent().accepts(1)
  const closes = (body: object) => server.agent().call('POST', '/chats/1/close', body)
  /** Lets time pass in steps of the timers' poll, whose queries take real time. */
  const pass = async (ms: number) => {
    for (let left = ms; left > 0; left -= 1000) {
      await clock.move(Math.min(left, 1000))
      await atRest([server], [crm])
    }
  }
  return { place, clock, crm, server, visitor, closes, pass, ann: server.agent() }
}

const types = (entries: readonly { type: string }[]) => entries.map(({ type }) => type)

for (const kind of testKinds())
  suite(`closing with time to undo, ${kind}`, () => {
    test('the chat closes by a timer, and only then a webhook is told', async (t) => {
      const { clock, crm, ann, closes, pass } = await start(t, kind)
      const answer = await closes({ undoFor: 5000 })
      assert.equal(answer.status, 200)
      assert.deepEqual(answer.body['closing'], { until: clock.now() + 5000, agent: { id: 1, name: 'Ann' } })
      await pass(4900)
      assert.equal((await ann.chat(1)).state, 'open')
      assert.equal(crm.requests.length, 0)
      await pass(1100)
      const closed = await ann.chat(1)
      assert.equal(closed.state, 'closed')
      assert.equal(closed.closing, undefined)
      assert.deepEqual(types(await ann.entries(1, 2)), ['chat.closing', 'chat.closed'])
      assert.equal(crm.requests.length, 1)
      assert.match(crm.requests[0]?.body ?? '', /chat_finished/)
    })

    test('the agent takes it back, a colleague may not, and after the end it is refused', async (t) => {
      const { server, clock, ann, closes, pass } = await start(t, kind)
      await closes({ undoFor: 5000 })
      assert.equal((await server.agent(BOB).call('POST', '/chats/1/keep-open')).status, 409)
      await clock.move(3000)
      const kept = await ann.call('POST', '/chats/1/keep-open')
      assert.equal(kept.status, 200)
      assert.equal(kept.body['closing'], undefined)
      await pass(10_000)
      assert.equal((await ann.chat(1)).state, 'open')
      assert.deepEqual(types(await ann.entries(1, 2)), ['chat.closing', 'closing.cancelled'])
      assert.equal((await closes({})).body['state'], 'closed')
      const late = await ann.call('POST', '/chats/1/keep-open')
      assert.equal(late.status, 409)
      assert.match(late.text, /closed/)
    })

    test('a message of the visitor keeps the chat open, and after the end it opens a new one', async (t) => {
      const { ann, closes, visitor, pass } = await start(t, kind)
      await closes({ undoFor: 5000 })
      await visitor.writes('One more thing')
      await pass(10_000)
      assert.deepEqual(types(await ann.entries(1, 2)), ['chat.closing', 'closing.cancelled', 'message'])
      await closes({ undoFor: 5000 })
      const sent = await ann.writes(1, 'Yes?')
      assert.equal((await ann.entries(1)).find(({ n }) => n === sent)?.type, 'message', 'the number of the message')
      await closes({ undoFor: 5000 })
      await pass(6000)
      await visitor.writes('Hello again')
      assert.equal((await ann.chat(1)).state, 'closed')
      assert.equal((await ann.chat(2)).state, 'open')
    })

    test('a message that the agent did not have when they closed keeps the chat open', async (t) => {
      const { ann, closes, visitor, pass } = await start(t, kind)
      const { received } = await ann.chat(1)
      await visitor.writes('Wait!')
      const kept = await closes({ undoFor: 5000, received })
      assert.deepEqual([kept.status, kept.body['state'], kept.body['closing']], [200, 'open', undefined])
      const atOnce = await closes({ received })
      assert.equal(atOnce.body['state'], 'open')
      await pass(10_000)
      const kinds = ['message', 'chat.closing', 'closing.cancelled', 'chat.closing', 'closing.cancelled']
      assert.deepEqual(types(await ann.entries(1, 2)), kinds)
      assert.equal((await closes({ received: received + 1 })).body['state'], 'closed')
    })

    test('a closing survives the end of the process', async (t) => {
      const { server, place, clock, closes } = await start(t, kind)
      await closes({ undoFor: 5000 })
      await server.stop()
      await clock.move(60_000)
      const next = await startTestServer({ kind, place, clock })
      t.after(() => next.stop())
      await clock.move(1000)
      await atRest([next], [])
      assert.equal((await next.agent().chat(1)).state, 'closed')
    })

    test('a time that is no time or too long is refused with the name of the field', async (t) => {
      const { closes, ann } = await start(t, kind)
      for (const undoFor of [0, -1, 10_001, 1.5, 'soon', null]) {
        const answer = await closes({ undoFor })
        assert.equal(answer.status, 400, JSON.stringify(undoFor))
        assert.match(answer.text, /undoFor/)
      }
      assert.equal((await ann.chat(1)).closing, undefined)
      assert.equal(
        (await ann.call('POST', '/chats/1/close')).body['state'],
        'closed',
        'without a body it closes at once',
      )
    })
  })
