import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { EarlierPage } from '@deskbell/protocol/agent/earlier'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer, type TestAgent } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { addAccount, addAgent, startServer } from './servers.ts'

for (const kind of testKinds())
  suite(`the other chats of a visitor, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind, channels: [WIDGET, { kind: 'api', name: 'Other', agents: [ANN] }] })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    const earlier = async (agent: TestAgent, chat: number, query = ''): Promise<EarlierPage> => {
      const answer = await agent.call('GET', `/chats/${chat}/earlier${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as EarlierPage
    }
    /** A chat of a visitor that is opened and, unless it is to stay open, closed. */
    async function talk(key: string, text: string, { open = false, by = ann } = {}): Promise<number> {
      await testServer.visitor(key).writes(text)
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
      await by.accepts(chat)
      if (!open) await by.closes(chat)
      return chat
    }

    test('W18 the details list the visitor’s other chats, newest first, with their agents and first message', async () => {
      const first = await talk('vera', 'Where  is\nmy parcel?')
      const bobs = await talk('vera', `and ${'now '.repeat(100)}`, { by: testServer.agent(BOB) })
      await talk('otto', 'somebody else')
      const chat = await talk('vera', 'me again', { open: true })
      const { chats, more } = await earlier(ann, chat)
      assert.equal(more, false)
      assert.deepEqual(
        chats.map(({ id, agent, received }) => [id, agent?.name, received]),
        [
          [bobs, 'Bob', 1],
          [first, 'Ann', 1],
        ],
      )
      assert.equal(chats[1]?.opening, 'Where is my parcel?')
      assert.match(chats[0]?.opening ?? '', /^and now .{100,160}$/)
      assert.deepEqual(chats[1]?.channel, { id: 1, name: 'App', kind: 'api' })
      assert.ok((chats[0]?.openedAt ?? 0) >= (chats[1]?.closedAt ?? Infinity))
      // The list of an old chat contains the open one, too.
      assert.deepEqual(
        (await earlier(ann, first)).chats.map(({ id, closedAt }) => [id, closedAt === null]),
        [
          [chat, true],
          [bobs, false],
        ],
      )
    })

    test('W18 an earlier chat without a visitor’s message has no preview, and a rated one shows its rating', async () => {
      const page = await openPage(testServer, { visitor: 'ada' })
      await page.ask({ t: 'number', id: nextId() })
      const [there] = (await ann.call('GET', '/visitors')).body['visitors'] as unknown as { visit: string }[]
      const begun =
        (await ann.call('POST', `/visitors/${there?.visit}/chat`, { text: 'May I help?' })).body['chat'] ?? 0
      await ann.closes(begun)
      await page.ask({ t: 'rate', id: nextId(), chat: begun, rating: 'positive' })
      await page.writes('thank you')
      const [now] = (await ann.chats()).filter(({ channel }) => channel.kind === 'widget')
      const [one, ...none] = (await earlier(ann, now?.id ?? 0)).chats
      assert.deepEqual(none, [])
      assert.deepEqual([one?.id, one?.opening, one?.received, one?.rating], [begun, '', 0, 'positive'])
      await page.close()
    })

    test('W18 a page has twenty chats, and the next one continues after it', async () => {
      const all: number[] = []
      for (let i = 0; i < 41; i++) all.unshift(await talk('many', `number ${i}`))
      const chat = await talk('many', 'the last', { open: true })
      const seen: number[] = []
      let before = ''
      for (const left of [true, true, false]) {
        const { chats, more } = await earlier(ann, chat, before)
        seen.push(...chats.map(({ id }) => id))
        assert.equal(more, left)
        before = `?before=${seen.at(-1)}`
      }
      assert.deepEqual(seen, all)
      for (const bad of ['0', 'x', '1.5', '99999999999']) {
        const answer = await ann.call('GET', `/chats/${chat}/earlier?before=${bad}`)
        assert.equal(answer.status, 400, bad)
      }
    })

    test('T18 an agent who holds a chat of a channel without access sees no other chat of it', async () => {
      const carl = await addAgent(testServer, 'carlearlier@shop.test')
      const channels = (await ann.call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        name: string
        address: string
      }[]
      const other = channels.find(({ name }) => name === 'Other')
      const assign = (agents: number[]) => ann.call('PATCH', `/channels/${other?.id}`, { agents })
      const url = testServer.url + new URL(other?.address ?? '').pathname
      const body = (text: string) => JSON.stringify({ sender: { id: 'x' }, message: { type: 'text', text } })
      const write = async (text: string) => {
        await testServer.ask(url, { method: 'POST', body: body(text) })
        return (await ann.chats()).find(({ channel }) => channel.id === other?.id)?.id ?? 0
      }
      const past = await write('between us')
      await ann.accepts(past)
      await ann.closes(past)
      const chat = await write('hello')
      await assign([carl.id])
      await carl.accepts(chat)
      assert.deepEqual(
        (await earlier(carl, chat)).chats.map(({ id }) => id),
        [past],
      )
      await assign([])
      assert.deepEqual(await earlier(carl, chat), { chats: [], more: false })
      assert.deepEqual((await earlier(ann, chat)).chats.length, 1)
      assert.equal((await carl.call('GET', `/chats/${past}/earlier`)).status, 404)
    })

    test('T17 the numbers of another account’s chats are not found', async () => {
      const { db } = testServer.services
      const other = await addAccount(testServer, { email: 'olgaearlier@other.test', chats: 3 })
      // Vera has the number of Olga's first visitor.
      assert.ok((await earlier(ann, 1)).chats.length > 0)
      for (const how of ['enable', 'disable']) {
        await db.query({ name: `test_earlier_${how}`, text: `alter table chat ${how} row level security` }, [])
        assert.deepEqual((await earlier(other.agent, 1)).chats, [], how)
        assert.equal((await other.agent.call('GET', '/chats/40/earlier')).status, 404, how)
      }
      await db.query({ name: 'test_earlier_enable', text: 'alter table chat enable row level security' }, [])
    })
  })
