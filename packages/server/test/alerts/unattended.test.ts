import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { watchUnattended } from '../../src/alerts/unattended.ts'
import type { Db } from '../../src/db/db.ts'
import { statement } from '../../src/db/statement.ts'
import type { Presence } from '../../src/realtime/presence.ts'
import type { Directory } from '../../src/settings/directory.ts'
import { addAgent, startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'

const MINUTE = 60_000
const readAlarms = statement(
  'test_unattended_alarms',
  `select agent_id, chat_id from alert where cause = 'unattended' order by id`,
)

const readOutcomes = statement('test_unattended_outcomes', `select outcome from alert where cause = 'unattended'`)

for (const kind of testKinds())
  suite(`the alarm about unattended chats, ${kind}`, () => {
    test('S6 owners are alerted to a chat that is unattended for a minute, and again at the earliest after half an hour', async (t) => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock })
      t.after(() => testServer.close())
      const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
      const alarms = () => testServer.services.db.query<{ agent_id: number; chat_id: number }>(readAlarms, [])
      const pass = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 5000) {
          await clock.move(5000)
          await testServer.settled()
        }
      }
      const bobs = await bob.connects()
      await testServer.visitor('vera').writes('hello')
      const [{ id: chat } = { id: 0 }] = await ann.chats()
      await pass(2 * MINUTE)
      assert.deepEqual(await alarms(), [], 'Bob is online and sees it')
      bobs.close()
      await pass(MINUTE / 2)
      assert.deepEqual(await alarms(), [], 'it may be a moment without a connection')
      await soon(async () => {
        await pass(10_000)
        return (await alarms()).length > 0
      }, 20_000)
      // Only owners and admins are alerted.
      const alarm = { agent_id: 1, chat_id: chat }
      assert.deepEqual(await alarms(), [alarm])
      await pass(10 * MINUTE)
      assert.deepEqual(await alarms(), [alarm])
      await soon(async () => {
        await pass(MINUTE)
        return (await alarms()).length > 1
      }, 60_000)
      assert.deepEqual(await alarms(), [alarm, alarm])
    })

    test('S6 an admin in quiet hours keeps no other admin from the alarm, and one chat keeps none of another', async (t) => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock })
      t.after(() => testServer.close())
      const ann = testServer.agent(ANN)
      const cleo = await addAgent(testServer, 'cleo@shop.test', 'admin')
      const alarms = async () =>
        (await testServer.services.db.query<{ agent_id: number; chat_id: number }>(readAlarms, [])).map(
          (one) => `${one.agent_id === 1 ? 'ann' : one.agent_id === cleo.id ? 'cleo' : '?'} ${one.chat_id}`,
        )
      const pass = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 60_000) {
          await clock.move(60_000)
          await testServer.settled()
        }
      }
      const until = (count: number) =>
        soon(async () => {
          await pass(60_000)
          return (await alarms()).length >= count
        }, 60_000)
      const all = [['00:00', '24:00']]
      const days = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all.slice(1) }
      const settings = (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as object
      const quiet = { timeZone: 'UTC', days }
      assert.equal((await ann.call('PUT', '/me/alerts', { ...settings, quiet })).status, 200)
      await testServer.visitor('vera').writes('hello')
      await until(2)
      const [{ id: vera } = { id: 0 }] = await ann.chats()
      assert.deepEqual((await alarms()).toSorted(), [`ann ${vera}`, `cleo ${vera}`])
      await testServer.visitor('otto').writes('hello')
      const otto = (await ann.chats()).find(({ visitor }) => visitor.id === 'otto')?.id
      await until(4)
      assert.deepEqual((await alarms()).slice(2).toSorted(), [`ann ${otto}`, `cleo ${otto}`])
      await until(5)
      await pass(60_000)
      // Ann still has the first one.
      assert.deepEqual((await alarms()).slice(4), [`cleo ${vera}`])
    })

    test('S6 an owner who had read the chat before nobody was there is alerted all the same', async (t) => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock })
      t.after(() => testServer.close())
      const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      await testServer.visitor('vera').writes('hello')
      const [{ id: chat } = { id: 0 }] = await ann.chats()
      await bob.accepts(chat)
      await testServer.visitor('vera').writes('are you there?')
      const { last, received } = await ann.chat(chat)
      anns.send({ type: 'read', chat, n: last, received })
      await testServer.settled()
      for (const one of [anns, bobs]) one.close()
      const outcomes = () => testServer.services.db.query<{ outcome: string | null }>(readOutcomes, [])
      await soon(async () => {
        await clock.move(5000)
        await testServer.settled()
        return (await outcomes()).some(({ outcome }) => outcome !== null)
      }, 60_000)
      assert.deepEqual(await outcomes(), [{ outcome: 'exhausted' }])
    })

    test('S7 a chat of a department outside its hours gives no alarm; it does a minute after they begin', async (t) => {
      const clock = handClock()
      const testServer = await startServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => testServer.close())
      const ann = testServer.agent(ANN)
      const alarms = () => testServer.services.db.query<{ agent_id: number; chat_id: number }>(readAlarms, [])
      const pass = async (ms: number) => {
        for (let passed = 0; passed < ms; passed += 5000) {
          await clock.move(5000)
          await testServer.settled()
        }
      }
      await testServer.visitor('vera').writes('hello')
      const [{ id: chat } = { id: 0 }] = await ann.chats()
      await ann.accepts(chat)
      await ann.call('POST', `/chats/${chat}/hand-over`, { department: 1 })
      // It is Monday, 14:13:20.
      const hours = { timeZone: 'UTC', days: { mon: [['14:16', '15:00']] } }
      assert.equal((await ann.call('PUT', '/departments/1/hours', { hours })).status, 200)
      const { unattended } = (await ann.call('GET', '/live')).body as unknown as { unattended: { chat: number }[] }
      assert.equal(unattended[0]?.chat, chat, 'it is shown')
      await pass(3 * MINUTE)
      assert.deepEqual(await alarms(), [])
      await soon(async () => {
        await pass(10_000)
        return (await alarms()).length > 0
      }, 20_000)
      assert.deepEqual(await alarms(), [{ agent_id: 1, chat_id: chat }])
    })
  })

test('R19 each of several processes looks at its part of the accounts', async (t) => {
  const looked: number[][] = [[], [], []]
  for (const [rest, accounts] of looked.entries()) {
    const clock = handClock()
    const db = { query: (_asked: unknown, [account]: number[]) => Promise.resolve((accounts.push(account ?? 0), [])) }
    const directory = {
      accounts: () => [1, 2, 3, 4, 5].map((id) => ({ id })),
      ...{ agents: () => [], channels: () => [], departments: () => [] },
    }
    const { sweeps } = watchUnattended({
      ...{ db: db as unknown as Db, clock, directory: directory as unknown as Directory },
      presence: { isOnline: () => false } as unknown as Presence,
      processes: { part: () => ({ of: looked.length, rest }) },
      onAlarm() {},
      onError: assert.ifError,
    })
    t.after(sweeps.start())
    await clock.move(1000)
  }
  assert.deepEqual(
    looked.map((accounts) => [...new Set(accounts)]),
    [[3], [1, 4], [2, 5]],
  )
})
