import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OfflineMessage, OfflinePage } from '@deskbell/protocol/agent/offline'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer, type TestAgent } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { addAccount, addAgent, startServer } from './servers.ts'

for (const kind of testKinds())
  suite(`offline messages in the agent API, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind, channels: [WIDGET] })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    async function leave(visitor: string, message: string, contact: Record<string, string> = {}): Promise<void> {
      const page = await openPage(testServer, { visitor, url: 'https://shop.test/lamps', title: 'Lamps' })
      const done = await page.ask({
        t: 'offline',
        id: nextId(),
        contact: { email: `${visitor}@shop.test`, ...contact },
        message,
      })
      assert.equal(done.t, 'done')
      await page.close()
    }
    const list = async (query = '', agent = ann): Promise<OfflinePage> => {
      const answer = await agent.call('GET', `/offline-messages${query}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as OfflinePage
    }
    const handle = (id: number, handled: boolean, agent = ann) =>
      agent.call('POST', `/offline-messages/${id}/handled`, { handled })

    test('W11 an offline message is listed with its visitor, its page and its chat', async () => {
      await leave('ada', 'call me back', { name: 'Ada', phone: '+49 170 1234567', description: 'a lamp' })
      const { messages, waiting } = await list()
      const [one] = messages
      assert.equal(messages.length, 1)
      assert.equal(waiting, 1)
      const { id: _, at, chat, channel, visitor, ...rest } = one as OfflineMessage
      assert.deepEqual(rest, {
        chatOpen: true,
        name: 'Ada',
        email: 'ada@shop.test',
        phone: '+49 170 1234567',
        description: 'a lamp',
        message: 'call me back',
        page: { url: 'https://shop.test/lamps', title: 'Lamps' },
        handled: null,
      })
      assert.equal(channel.name, 'Site')
      const found = await ann.chat(chat ?? 0)
      assert.deepEqual([found.preview, found.visitor.number, found.openedAt], ['call me back', visitor, at])
      // The message in the chat is marked as an offline message.
      const said = (await ann.entries(chat ?? 0)).filter(({ type }) => type === 'message')
      assert.deepEqual(
        said.map((entry) => entry.type === 'message' && entry.left),
        [true],
      )
    })

    test('W11 messages written in the chat window are not listed as offline messages', async () => {
      const page = await openPage(testServer, { visitor: 'bea' })
      await page.writes('hello')
      assert.equal((await list()).messages.length, 1)
      const chat = (await ann.chats()).find(({ preview }) => preview === 'hello')
      const [entry] = await ann.entries(chat?.id ?? 0)
      assert.equal(entry && 'left' in entry, false)
      await page.close()
    })

    test('an agent marks a message as handled; agent and time are stored, and the mark can be removed', async () => {
      const [one] = (await list()).messages
      const id = one?.id ?? 0
      const began = testServer.services.clock.now()
      const done = (await handle(id, true)).body as unknown as OfflineMessage
      assert.equal(done.handled?.agent?.name, 'Ann')
      assert.ok((done.handled?.at ?? 0) >= began)
      // The first agent who marked it is kept.
      const again = (await handle(id, true, testServer.agent(BOB))).body as unknown as OfflineMessage
      assert.deepEqual(again.handled, done.handled)
      assert.deepEqual(
        [(await list('?handled=false')).messages.length, (await list('?handled=true')).messages[0]?.id],
        [0, id],
      )
      assert.equal((await list()).waiting, 0)
      const open = (await handle(id, false, testServer.agent(BOB))).body as unknown as OfflineMessage
      assert.equal(open.handled, null)
      assert.deepEqual([(await list('?handled=false')).messages[0]?.id, (await list()).waiting], [id, 1])
      await handle(id, true)
    })

    test('the newest comes first, and pages follow each other', async () => {
      for (let i = 1; i <= 7; i++) await leave(`many${'x'.repeat(i)}`, `message ${i}`)
      const texts: string[] = []
      let after: string | null = ''
      while (after !== null) {
        const page: OfflinePage = await list(`?limit=3&handled=false${after === '' ? '' : `&after=${after}`}`)
        texts.push(...page.messages.map(({ message }) => message))
        after = page.next
      }
      assert.deepEqual(
        texts,
        [7, 6, 5, 4, 3, 2, 1].map((i) => `message ${i}`),
      )
      const { channel } = (await list()).messages[0] as OfflineMessage
      assert.equal((await list(`?channel=${channel.id}&limit=100`)).messages.length, 8)
      assert.equal((await list('?channel=1')).messages.length, 0)
      for (const bad of ['handled=yes', 'channel=0', 'limit=101', 'after=x', 'q=a'])
        assert.equal((await ann.call('GET', `/offline-messages?${bad}`)).status, 400, bad)
    })

    test('T18 an agent sees and handles only messages of chats that they may see', async () => {
      const carl = await addAgent(testServer, 'carloffline@shop.test')
      await leave('dora', 'not for everybody')
      const { messages, waiting } = await list()
      const [one] = messages
      assert.deepEqual(await list('', carl), { messages: [], next: null, waiting: 0 })
      const unknown = await handle(987_654, true, carl)
      const hidden = await handle(one?.id ?? 0, true, carl)
      assert.deepEqual([hidden.status, hidden.text], [unknown.status, unknown.text])
      assert.equal(hidden.status, 404)
      assert.equal((await list()).messages[0]?.handled, null)
      // The agent who holds the chat sees its offline messages.
      const channels = (await ann.call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      const site = channels.find(({ id }) => id === one?.channel.id)
      await ann.call('PATCH', `/channels/${site?.id}`, { agents: [...(site?.agents ?? []), carl.id] })
      assert.equal((await list('', carl)).waiting, waiting)
      await carl.accepts(one?.chat ?? 0)
      await ann.call('PATCH', `/channels/${site?.id}`, { agents: site?.agents ?? [] })
      assert.deepEqual(
        (await list('', carl)).messages.map(({ id }) => id),
        [one?.id],
      )
      assert.equal((await handle(one?.id ?? 0, true, carl)).status, 200)
    })

    test('T17 offline messages of another account are not found', async () => {
      const { db } = testServer.services
      const other = await addAccount(testServer, { email: 'olgaoffline@other.test', chats: 1 })
      await leave('eda', 'for this account')
      const [one] = (await list()).messages
      for (const how of ['enable', 'disable']) {
        await db.administer((client) => client.query(`alter table offline_message ${how} row level security`))
        assert.deepEqual(await list('', other.agent), { messages: [], next: null, waiting: 0 }, how)
        assert.equal((await handle(one?.id ?? 0, true, other.agent)).status, 404, how)
      }
      await db.administer((client) => client.query('alter table offline_message enable row level security'))
    })
  })
