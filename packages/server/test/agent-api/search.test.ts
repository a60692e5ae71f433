import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Tag } from '@deskbell/protocol/agent/tag'
import type { Found, SearchPage } from '@deskbell/protocol/agent/search'
import type { ChatGroup } from '@deskbell/protocol/agent/search-groups'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestAgent, type TestServer } from '../test-server.ts'
import { addAccount, addAgent, startServer } from './servers.ts'

const SHOP = { kind: 'api' as const, name: 'Harbour', agents: [ANN] }

/** The index works in real time, on a machine that is busy with other tests (ms). */
const LATE = 20_000

for (const kind of testKinds())
  suite(`the search, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind, channels: [SHOP] })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    const search = async (query: Record<string, string | number>, agent = ann): Promise<SearchPage> => {
      const text = new URLSearchParams(
        Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const answer = await agent.call('GET', `/search?${text.toString()}`)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as SearchPage
    }
    const of = (page: SearchPage, group: ChatGroup): Found[] => [...(page[group]?.found ?? [])]
    const found = async (q: string, group: ChatGroup, agent = ann): Promise<number[]> =>
      of(await search({ q }, agent), group).map(({ chat }) => chat)
    const marked = (text: string | null, marks: readonly { start: number; end: number }[]) =>
      marks.map(({ start, end }) => text?.slice(start, end))

    async function writes(key: string, text: string, sender = {}): Promise<number> {
      const answer = await testServer.visitor(key, sender).writes(text)
      assert.equal(answer.status, 200, answer.text)
      return (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
    }
    async function isFound(q: string, group: ChatGroup, chats: readonly number[], agent = ann): Promise<void> {
      await soon(async () => isDeepStrictEqual(await found(q, group, agent), chats), LATE).catch(() => {})
      assert.deepEqual(await found(q, group, agent), chats, `${q} in ${group}`)
    }

    test('an open chat is found by its messages, with each further letter of the last word', async () => {
      const one = await writes('s1', 'My parcel with the turquoise lamp is late')
      const two = await writes('s2', 'the turquoise lantern arrived')
      await isFound('turq', 'messages', [two, one])
      for (const [q, chats] of [
        ['t', [two, one]],
        ['turquoise la', [two, one]],
        ['turquoise lam', [one]],
        ['turquoise lamps', []],
        ['parcel', [one]],
      ] as const)
        assert.deepEqual(
          (await found(q, 'messages')).filter((id) => id === one || id === two),
          chats,
          q,
        )
      const [hit] = of(await search({ q: 'turquoise lam' }), 'messages')
      assert.deepEqual([hit?.state, hit?.snippet?.from], ['open', 'visitor'])
      assert.deepEqual(marked(hit?.snippet?.text ?? '', hit?.snippet?.marks ?? []), ['turquoise', 'lamp'])
    })

    test('whole words come before beginnings of words, whatever their age', async () => {
      const whole = await writes('r1', 'a zebra crossed')
      const begun = await writes('r2', 'zebras everywhere')
      await isFound('zebra', 'messages', [whole, begun])
    })

    test('notes are found apart from messages', async () => {
      const chat = await writes('n1', 'hello quagmire')
      assert.equal((await ann.call('POST', `/chats/${chat}/notes`, { text: 'the foxglove customer' })).status, 200)
      await isFound('foxglo', 'notes', [chat])
      assert.deepEqual(await found('foxglove', 'messages'), [])
      assert.deepEqual(await found('quagmire', 'notes'), [])
      assert.deepEqual(await found('quagmire', 'messages'), [chat])
      // The words may be in the message and the visitor's name, but not in a note and a message.
      assert.deepEqual(await found('foxglove quagmire', 'notes'), [])
      const [hit] = of(await search({ q: 'foxglove' }), 'notes')
      assert.deepEqual([hit?.snippet?.note, hit?.snippet?.text], [true, 'the foxglove customer'])
    })

    test('people are found once, by any data, with what matched marked', async () => {
      const sender = { name: 'Wilhelmina Örsted', email: 'mina@nordlys.test', phone: '+45 20 30 40 50' }
      const first = await writes('p1', 'first', sender)
      await ann.accepts(first)
      await ann.closes(first)
      const second = await writes('p1', 'second', sender)
      await isFound('wilh', 'people', [second])
      const { visitor } = await ann.chat(second)
      for (const q of ['orsted', 'mina@nord', '203040', '+45 20', 'ORSTED wil', 'helmin', `#${visitor.number}`])
        assert.ok((await found(q, 'people')).includes(second), q)
      await isFound('wilhelmina', 'chats', [second, first])
      const [person] = of(await search({ q: 'mina' }), 'people')
      assert.equal(person?.chats, 2)
      assert.deepEqual(marked(person?.visitor.email ?? '', person?.marks.email ?? []), ['mina'])
    })

    test('chats are found by number, and by the names of channels, tags and agents', async () => {
      const chat = await writes('c1', 'about nothing', { name: 'Quirin' })
      const tag = (await ann.call('POST', '/tags', { name: 'Refund due' })).body as unknown as Tag
      await ann.accepts(chat)
      await ann.call('POST', `/chats/${chat}/tags`, { add: [tag.id] })
      await isFound('refu', 'chats', [chat])
      await isFound('quirin refund', 'chats', [chat])
      assert.equal((await found(`#${chat}`, 'chats'))[0], chat)
      assert.ok((await found('ann quirin', 'chats')).includes(chat))
    })

    test('a chat is found as closed after its end, and the archive has it only then', async () => {
      const chat = await writes('e1', 'ephemeral umbrella')
      await isFound('umbrella', 'messages', [chat])
      const archived = async () =>
        ((await ann.call('GET', '/archive?q=umbrella')).body['chats'] as unknown as { id: number }[]).map(
          ({ id }) => id,
        )
      assert.deepEqual(await archived(), [])
      await ann.accepts(chat)
      await ann.closes(chat)
      await testServer.settled()
      assert.deepEqual(await archived(), [chat])
      assert.equal(of(await search({ q: 'umbrella' }), 'messages')[0]?.state, 'closed')
    })

    test('pages of a group have no gap and no duplicate, best fits first', async () => {
      const chats: number[] = []
      for (let i = 0; i < 7; i++) chats.unshift(await writes(`g${i}`, i % 2 ? 'sunflower' : 'sunflowers'))
      const isWhole = (id: number) => chats.indexOf(id) % 2 === 1
      const expected = [...chats.filter(isWhole), ...chats.filter((id) => !isWhole(id))]
      await soon(async () => (await search({ q: 'sunflower', limit: 50 })).messages?.found.length === 7, LATE)
      const seen: number[] = []
      for (let next: string | null = ''; next !== null;) {
        const { messages, people }: SearchPage = await search({
          q: 'sunflower',
          group: 'messages',
          limit: 2,
          ...(next !== '' && { after: next }),
        })
        assert.equal(people, undefined)
        seen.push(...(messages?.found ?? []).map(({ chat }) => chat))
        next = messages?.next ?? null
      }
      assert.deepEqual(seen, expected)
    })

    test('T18 an agent finds only what they may see: chats of their channels, and open ones that they hold', async () => {
      const carl = await addAgent(testServer, 'carlsearch@shop.test')
      const chat = await writes('h1', 'confidential pineapple', { name: 'Pina' })
      await isFound('pineapple', 'messages', [chat])
      for (const group of ['people', 'chats', 'messages', 'notes'] as const) {
        assert.deepEqual(await found('pineapple', group, carl), [])
        assert.deepEqual(await found('pina', group, carl), [])
        assert.deepEqual(await found(`#${chat}`, group, carl), [])
      }
      const handed = await ann.accepts(chat)
      assert.equal(handed.status, 200)
      const channel = (await ann.call('GET', '/channels')).body['channels'] as unknown as {
        id: number
        agents: number[]
      }[]
      const agents = channel.find(({ id }) => id === 1)?.agents ?? []
      await ann.call('PATCH', '/channels/1', { agents: [...agents, carl.id] })
      assert.deepEqual(await found('pineapple', 'messages', carl), [chat])
      assert.equal((await ann.call('POST', `/chats/${chat}/hand-over`, { to: carl.id })).status, 200)
      await ann.call('PATCH', '/channels/1', { agents })
      // The holder keeps the chat, and only that one.
      await isFound('pineapple', 'messages', [chat], carl)
      await isFound('pina', 'people', [chat], carl)
      await carl.closes(chat)
      await testServer.settled()
      assert.deepEqual(await found('pineapple', 'messages', carl), [])
    })

    test('T17 the search finds nothing of another account', async () => {
      const { db } = testServer.services
      const other = await addAccount(testServer, { email: 'olgasearch@other.test', chats: 2 })
      await soon(async () => (await found('secret', 'messages', other.agent)).length === 2, LATE)
      for (const how of ['enable', 'disable']) {
        for (const table of ['chat', 'chat_words', 'entry', 'visitor'])
          await db.administer((client) => client.query(`alter table ${table} ${how} row level security`))
        for (const group of ['people', 'chats', 'messages', 'notes'] as const) {
          assert.deepEqual(await found('secret', group), [], how)
          assert.deepEqual(await found('otto', group), [], how)
          assert.deepEqual(await found('turquoise', group, other.agent), [], how)
        }
      }
      for (const table of ['chat', 'chat_words', 'entry', 'visitor'])
        await db.administer((client) => client.query(`alter table ${table} enable row level security`))
    })

    test('T42 an erased visitor is in no group as soon as the erasure is accepted', async () => {
      const chat = await writes('x1', 'obsidian secret', { name: 'Xanthippe' })
      await isFound('xanthippe', 'people', [chat])
      const { visitor } = await ann.chat(chat)
      const answer = await ann.call('DELETE', `/visitors/${visitor.number}`)
      assert.ok(answer.status < 300, answer.text)
      for (const q of ['xanthippe', 'obsidian'])
        for (const group of ['people', 'chats', 'messages', 'notes'] as const)
          assert.deepEqual(await found(q, group), [], `${q} ${group}`)
      const { rows } = await testServer.services.db.administer((client) =>
        client.query('select from chat_words where chat_id = $1', [chat]),
      )
      assert.equal(rows.length, 0)
    })

    test('T29 T30 any text can be searched for, and none causes a fault', async () => {
      for (const q of [
        "' OR 1=1--",
        "\\'",
        '"',
        '"""',
        '& | ! <-> :* ( )',
        '%',
        '\u0000',
        '😀',
        '½ ﬁ ﷺ İ',
        '#1',
        '=vera',
        '@!',
        '#',
        '#99999999999',
        'a '.repeat(100),
        '٣',
        ' ',
      ])
        for (const group of ['', '&group=people', '&group=notes']) {
          const answer = await ann.call('GET', `/search?q=${encodeURIComponent(q)}${group}`)
          assert.ok(answer.status === 200, `${q}: ${answer.text}`)
        }
      for (const bad of [
        '',
        'q=',
        `q=${'a'.repeat(201)}`,
        'q=a&group=all',
        'q=a&limit=51',
        'q=a&after=x',
        'q=a&group=people&after=x',
      ])
        assert.equal((await ann.call('GET', `/search?${bad}`)).status, 400, bad)
    })
  })

for (const kind of testKinds())
  test(`what a process did not index before it ended, the next one indexes, ${kind}`, async () => {
    // The first server's time stands still, so that its index does not begin.
    const first = await startTestServer({ kind, clock: handClock() })
    const { place } = first
    let second: TestServer | undefined
    try {
      // Bob's chat is written and not indexed: the process ends at once.
      await first.visitor('late').writes('unfinished business')
      const before = await first.services.db.administer((client) => client.query('select from chat_words'))
      assert.equal(before.rows.length, 0)
      await first.stop()
      second = await startTestServer({ kind, place })
      const bob = second.agent(BOB)
      await soon(async () => {
        const page = (await bob.call('GET', '/search?q=unfin')).body as unknown as SearchPage
        return page.messages?.found.length === 1
      }, LATE)
    } finally {
      await second?.stop()
      await first.close()
    }
  })
