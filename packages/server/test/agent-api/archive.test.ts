import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { ArchivedChat, ArchivePage } from '@deskbell/protocol/agent/archive'
import { testKinds } from '../db.ts'
import { ANN, BOB, tokenOf, type TestServer, type TestAgent } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { addAccount, addAgent, startServer } from './servers.ts'

const SHOP = { kind: 'api' as const, name: 'Shop', agents: [ANN] }
for (const kind of testKinds())
  suite(`the archive, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind, channels: [WIDGET, SHOP] })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    const look = async (query: Record<string, string | number>, agent = ann): Promise<ArchivePage> => {
      const search = new URLSearchParams()
      for (const [name, value] of Object.entries(query)) search.set(name, String(value))
      const answer = await agent.call('GET', `/archive?${search.toString()}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as ArchivePage
    }
    const found = async (query: Record<string, string | number>, agent = ann): Promise<number[]> =>
      (await look(query, agent)).chats.map(({ id }) => id)
    const marked = ({ snippet }: ArchivedChat): string[] =>
      snippet?.marks.map(({ start, end }) => snippet.text.slice(start, end)) ?? []

    /** A closed chat with these texts. */
    async function talk(key: string, texts: string[], { by = ann, sender = {}, answer = '' } = {}): Promise<number> {
      for (const text of texts) await testServer.visitor(key, sender).writes(text)
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
      await by.accepts(chat)
      if (answer !== '') await by.writes(chat, answer)
      await by.closes(chat)
      await testServer.settled()
      return chat
    }

    test('closed chats are found by words, all of them, whatever their case and accents, newest first', async () => {
      const first = await talk('w1', ['Where is my Café order?', 'number 48213'])
      const second = await talk('w2', ['the cafe is closed', 'and my order is cold'], { answer: 'So sorry, Zoë!' })
      const open = await testServer.visitor('w3').writes('a cafe order that is still open')
      assert.equal(open.status, 200)
      assert.deepEqual(await found({ q: 'CAFE order' }), [second, first])
      assert.deepEqual(await found({ q: 'order 48213' }), [first])
      assert.deepEqual(await found({ q: 'sorry zoe' }), [second])
      assert.deepEqual(await found({ q: 'cafe tea' }), [])
    })

    test('the last word may be a prefix, and words in quotes are found only as a phrase', async () => {
      const chat = await talk('p1', ['The blue lamp is broken', 'a lamp, blue as the sea'])
      const other = await talk('p2', ['The lamp is blue'])
      assert.deepEqual(await found({ q: 'lamp bro' }), [chat])
      assert.deepEqual(await found({ q: 'bro lamp' }), [])
      assert.deepEqual(await found({ q: '"blue lamp"' }), [chat])
      assert.deepEqual(await found({ q: '"lamp blue"' }), [chat])
      assert.deepEqual(await found({ q: '"lamp is blue"' }), [other])
      // The last word may be incomplete, because the agent is still typing it.
      assert.deepEqual(await found({ q: '"lamp is b' }), [other, chat])
      // A phrase does not match over the border of two messages.
      assert.deepEqual(await found({ q: '"broken a"' }), [])
      assert.deepEqual(await found({ q: '"lamp is bro"' }), [])
    })

    test('the found message is shown shortened, with the words of the search marked', async () => {
      const long = `${'Much was said before that. '.repeat(20)}Then the Kettle burst 😀 ${'and more '.repeat(40)}`
      const chat = await talk('s1', ['good morning', long, 'kettle again'], { answer: 'We send another kettle-burst' })
      const [hit] = (await look({ q: '"kettle burst"' })).chats
      assert.equal(hit?.id, chat)
      assert.equal(hit?.snippet?.from, 'visitor')
      assert.deepEqual(hit && marked(hit), ['Kettle burst'])
      assert.ok((hit?.snippet?.text.length ?? 999) <= 182)
      assert.match(hit?.snippet?.text ?? '', /^….*…$/)
      const [two] = (await look({ q: 'again kett' })).chats
      assert.deepEqual([two?.snippet?.text, two && marked(two)], ['kettle again', ['kettle', 'again']])
      // Without a search text, the result shows the first message.
      const [newest] = (await look({ limit: 1 })).chats
      assert.deepEqual([newest?.id, newest?.snippet?.text, newest?.snippet?.marks], [chat, 'good morning', []])
    })

    test('scripts without spaces are found by any part of a sentence', async () => {
      const chat = await talk('j1', ['明日東京へ荷物を送ります', 'ขอบคุณครับ'])
      for (const q of ['東京', '荷物を', 'ขอบ', '京へ荷']) assert.deepEqual(await found({ q }), [chat], q)
      assert.deepEqual(await found({ q: '京東' }), [])
    })

    test('the search finds captions and names of files', async () => {
      const page = await openPage(testServer, { visitor: 'filer' })
      await page.writes('look here')
      const chat = (await ann.chats()).find(({ channel }) => channel.kind === 'widget')?.id ?? 0
      await ann.accepts(chat)
      const form = new FormData()
      form.set('text', 'the receipt you wanted')
      form.set('file', new Blob(['%PDF-1.4']), 'invoice-2024_final.pdf')
      const authorization = `Bearer ${tokenOf(ANN)}`
      const sent = await testServer.ask(`/api/chats/${chat}/files`, {
        method: 'POST',
        headers: { authorization },
        body: form,
      })
      assert.ok(sent.status < 300, sent.text)
      await ann.closes(chat)
      await testServer.settled()
      assert.deepEqual(await found({ q: 'invoice 2024' }), [chat])
      assert.deepEqual(await found({ q: 'receipt wanted' }), [chat])
      const [hit] = (await look({ q: 'final.pdf' })).chats
      assert.deepEqual(hit && marked(hit), ['final.pdf'])
      await page.close()
    })

    test('a visitor is found by number and by any part of name, address and phone, as they are now', async () => {
      const before = await talk('v7', ['who am I?'])
      const sender = { name: 'Wilhelmina Örsted', email: 'mina@nordlys.test', phone: '+45 20 30 40 50' }
      const chat = await talk('v7', ['now you know'], { sender })
      const { visitor } = await ann.chat(chat)
      for (const part of ['helmin', 'ORSTED wil', 'nordlys', 'mina@nordlys.test', '203040', '+45 20 30', '4050'])
        assert.deepEqual(await found({ visitor: part }), [chat, before], part)
      assert.ok((await found({ visitor: visitor.number })).includes(chat))
      assert.deepEqual(await found({ visitor: 'wilhelm nobody' }), [])
      assert.deepEqual(await found({ visitor: '!!' }), [])
      // Among the words, too: whole, and not in the middle of others.
      assert.deepEqual(await found({ q: 'wilhelmina' }), [chat, before])
      assert.deepEqual(await found({ q: 'helmina' }), [])
    })

    test('agents, channels, departments, times and ratings filter the search', async () => {
      const bob = testServer.agent(BOB)
      const from = testServer.services.clock.now()
      const page = await openPage(testServer, { visitor: 'rater' })
      await page.writes('rate me please')
      const chat = (await ann.chats()).find(({ preview }) => preview === 'rate me please')?.id ?? 0
      await bob.accepts(chat)
      await ann.accepts(chat, { takeOver: true })
      await ann.closes(chat)
      await testServer.settled()
      const { channel, closedAt } = await ann.chat(chat)
      const people = (await ann.call('GET', '/agents')).body['agents'] as unknown as { id: number; email: string }[]
      const id = people.find(({ email }) => email === BOB)?.id ?? 0
      // Every agent who took part counts, not only the last one.
      assert.deepEqual(await found({ q: 'rate', agent: id }), [chat])
      assert.deepEqual(await found({ q: 'rate', agent: 999 }), [])
      assert.deepEqual(await found({ q: 'rate', channel: channel.id }), [chat])
      assert.deepEqual(await found({ q: 'rate', channel: 1 }), [])
      assert.deepEqual(await found({ department: 77 }), [])
      assert.deepEqual(await found({ q: 'rate', from, to: closedAt ?? 0 }), [chat])
      assert.deepEqual(await found({ q: 'rate', from: (closedAt ?? 0) + 1 }), [])
      assert.deepEqual(await found({ q: 'rate', to: from - 1 }), [])
      assert.deepEqual(await found({ q: 'rate', rating: 'none' }), [chat])
      // Usually the visitor rates a chat after its end.
      await page.ask({ t: 'rate', id: nextId(), chat, rating: 'negative' })
      await testServer.settled()
      assert.deepEqual(await found({ q: 'rate', rating: 'negative' }), [chat])
      assert.deepEqual(await found({ q: 'rate', rating: 'positive' }), [])
      assert.deepEqual(await found({ q: 'rate', rating: 'none' }), [])
      assert.equal((await look({ q: 'rate' })).chats[0]?.rating, 'negative')
      await page.close()
    })

    test('a blocked visitor is shown as blocked in all of their chats, until they are unblocked', async () => {
      const past = await talk('b1', ['troublemaker was here'])
      const chat = await talk('b1', ['troublemaker again'])
      assert.deepEqual(await found({ q: 'troublemaker', blocked: 'true' }), [])
      assert.equal((await ann.call('POST', `/chats/${past}/block`)).status, 200)
      await testServer.settled()
      assert.deepEqual(await found({ q: 'troublemaker', blocked: 'true' }), [chat, past])
      assert.deepEqual(await found({ q: 'troublemaker', blocked: 'false' }), [])
      assert.equal((await look({ q: 'troublemaker' })).chats[0]?.visitor.blocked, true)
      assert.equal((await ann.call('POST', `/chats/${chat}/unblock`)).status, 200)
      await testServer.settled()
      assert.deepEqual(await found({ q: 'troublemaker', blocked: 'true' }), [])
      assert.deepEqual(await found({ q: 'troublemaker', blocked: 'false' }), [chat, past])
    })

    test('pages have no gap and no duplicate', async () => {
      const all: number[] = []
      for (let i = 0; i < 7; i++) all.unshift(await talk(`many${i}`, ['sunflower seeds']))
      for (const query of [{ q: 'sunflower' }, {}]) {
        const seen: number[] = []
        let after: string | null = ''
        while (after !== null && seen.length < 300) {
          const page: ArchivePage = await look({ ...query, limit: 3, ...(after !== '' && { after }) })
          seen.push(...page.chats.map(({ id }) => id))
          after = page.next
        }
        assert.deepEqual(seen.slice(0, 7), all)
        assert.equal(new Set(seen).size, seen.length)
      }
    })

    test('with more matches than the sort limit, the newest come first as well', async () => {
      const newest = await talk('flood', ['avalanche'])
      await testServer.services.db.administer((client) => client.query(FLOOD))
      try {
        const first = await look({ q: 'avalanche', limit: 50 })
        assert.equal(first.chats[0]?.id, newest)
        assert.equal(first.chats.length, 50)
        const second = await look({ q: 'avalanche', limit: 50, after: first.next ?? '' })
        const ids = [...first.chats, ...second.chats].map(({ id }) => id)
        assert.deepEqual(
          ids.slice(1),
          Array.from({ length: 99 }, (_, i) => 1_002_000 - i),
        )
        assert.deepEqual(
          await found({ q: 'avalanche', from: 0, to: 946_684_800_000 + 3000 }),
          [1_000_003, 1_000_002, 1_000_001],
        )
      } finally {
        await testServer.services.db.administer((client) => client.query(DRAINED))
      }
    })

    test('T18 an agent finds only chats that they may see, with any condition', async () => {
      const carl = await addAgent(testServer, 'carlarchive@shop.test')
      const chat = await talk('private', ['confidential pineapple'])
      // One more chat, on a channel that Carl never sees.
      const page = await openPage(testServer, { visitor: 'privatepage' })
      await page.writes('confidential pineapple too')
      const hidden = (await ann.chats()).find(({ preview }) => preview === 'confidential pineapple too')?.id ?? 0
      await ann.accepts(hidden)
      await ann.closes(hidden)
      await testServer.settled()
      await page.close()
      const { visitor } = await ann.chat(chat)
      const other = await ann.chat(hidden)
      assert.deepEqual(await found({ q: 'pineapple' }), [hidden, chat])
      for (const query of [
        { q: 'pineapple' },
        { visitor: visitor.number },
        {},
        { channel: 1 },
        { q: 'pineapple', channel: 1 },
      ])
        assert.deepEqual(await found(query, carl), [], JSON.stringify(query))
      const channels = (await ann.call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      const mine = channels.find(({ id }) => id === 1)
      await ann.call('PATCH', '/channels/1', { agents: [...(mine?.agents ?? []), carl.id] })
      assert.deepEqual(await found({ q: 'pineapple' }, carl), [chat])
      for (const query of [{ visitor: other.visitor.number }, { channel: other.channel.id }])
        assert.deepEqual(await found(query, carl), [], JSON.stringify(query))
      const seen = await look({ limit: 50 }, carl)
      assert.ok(seen.chats.length > 0 && seen.chats.every(({ channel }) => channel.id === 1))
      await ann.call('PATCH', '/channels/1', { agents: mine?.agents ?? [] })
      assert.deepEqual(await found({ q: 'pineapple' }, carl), [])
    })

    test('T17 the archive finds no chats of another account', async () => {
      const { db } = testServer.services
      const other = await addAccount(testServer, { email: 'olgaarchive@other.test', chats: 3 })
      await other.agent.accepts(2)
      await other.agent.closes(2)
      await testServer.settled()
      for (const how of ['enable', 'disable']) {
        for (const table of ['chat', 'chat_words', 'entry', 'visitor'])
          await db.administer((client) => client.query(`alter table ${table} ${how} row level security`))
        assert.deepEqual(await found({ q: 'secret' }, other.agent), [2], how)
        assert.deepEqual(await found({}, other.agent), [2], how)
        assert.deepEqual(await found({ q: 'secret' }), [], how)
        assert.deepEqual(await found({ visitor: 'Otto' }), [], how)
        assert.deepEqual(await found({ visitor: 'Wilhelmina' }, other.agent), [], how)
      }
      for (const table of ['chat', 'chat_words', 'entry', 'visitor'])
        await db.administer((client) => client.query(`alter table ${table} enable row level security`))
    })

    test('T29 T30 any text can be searched for, and none causes a fault', async () => {
      for (const q of [
        "' OR 1=1--",
        "'; drop table chat; --",
        '\\',
        "\\'",
        '"',
        '""',
        '"""',
        "'''",
        '& | ! <-> :* ( )',
        'a & b',
        '!cafe',
        ':*',
        '%',
        '_',
        '\u0000',
        'a\u0000b',
        '\ud800',
        '😀',
        '½ ﬁ ﷺ İ',
        '#1',
        '#1c1',
        '@!',
        '=vera',
        'a'.repeat(200),
        'ﷺ'.repeat(200),
        'a '.repeat(100),
        '"'.repeat(200),
        '-'.repeat(200),
        '٣',
        '1e400',
        '{}',
        ' ',
      ])
        for (const name of ['q', 'visitor']) {
          const began = performance.now()
          const answer = await ann.call(
            'GET',
            `/archive?${name}=${encodeURIComponent(q.toWellFormed()).slice(0, 1200)}`,
          )
          assert.ok(answer.status === 200 || (answer.status === 400 && q.length > 100), `${name} ${q}: ${answer.text}`)
          assert.ok(performance.now() - began < 2000, q)
        }
      assert.deepEqual(await found({ q: '#1' }), await found({ q: '1' }))
      assert.equal((await ann.call('GET', `/archive?q=${'a'.repeat(201)}`)).status, 400)
      for (const bad of ['rating=good', 'blocked=1', 'agent=0', 'from=x', 'limit=51', 'after=x', 'words=a'])
        assert.equal((await ann.call('GET', `/archive?${bad}`)).status, 400, bad)
    })
  })

/** Chats of one visitor, closed a second apart at the beginning of the century. */
const FLOOD = `
  insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at, closed_at)
  select 1, 1000000 + i, channel_id, visitor_number, state, active_minute, opened_at,
    timestamptz '2000-01-01 00:00:00Z' + i * interval '1 second'
  from chat c, generate_series(1, 2000) i where c.account_id = 1 and c.id = (select max(id) from chat where account_id = 1);
  insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts)
  select 1, 1000000 + i, visitor_number, timestamptz '2000-01-01 00:00:00Z' + i * interval '1 second', words, person, lines, starts
  from chat_words w, generate_series(1, 2000) i
  where w.account_id = 1 and w.chat_id = (select max(chat_id) from chat_words where account_id = 1)`
const DRAINED = 'delete from chat where id > 1000000; delete from chat_words where chat_id > 1000000'
