import assert from 'node:assert/strict'
import { test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'

/** A row that no handler can read, such as a bug or a manual change in the database may leave. */
const poison = statement(
  'test_poison',
  `update delivery set body = 'null' where state = 'waiting' and body->>'text' = 'poison' returning id`,
)

for (const kind of testKinds())
  test(`R24 a delivery that always throws becomes a dead letter, the agent sees the error, and only its own lane has waited, ${kind}`, async () => {
    const clock = handClock()
    const integrator = await startIntegratorServer({ clock })
    const testServer = await startTestServer({ kind, clock, channel: { serverUrl: integrator.url } })
    try {
      const ann = testServer.agent()
      const chatWith = async (id: string) => {
        await testServer.visitor(id).writes('hi')
        const chat = (await ann.chats()).find((one) => one.visitor.id === id)
        assert.ok(chat)
        await ann.accepts(chat.id)
        return chat.id
      }
      const endOf = async (chat: number, n: number) =>
        (await ann.entries(chat)).find((entry) => 'of' in entry && entry.of === n)
      const breathe = async () => {
        for (let i = 0; i < 15; i++) {
          await testServer.services.commit.idle()
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      }
      const sick = await chatWith('sick')
      const well = await chatWith('well')
      // The first delivery keeps the lane busy until the second is made unreadable.
      integrator.answersAfter(1000)
      await ann.writes(sick, 'first')
      const bad = await ann.writes(sick, 'poison')
      const behind = await ann.writes(sick, 'behind it')
      await integrator.receives('first')
      assert.equal((await testServer.services.db.query(poison, [])).length, 1)
      integrator.answers()

      let failedAt = 0
      for (let second = 1; second <= 90 && failedAt === 0; second++) {
        await breathe()
        await clock.move(1000)
        await breathe()
        const text = `not delayed ${second}`
        if (second % 10 === 0) {
          const n = await ann.writes(well, text)
          await integrator.receives(text)
          await breathe()
          assert.equal((await endOf(well, n))?.type, 'message.delivered')
        }
        if (await endOf(sick, bad)) failedAt = second
      }
      const end = await endOf(sick, bad)
      assert.ok(end?.type === 'message.failed', 'the agent is told')
      assert.match(end.text, /failed at every attempt/)
      await integrator.receives('behind it')
      await testServer.settled()
      assert.equal((await endOf(sick, behind))?.type, 'message.delivered')
      assert.ok(!integrator.requests.some(({ body }) => body.includes('poison')))
      const page = await ann.call('GET', `/channels/1/deliveries?chat=${sick}`)
      const states = (page.body['deliveries'] as unknown as { state: string }[]).map(({ state }) => state)
      assert.deepEqual(states.toSorted(), ['dead_letter', 'done', 'done'])
    } finally {
      await testServer.close()
      await integrator.close()
    }
  })
