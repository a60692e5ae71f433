import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`alerts (${kind})`, () => {
    let clock: HandClock
    let testServer: TestServer
    before(async () => {
      clock = handClock()
      testServer = await startTestServer({ kind, clock })
    })
    after(() => testServer.close())

    const rest = () => atRest([testServer], [])
    async function pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.move(Math.min(left, 1000))
        await rest()
      }
    }
    async function writes(id: string, text = 'hello'): Promise<number> {
      await testServer.visitor(id).writes(text)
      const chat = (await testServer.agent().chats()).find((one) => one.visitor.id === id)
      return chat?.id ?? 0
    }
    const linesOf = async (email: string, chat: number) => {
      const { body } = await testServer.agent(email).call('GET', '/me/alerts/log')
      return (body as unknown as { alerts: { chat: number; means: string; openedAt: number | null }[] }).alerts.filter(
        (one) => one.chat === chat,
      )
    }

    test('N1 a waiting chat alerts the open applications of the agents who may answer, once', async () => {
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const chat = await writes('waits')
      await testServer.visitor('waits').writes('again')
      for (const agent of [ann, bob])
        await agent.sees((frame) => frame.type === 'alert' && frame.what === 'waiting' && frame.chat === chat)
      await rest()
      assert.equal(ann.frames.filter((frame) => frame.type === 'alert' && frame.chat === chat).length, 1)
      assert.deepEqual(
        (await linesOf(ANN, chat)).map(({ means }) => means),
        ['open'],
      )
      ann.close()
      bob.close()
      await rest()
    })

    test('N1 messages within ten seconds after no agent could be alerted make no further alert', async () => {
      const count = async (chat: number) =>
        (await testServer.services.db.query<{ count: number }>(countAlerts, [chat]))[0]?.count
      const chat = await writes('alone')
      await rest()
      await testServer.visitor('alone').writes('nobody there?')
      await rest()
      assert.equal(await count(chat), 1)
      await pass(10_000)
      await testServer.visitor('alone').writes('still nobody?')
      await rest()
      assert.equal(await count(chat), 2)
    })

    test('N2 a message in an agent’s own chat alerts only this agent, unless they look at it', async () => {
      const chat = await writes('own')
      await testServer.agent(BOB).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      await testServer.visitor('own').writes('are you there?')
      const seen = await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      assert.equal(seen.type === 'alert' && seen.what, 'message')
      bob.send({ type: 'look', chat })
      await rest()
      assert.ok((await linesOf(BOB, chat))[0]?.openedAt)
      await testServer.visitor('own').writes('hello?')
      await rest()
      assert.equal(bob.frames.filter((frame) => frame.type === 'alert' && frame.chat === chat).length, 1)
      await pass(61_000)
      assert.ok(!ann.frames.some((frame) => frame.type === 'alert' && frame.chat === chat), 'Bob has seen it')
      ann.close()
      bob.close()
      await rest()
    })

    test('N3 what its agent has not seen within 30 s alerts the others who may answer', async () => {
      const chat = await writes('late')
      await testServer.agent(BOB).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      await testServer.visitor('late').writes('are you there?')
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      await pass(28_000)
      assert.ok(!ann.frames.some((frame) => frame.type === 'alert' && frame.chat === chat))
      await pass(4000)
      await ann.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      ann.close()
      bob.close()
      await rest()
    })

    test('N10 alerts that are confirmed together are each recorded, those of another agent are not', async () => {
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const chats = [await writes('first of two'), await writes('second of two')]
      const alertOf = async (line: typeof ann, chat: number) => {
        const frame = await line.sees((one) => one.type === 'alert' && one.chat === chat)
        return frame.type === 'alert' ? frame.alert : ''
      }
      const [alert, second] = [await alertOf(bob, chats[0]!), await alertOf(bob, chats[1]!)]
      const foreign = await alertOf(ann, chats[0]!)
      bob.send({ type: 'alerted', alert, more: [second, foreign], step: 'opened' })
      await rest()
      for (const chat of chats) {
        assert.deepEqual(
          (await linesOf(BOB, chat)).map(({ openedAt }) => openedAt !== null),
          [true],
        )
        assert.deepEqual(
          (await linesOf(ANN, chat)).map(({ openedAt }) => openedAt),
          [null],
        )
      }
      ann.close()
      bob.close()
      await rest()
    })

    test('N9 a mention in a note alerts the mentioned agent alone, in another agent’s chat and in a closed one, until they read it', async () => {
      const chat = await writes('mentioned')
      await testServer.agent(ANN).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const note = (body: object) => testServer.agent(ANN).call('POST', `/chats/${chat}/notes`, body)
      const alertsOf = ({ frames }: typeof bob) =>
        frames.flatMap((frame) => (frame.type === 'alert' && frame.chat === chat ? [frame] : []))
      assert.equal((await note({ text: 'for no agent' })).status, 200)
      await rest()
      assert.deepEqual(alertsOf(bob), [])
      const me = (await testServer.agent(BOB).call('GET', '/me')).body as unknown as { id: number }
      const other = (await testServer.agent(ANN).call('GET', '/me')).body as unknown as { id: number }
      const n = (await note({ text: '@Bob please', mentions: [me.id, other.id] })).body['n'] as unknown as number
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat && frame.what === 'mention')
      assert.deepEqual(
        alertsOf(bob).map((frame) => [frame.what, frame.n]),
        [['mention', n]],
      )
      bob.send({ type: 'read', chat, n, received: 1 })
      await pass(61_000)
      assert.deepEqual(alertsOf(ann), [], 'neither the author nor the holder is told')
      assert.equal(alertsOf(bob).length, 1)

      await testServer.agent(ANN).closes(chat)
      await note({ text: '@Bob once more', mentions: [me.id] })
      await rest()
      assert.equal(alertsOf(bob).length, 2)
      ann.close()
      bob.close()
      await rest()
    })

    test('T21 an agent who may not see a chat is not alerted to it, and no socket gets the alert of another agent', async () => {
      const [channel] = (await testServer.agent().call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      const assign = (agents: number[] = []) => testServer.agent().call('PATCH', `/channels/${channel?.id}`, { agents })
      const me = (await testServer.agent(ANN).call('GET', '/me')).body as unknown as { id: number }
      assert.equal((await assign([me.id])).status, 200)
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const chat = await writes('hidden')
      await ann.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      await pass(61_000)
      assert.ok(!bob.frames.some((frame) => frame.type === 'alert' && frame.chat === chat))
      assert.deepEqual(await linesOf(BOB, chat), [])
      await assign(channel?.agents)
      ann.close()
      bob.close()
      await rest()
    })

    test('N4 an agent is not alerted in quiet hours; wrong ones are refused with the field', async () => {
      const ann = testServer.agent(ANN)
      const settings = (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as object
      const all = [['00:00', '24:00']]
      const days = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
      const put = (quiet: unknown) => ann.call('PUT', '/me/alerts', { ...settings, quiet })
      const refused = await put({ timeZone: 'Nowhere/At-all', days })
      assert.equal(refused.status, 400)
      assert.match(refused.text, /quiet\/timeZone/)
      assert.equal((await put({ timeZone: 'Europe/Berlin', days })).status, 200)
      const live = await ann.connects()
      const chat = await writes('at night')
      await rest()
      assert.deepEqual(await linesOf(ANN, chat), [])
      assert.equal((await put(null)).status, 200)
      live.close()
      await rest()
    })

    test('N4 a chat that began in quiet hours alerts when those of the first agent end, once', async () => {
      const ends = new Date(Math.ceil(clock.now() / 60_000) * 60_000 + 120_000)
      const change = async (email: string, quiet: unknown) => {
        const agent = testServer.agent(email)
        const settings = (await agent.call('GET', '/me/alerts')).body['settings'] as unknown as object
        assert.equal((await agent.call('PUT', '/me/alerts', { ...settings, quiet })).status, 200)
      }
      const until = (to: string) => {
        const span = [['00:00', to]]
        return {
          timeZone: 'UTC',
          days: { mon: span, tue: span, wed: span, thu: span, fri: span, sat: span, sun: span },
        }
      }
      await change(ANN, until(ends.toISOString().slice(11, 16)))
      await change(BOB, until('23:00'))
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const alertsOf = ({ frames }: typeof ann, chat: number) =>
        frames.filter((frame) => frame.type === 'alert' && frame.chat === chat).length
      const chat = await writes('early')
      await rest()
      await pass(11_000)
      await testServer.visitor('early').writes('still closed?')
      await pass(ends.getTime() - clock.now() - 2000)
      assert.deepEqual([alertsOf(ann, chat), alertsOf(bob, chat)], [0, 0])
      await pass(4000)
      await ann.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      await rest()
      assert.deepEqual([alertsOf(ann, chat), alertsOf(bob, chat)], [1, 0])

      // Quiet hours that are switched off end at once.
      await change(ANN, until('23:00'))
      const other = await writes('later')
      await rest()
      assert.equal(alertsOf(bob, other), 0)
      await change(BOB, null)
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === other)
      assert.equal(alertsOf(ann, other), 0)
      await change(ANN, null)
      ann.close()
      bob.close()
      await rest()
    })

    test('N4 an agent who comes during the quiet hours of the others is alerted to the next message', async () => {
      const all = [['00:00', '24:00']]
      const days = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all.slice(1) }
      const change = async (quiet: unknown) => {
        const settings = (await testServer.agent(ANN).call('GET', '/me/alerts')).body['settings'] as unknown as object
        assert.equal((await testServer.agent(ANN).call('PUT', '/me/alerts', { ...settings, quiet })).status, 200)
      }
      await change({ timeZone: 'UTC', days })
      const chat = await writes('night')
      await rest()
      const bob = await testServer.agent(BOB).connects()
      await pass(11_000)
      assert.ok(!bob.frames.some((frame) => frame.type === 'alert' && frame.chat === chat))
      await testServer.visitor('night').writes('is an agent there?')
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      await change(null)
      bob.close()
      await rest()
    })

    test('N13 the agent to whom a chat is handed over is alerted; unseen, it goes further', async () => {
      const chat = await writes('handed')
      await testServer.agent(ANN).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      const me = (await testServer.agent(BOB).call('GET', '/me')).body as unknown as { id: number }
      const handed = await testServer.agent(ANN).call('POST', `/chats/${chat}/hand-over`, { to: me.id })
      assert.equal(handed.status, 200, handed.text)
      const frame = await bob.sees((one) => one.type === 'alert' && one.chat === chat)
      assert.equal(frame.type === 'alert' && frame.what, 'handed')
      await pass(28_000)
      assert.ok(!ann.frames.some((one) => one.type === 'alert' && one.chat === chat))
      // Bob does not look: it goes further, also when the last message is an agent's.
      await pass(4000)
      await ann.sees((one) => one.type === 'alert' && one.chat === chat)
      await testServer.agent(ANN).accepts(chat, { takeOver: true })
      await rest()
      assert.equal(bob.frames.filter((one) => one.type === 'alert' && one.chat === chat).length, 1)
      ann.close()
      bob.close()
      await rest()
    })

    test('N1 the agent who puts a chat back into the queue is not alerted to it, and has not seen it for the others', async () => {
      const chat = await writes('back')
      await testServer.agent(ANN).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      ann.send({ type: 'look', chat })
      await rest()
      const left = await testServer.agent(ANN).call('POST', `/chats/${chat}/leave`, {})
      assert.equal(left.status, 200, left.text)
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat && frame.what === 'waiting')
      const { last } = await testServer.agent(ANN).chat(chat)
      ann.send({ type: 'read', chat, n: last, received: 1 })
      ann.send({ type: 'look' })
      ann.send({ type: 'look', chat })
      await rest()
      assert.deepEqual(await linesOf(ANN, chat), [])
      const outcome = async () =>
        (await testServer.services.db.query<{ outcome: string | null }>(lastOutcome, [chat]))[0]?.outcome
      await pass(20_000)
      assert.equal(await outcome(), null, 'it is still under way')
      await pass(12_000)
      assert.equal(await outcome(), 'exhausted', 'no agent has seen it')
      ann.close()
      bob.close()
      await rest()
    })

    test('N13 a chat whose snooze has ended by time alerts its agent', async () => {
      const chat = await writes('snoozed')
      // The alert that the chat waits is decided about before Bob is there.
      await rest()
      await testServer.agent(BOB).accepts(chat)
      await testServer.agent(BOB).writes(chat, 'I will ask')
      const until = clock.now() + 60_000
      assert.equal((await testServer.agent(BOB).call('POST', `/chats/${chat}/snooze`, { until })).status, 200)
      const bob = await testServer.agent(BOB).connects()
      await rest()
      await pass(50_000)
      assert.ok(!bob.frames.some((one) => one.type === 'alert' && one.chat === chat))
      await pass(13_000)
      const frame = await bob.sees((one) => one.type === 'alert' && one.chat === chat)
      assert.equal(frame.type === 'alert' && frame.what, 'woken')
      bob.close()
      await rest()
    })

    test('N3 who has read the first message has not seen those that came with its alert', async () => {
      const chat = await writes('two')
      await testServer.agent(BOB).accepts(chat)
      await rest()
      const [ann, bob] = [await testServer.agent(ANN).connects(), await testServer.agent(BOB).connects()]
      await testServer.visitor('two').writes('first')
      await bob.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      const n = (await testServer.agent(BOB).chat(chat)).last
      bob.send({ type: 'read', chat, n, received: 2 })
      await rest()
      await testServer.visitor('two').writes('second')
      await pass(32_000)
      await ann.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      bob.send({ type: 'read', chat, n: n + 1, received: 3 })
      ann.close()
      bob.close()
      await rest()
    })
  })

const lastOutcome = statement(
  'test_last_alert_outcome',
  'select outcome from alert where chat_id = $1 order by id desc limit 1',
)
const countAlerts = statement('test_count_alerts', 'select count(*)::int as count from alert where chat_id = $1')
