import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { LiveView } from '@deskbell/protocol/agent/live'
import { addAgent, startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent } from '../test-server.ts'

for (const kind of testKinds())
  suite(`the live view, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }) {
      const testServer = await startServer({ kind, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => testServer.close())
      const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
      const live = async () => {
        const answer = await ann.call('GET', '/live')
        assert.equal(answer.status, 200, answer.text)
        return answer.body as unknown as LiveView
      }
      const is = (holds: (view: LiveView) => boolean) => soon(async () => holds(await live()), 20_000)
      const writes = async (id: string): Promise<number> => {
        await testServer.visitor(id, { name: id }).writes('hello')
        return (await ann.chats()).find(({ visitor }) => visitor.id === id)?.id ?? 0
      }
      const listed = async () => (await live()).unattended.map(({ chat, agent }) => [chat, agent?.name ?? null])
      return { testServer, ann, bob, live, is, writes, listed }
    }
    const leave = async (agent: TestAgent, chat: number) => void (await agent.call('POST', `/chats/${chat}/leave`))

    test('S6 a waiting chat is unattended exactly while nobody who is online sees its channel', async (t) => {
      const { testServer, bob, ann, is, writes, live, listed } = await start(t)
      const chat = await writes('vera')
      assert.deepEqual(await listed(), [[chat, null]])
      const [one] = (await live()).unattended
      assert.deepEqual([one?.visitor, one?.channel.name], ['vera', 'App'])
      const bobs = await bob.connects()
      await is(({ unattended }) => unattended.length === 0)
      await bob.call('PUT', '/me/presence', { status: 'away' })
      await is(({ unattended }) => unattended.length === 1)
      await bob.call('PUT', '/me/presence', { status: 'online' })
      await is(({ unattended }) => unattended.length === 0)
      bobs.close()
      await is(({ unattended }) => unattended.length === 1)
      // Carl is online and not assigned; an owner sees every channel.
      const carl = await addAgent(testServer, 'carl@shop.test')
      const carls = await carl.connects()
      assert.equal((await live()).unattended.length, 1)
      const anns = await ann.connects()
      await is(({ unattended }) => unattended.length === 0)
      for (const socket of [carls, anns]) socket.close()
      await is(({ unattended }) => unattended.length === 1)
      // The chats of a channel that was removed stay, and only owners and admins see them.
      assert.equal((await ann.call('DELETE', '/channels/1')).status, 204)
      assert.equal((await live()).unattended.length, 1)
    })

    test('S6 a chat of an agent who has gone is unattended once its visitor writes, unless a colleague is there', async (t) => {
      const { testServer, bob, ann, is, live, writes, listed } = await start(t)
      const anns = await ann.connects()
      const bobs = await bob.connects()
      const chat = await writes('vera')
      await bob.accepts(chat)
      await bob.writes(chat, 'yes?')
      bobs.close()
      await is(({ agents }) => agents.some(({ name, presence }) => name === 'Bob' && presence === 'offline'))
      assert.deepEqual(await listed(), [])
      await testServer.visitor('vera').writes('are you there?')
      assert.deepEqual(await listed(), [[chat, 'Bob']])
      await ann.call('POST', `/chats/${chat}/join`)
      assert.deepEqual(await listed(), [])
      await ann.call('POST', `/chats/${chat}/leave`)
      assert.deepEqual(await listed(), [[chat, 'Bob']])
      // One who was asked may never answer.
      assert.equal((await bob.call('POST', `/chats/${chat}/colleagues`, { to: 1 })).status, 200)
      assert.deepEqual(await listed(), [[chat, 'Bob']])
      // The visitor waits since their first message that nobody answered.
      const since = (await live()).unattended[0]?.since
      assert.equal((await ann.call('POST', `/chats/${chat}/notes`, { text: 'Who takes this?' })).status, 200)
      await testServer.visitor('vera').writes('hello?')
      assert.equal((await live()).unattended[0]?.since, since)
      await ann.call('POST', `/chats/${chat}/close`, {})
      assert.deepEqual(await listed(), [])
      anns.close()
    })

    test('the view counts what agents have and who waits in which department', async (t) => {
      const { testServer, bob, ann, live, is, writes } = await start(t)
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      await ann.call('PATCH', '/routing', { agents: [{ agent: 2, capacity: { total: 9, kinds: {} } }] })
      const [first, second] = [await writes('vera'), await writes('otto')]
      await bob.accepts(first)
      await bob.call('PUT', `/chats/${first}/offer`, { to: 1 })
      await ann.accepts(second)
      await ann.call('POST', `/chats/${second}/hand-over`, { department: 1 })
      await writes('mia')
      await is(({ agents }) => agents.every(({ presence }) => presence === 'online'))
      const { agents, queues, at } = await live()
      assert.deepEqual(
        agents.map(({ name, chats, offers, capacity }) => [name, chats, offers, capacity]),
        [
          ['Ann', 0, 1, 5],
          ['Bob', 1, 0, 9],
        ],
      )
      assert.ok((agents[1]?.unansweredSince ?? Infinity) <= at)
      assert.deepEqual(
        queues.map(({ department, chats, online, since }) => [department?.name ?? null, chats, online, since !== null]),
        [
          [null, 1, 2, true],
          ['Sales', 1, 1, true],
        ],
      )
      await leave(bob, first)
      assert.equal((await live()).queues[0]?.chats, 2)
      assert.equal((await testServer.agent(BOB).call('GET', '/live')).status, 403)
      for (const socket of [anns, bobs]) socket.close()
    })
  })
