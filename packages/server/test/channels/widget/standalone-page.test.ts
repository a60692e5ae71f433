import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { testKinds } from '../../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, WIDGET } from './page.ts'

for (const kind of testKinds())
  suite(`a visitor of a widget, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    test('a visitor writes, gets an answer, and has all messages in another tab and on the next visit', async () => {
      const page = await openPage(server, { visitor: 'ada' })
      assert.equal(page.ready.met, false)
      assert.equal((await page.writes('hi')).t, 'done')
      const ann = server.agent()
      const [chat] = await ann.chats()
      assert.ok(chat)
      assert.equal(chat.channel.kind, 'widget')
      await ann.accepts(chat.id)
      await ann.writes(chat.id, 'hello')
      await page.receives('hello')
      assert.deepEqual(page.texts(), ['visitor: hi', 'agent: hello'])

      const tab = await openPage(server, { visitor: 'ada' })
      await tab.receives('hello')
      await page.writes('more')
      await tab.receives('more')
      assert.deepEqual(tab.texts(), ['visitor: hi', 'agent: hello', 'visitor: more'])
      await page.close()
      await tab.close()
      const later = await openPage(server, { visitor: 'ada' })
      await later.receives('more')
      assert.equal(later.ready.met, true)
      assert.deepEqual(later.texts(), ['visitor: hi', 'agent: hello', 'visitor: more'])
      await later.close()
    })

    test('T20 a visitor gets no messages of others, with any number, name or token', async () => {
      const ada = await openPage(server, { visitor: 'adatwo' })
      await ada.writes('a secret')
      const eve = await openPage(server, { visitor: 'eve' })
      await eve.ask({ t: 'token', id: nextId(), token: 'adatwo' })
      await eve.ask({ t: 'contact', id: nextId(), contact: { email: 'ada@shop.test' } })
      const chat = ada.entries()[0]?.chat ?? 0
      const rated = await eve.ask({ t: 'rate', id: nextId(), chat, rating: 'negative' })
      assert.equal(rated.t === 'refused' && rated.code, 'not_found')
      const looked = await eve.ask({ t: 'history', id: nextId(), before: { chat: chat + 1, n: 1 } })
      assert.deepEqual(looked.t === 'done' && looked.entries, [])
      assert.deepEqual(eve.entries(), [])
      await ada.close()
      await eve.close()
    })

    test('a message that is sent twice is stored once, and another one under its id is refused', async () => {
      const page = await openPage(server, { visitor: 'bea' })
      const id = nextId()
      const first = await page.writes('once', id)
      const second = await page.writes('once', id)
      assert.deepEqual(second.t === 'done' && second.cursor, first.t === 'done' && first.cursor)
      const other = await page.writes('another', id)
      assert.equal(other.t === 'refused' && other.code, 'invalid')
      assert.deepEqual(page.texts(), ['visitor: once'])
      await page.close()
    })

    test('W9 visitors are numbered 1, 2, 3: a hundred concurrent ones get a hundred numbers', async () => {
      const pages = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          openPage(server, { visitor: `many${String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))}` }),
        ),
      )
      const answers = await Promise.all(pages.map((page) => page.ask({ t: 'number', id: nextId() })))
      const numbers = answers.map((one) => (one.t === 'done' ? one.number : undefined))
      assert.equal(new Set(numbers).size, 100)
      const again = await pages[7]?.ask({ t: 'number', id: nextId() })
      assert.equal(again?.t === 'done' && again.number, numbers[7])
      await Promise.all(pages.map((page) => page.close()))
    })

    test('W11 an offline message waits for the next available agent, once', async () => {
      const page = await openPage(server, { visitor: 'gus' })
      const left = { t: 'offline' as const, id: nextId(), contact: { email: 'gus@shop.test' }, message: 'call me' }
      assert.equal((await page.ask(left)).t, 'done')
      assert.equal((await page.ask(left)).t, 'done')
      const chat = (await server.agent().chats()).find(({ visitor }) => visitor.email === 'gus@shop.test')
      assert.deepEqual([chat?.owner, chat?.preview, chat?.received], ['queue', 'call me', 1])
      const rows = await server.services.db.query(
        { name: 'test_offline', text: 'select message from offline_message' },
        [],
      )
      assert.deepEqual(rows, [{ message: 'call me' }])
      const bad = await page.ask({ ...left, id: nextId(), contact: { name: 'Gus' } })
      assert.equal(bad.t === 'refused' && bad.code, 'invalid')
      await page.close()
    })

    test('the agent sees what is typed before it is sent', async () => {
      const page = await openPage(server, { visitor: 'cleo' })
      await page.writes('hi')
      const line = await server.agent().connects()
      page.send({ t: 'typing', text: 'how mu' })
      const frame = await line.sees((one) => one.type === 'typing')
      assert.equal(frame.type === 'typing' && frame.text, 'how mu')
      // When the setting hides the text, an agent sees only that the visitor types.
      const channel = (await server.agent().chats())[0]?.channel.id
      const set = (typingShown: boolean) =>
        server.agent().call('PATCH', `/channels/${channel}`, { widget: { typingShown } })
      assert.equal((await set(false)).status, 200)
      page.send({ t: 'typing', text: '' })
      await line.sees((one) => one.type === 'typing' && !one.on)
      const from = line.frames.length
      page.send({ t: 'typing', text: 'a secret' })
      await line.sees((one) => one.type === 'typing' && one.on && line.frames.indexOf(one) >= from)
      assert.ok(!JSON.stringify(line.frames).includes('a secret'))
      await set(true)
      line.close()
      await page.close()
    })

    test('R12 messages that are sent while a page reconnects are shown once and in order', async () => {
      const first = await openPage(server, { visitor: 'flora' })
      await first.writes('hi')
      const ann = server.agent()
      const chat = first.entries()[0]?.chat ?? 0
      await ann.accepts(chat)
      let cursor = { chat, n: 1 }
      await first.close()
      for (let i = 0; i < 20; i++) {
        const said = ann.writes(chat, `answer ${i}`)
        const page = await openPage(server, { visitor: 'flora', after: cursor })
        await said
        await page.receives(`answer ${i}`)
        await page.writes(`seen ${i}`)
        await page.receives(`seen ${i}`)
        const after = page.entries().map(({ n }) => n)
        assert.deepEqual(
          after,
          [...new Set(after)].toSorted((a, b) => a - b),
        )
        assert.ok(after.every((n) => n > cursor.n))
        cursor = { chat, n: after.at(-1) ?? cursor.n }
        await page.close()
      }
    })

    test('W7 the inbox says that the custom data changed, and the chat has the data', async () => {
      const page = await openPage(server, { visitor: 'fritz' })
      await page.writes('hi')
      const line = await server.agent().connects()
      const tags = new Set<string | undefined>()
      for (const [turn, content] of ['Gold', 'Silver', 'Gold'].entries()) {
        // The database returns the keys in another order than the page sent them.
        const fields = [{ title: 'Plan', content, key: 'Name', link: 'https://shop.test/plan' }]
        await page.ask({ t: 'custom', id: nextId(), fields })
        await page.writes(`word ${turn}`)
        const { visitor, id } = await line.seesChat(({ preview }) => preview === `word ${turn}`)
        tags.add(visitor.customTag)
        const inList = (await server.agent().chats()).find((one) => one.id === id)
        const whole = await server.agent().chat(id)
        assert.deepEqual([inList?.visitor.customTag, whole.visitor.customTag], [visitor.customTag, visitor.customTag])
        assert.deepEqual([visitor.custom, inList?.visitor.custom], [undefined, undefined])
        assert.deepEqual(whole.visitor.custom, fields)
      }
      assert.equal(tags.size, 2)
      line.close()
      await page.close()
    })

    test('W15 the agent sees the visitor’s page, and the data from the page', async () => {
      const url = 'https://shop.test/start?utm_source=mail&utm_campaign=spring'
      const page = await openPage(server, { visitor: 'emil', url, title: 'Start' })
      await page.ask({ t: 'custom', id: nextId(), fields: [{ title: 'Plan', content: '<i>Gold</i>' }] })
      await page.writes('hi')
      const line = await server.agent().connects()
      page.send({ t: 'page', url: 'https://shop.test/blue', title: 'The blue one' })
      const chat = await line.seesChat(({ visitor }) => visitor.site?.title === 'The blue one')
      assert.equal(chat.visitor.site?.url, 'https://shop.test/blue')
      assert.deepEqual(chat.visitor.site?.utm, { source: 'mail', campaign: 'spring' })
      const whole = await server.agent().chat(chat.id)
      assert.deepEqual(whole.visitor.custom, [{ title: 'Plan', content: '<i>Gold</i>' }])
      page.send({ t: 'page', url: 'javascript:alert(1)', title: 'x' })
      const other = await line.seesChat(({ visitor }) => visitor.site?.title === 'x')
      assert.equal(other.visitor.site?.url, '')
      line.close()
      await page.close()
    })

    test('an agent can write first, also to a visitor without a secret', async () => {
      const page = await openPage(server, { title: 'Of nobody' })
      const { visitors } = (await server.agent().call('GET', '/visitors')).body as unknown as { visitors: OnSite[] }
      const found = visitors.find(({ site }) => site.title === 'Of nobody')
      assert.deepEqual([found?.number, found?.chat], [null, null])
      const started = server.agent().call('POST', `/visitors/${found?.visit}/chat`, { text: 'may I help?' })
      await page.until(() => page.frames.find(({ t }) => t === 'meet'), 'meet')
      page.identify('nobody')
      assert.equal((await started).status, 200)
      await page.receives('may I help?')
      assert.deepEqual(
        page.entries().map(({ type }) => type),
        ['agent.joined', 'message'],
      )
      assert.equal((await page.writes('yes')).t, 'done')
      const again = await server.agent().call('POST', `/visitors/${found?.visit}/chat`, { text: 'and now?' })
      assert.equal(again.status, 409)
      await page.close()
    })

    test('an agent who follows a chat gets the position that the visitor’s page has confirmed, and gets it again after a reconnect', async () => {
      const page = await openPage(server, { visitor: 'hugo' })
      await page.writes('hi')
      const chat = page.entries()[0]?.chat ?? 0
      const ann = server.agent()
      await ann.accepts(chat)
      const line = await ann.connects()
      line.send({ type: 'follow', chat, after: 0 })
      const n = await ann.writes(chat, 'good day')
      await page.receives('good day')
      await line.sees((frame) => frame.type === 'entries' && frame.entries.some((entry) => entry.n === n))
      const reached = (frames: typeof line.frames) =>
        frames.flatMap((frame) => (frame.type === 'reached' ? [[frame.chat, frame.n]] : []))
      assert.deepEqual(reached(line.frames), [], 'nothing is said to have arrived before the page says so')
      // A confirmation of an entry that was not sent is ignored.
      page.send({ t: 'got', chat, n: n + 5 })
      page.send({ t: 'got', chat: chat + 1, n: 1 })
      page.send({ t: 'got', chat, n })
      await line.sees((frame) => frame.type === 'reached')
      assert.deepEqual(reached(line.frames), [[chat, n]])

      const again = await ann.connects()
      again.send({ type: 'follow', chat, after: n })
      await again.sees((frame) => frame.type === 'reached' && frame.chat === chat && frame.n === n)
      again.close()

      // No page is connected: new messages have not arrived, and a reconnecting page confirms what it has.
      await page.close()
      const missed = await ann.writes(chat, 'are you there?')
      await line.sees((frame) => frame.type === 'entries' && frame.entries.some((entry) => entry.n === missed))
      const back = await openPage(server, { visitor: 'hugo', after: { chat, n } })
      await back.receives('are you there?')
      assert.ok(reached(line.frames).every(([, to]) => to === n))
      const lying = await openPage(server, { visitor: 'hugo', after: { chat, n: missed + 9 } })
      await lying.ask({ t: 'number', id: nextId() })
      assert.ok(reached(line.frames).every(([, to]) => to === n))
      back.send({ t: 'got', chat, n: missed })
      await line.sees((frame) => frame.type === 'reached' && frame.n === missed)
      line.close()
      await back.close()
      await lying.close()
    })

    test('T21 only agents who follow a chat get its confirmed position', async () => {
      const page = await openPage(server, { visitor: 'ines' })
      await page.writes('hi')
      const chat = page.entries()[0]?.chat ?? 0
      const [follower, other] = [await server.agent(ANN).connects(), await server.agent(BOB).connects()]
      follower.send({ type: 'follow', chat, after: 0 })
      await follower.sees((frame) => frame.type === 'entries')
      page.send({ t: 'got', chat, n: 1 })
      await follower.sees((frame) => frame.type === 'reached')
      other.send({ type: 'ping' })
      await other.sees((frame) => frame.type === 'pong')
      assert.ok(!other.frames.some((frame) => frame.type === 'reached'))
      follower.close()
      other.close()
      await page.close()
    })

    for (const [visitor, title, isConnected] of [
      ['jana', 'of a chat that changed while agents were connected', true],
      ['kurt', 'of a chat from before', false],
    ] as const)
      test(`T21 an agent who is taken off the channel gets no confirmed position any more, ${title}`, async (t) => {
        const ann = server.agent(ANN)
        const before = isConnected ? [await ann.connects()] : []
        const page = await openPage(server, { visitor })
        await page.writes('hi')
        const chat = page.entries()[0]?.chat ?? 0
        const [follower, other] = [await ann.connects(), await server.agent(BOB).connects()]
        for (const line of [follower, other]) {
          line.send({ type: 'follow', chat, after: 0 })
          await line.sees((frame) => frame.type === 'entries')
        }
        const { channel } = await ann.chat(chat)
        const { agents } = (await ann.call('GET', `/channels/${channel.id}`)).body as unknown as { agents: number[] }
        t.after(() => ann.call('PATCH', `/channels/${channel.id}`, { agents }))
        await ann.call('PATCH', `/channels/${channel.id}`, { agents: agents.slice(0, 1) })
        await other.sees((frame) => frame.type === 'stale')
        page.send({ t: 'got', chat, n: 1 })
        await follower.sees((frame) => frame.type === 'reached')
        other.send({ type: 'ping' })
        await other.sees((frame) => frame.type === 'pong')
        for (const line of [...before, follower, other]) line.close()
        await page.close()
        assert.ok(!other.frames.some((frame) => frame.type === 'reached'))
      })

    test('a reconnecting page gets the entries after its cursor', async () => {
      const page = await openPage(server, { visitor: 'dora' })
      await page.writes('one')
      await page.writes('two')
      const [first] = page.entries()
      assert.ok(first)
      await page.close()
      const back = await openPage(server, { visitor: 'dora', after: { chat: first.chat, n: first.n } })
      await back.receives('two')
      assert.deepEqual(back.texts(), ['visitor: two'])
      await back.close()
    })
  })
