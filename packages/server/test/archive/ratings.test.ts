import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { ArchivePage, ArchiveRatings } from '@deskbell/protocol/agent/archive'
import type { Contact, ContactRatings, ContactsPage } from '@deskbell/protocol/agent/contact'
import type { EarlierPage } from '@deskbell/protocol/agent/earlier'
import { startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'

const SECOND = 'Second00id'
const OTHER = 'B'.repeat(32)

for (const kind of testKinds())
  suite(`ratings where agents look for them, ${kind}`, () => {
    let server: TestServer
    let ann: TestAgent
    before(async () => {
      server = await startServer({
        kind,
        channels: [{ kind: 'api', name: 'Second', publicId: SECOND, random: OTHER, agents: [ANN] }],
      })
      ann = server.agent(ANN)
    })
    after(() => server.close())

    const read = async <T>(path: string, agent = ann): Promise<T> => {
      const answer = await agent.call('GET', path)
      assert.equal(answer.status, 200, answer.text)
      return answer.body as unknown as T
    }
    const rate = (chat: number, rating: 'positive' | 'negative', text?: string) =>
      server.services.commit({
        account: 1,
        target: { chat },
        command: { type: 'visitor.rate', rating, ...(text !== undefined && { text }) },
      })
    /** A closed chat of a visitor of the first channel, or of the second one, which Bob does not see. */
    async function talk(key: string, at: 'first' | 'second' = 'first'): Promise<{ chat: number; contact: number }> {
      const body = { sender: { id: key, name: key }, message: { type: 'text', text: `hello from ${key}` } }
      const path = at === 'first' ? server.channelUrl : `/${OTHER}/${SECOND}`
      const written = await server.ask(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.equal(written.status, 200, written.text)
      const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === key)
      await ann.accepts(chat?.id ?? 0)
      await ann.closes(chat?.id ?? 0)
      return { chat: chat?.id ?? 0, contact: chat?.visitor.contact ?? 0 }
    }
    const found = async (query: string) => (await read<ArchivePage>(`/archive?${query}`)).chats
    const idsOf = async (query: string) => (await found(query)).map(({ id }) => id)

    test('the words of a rating are in the archive, found by it, in the CSV and with earlier chats; the newest rating counts', async () => {
      const { chat, contact } = await talk('vera')
      await rate(chat, 'negative', 'Much too sluggish')
      await soon(async () => (await idsOf('q=sluggish')).includes(chat))
      const [hit] = await found('q=sluggish')
      assert.deepEqual([hit?.rating, hit?.ratingText], ['negative', 'Much too sluggish'])
      assert.deepEqual([hit?.snippet?.from, hit?.snippet?.text], ['visitor', 'Much too sluggish'])
      await rate(chat, 'positive', 'Solved after all')
      await soon(async () => (await idsOf('q=solved')).includes(chat))
      assert.deepEqual(await idsOf('q=sluggish'), [])
      assert.equal((await found('q=vera'))[0]?.ratingText, 'Solved after all')
      const rows = parse((await ann.call('GET', '/archive.csv?q=solved')).text, { bom: true, columns: true }) as Record<
        string,
        string
      >[]
      assert.deepEqual([rows[0]?.['rating'], rows[0]?.['rating words']], ['positive', 'Solved after all'])
      const next = await talk('vera')
      const { chats } = await read<EarlierPage>(`/chats/${next.chat}/earlier`)
      assert.deepEqual([chats[0]?.rating, chats[0]?.ratingText], ['positive', 'Solved after all'])
      const ofContact = await read<EarlierPage>(`/contacts/${contact}/chats`)
      assert.equal(ofContact.chats.find(({ id }) => id === chat)?.ratingText, 'Solved after all')
      // A rating without words replaces those of the one before.
      await rate(chat, 'negative')
      await soon(async () => (await idsOf('q=solved')).length === 0)
      assert.equal((await read<EarlierPage>(`/chats/${next.chat}/earlier`)).chats[0]?.ratingText, undefined)
    })

    test('T18 the archive counts good ratings of what is found, of the chats that the reader sees', async () => {
      const before = await read<ArchiveRatings>('/archive/ratings')
      for (const [key, at, rating] of [
        ['sum-a', 'first', 'positive'],
        ['sum-b', 'first', 'negative'],
        ['sum-c', 'second', 'positive'],
        ['sum-d', 'first', null],
      ] as const) {
        const { chat } = await talk(key, at)
        if (rating) await rate(chat, rating)
      }
      const sum = (query = '', agent = ann) => read<ArchiveRatings>(`/archive/ratings?${query}`, agent)
      await soon(async () => (await sum()).rated === before.rated + 3)
      assert.deepEqual(await sum(), { rated: before.rated + 3, good: before.good + 2, more: false })
      assert.deepEqual(await sum('q=sum'), { rated: 3, good: 2, more: false })
      assert.deepEqual(await sum('q=sum', server.agent(BOB)), { rated: 2, good: 1, more: false })
      assert.deepEqual(await sum('q=sum&rating=negative'), { rated: 1, good: 0, more: false })
      assert.deepEqual(await sum('q=sum&rating=none'), { rated: 0, good: 0, more: false })
      assert.deepEqual(await sum('q=sum&to=1'), { rated: 0, good: 0, more: false })
      assert.deepEqual(await sum('q=nothing+at+all'), { rated: 0, good: 0, more: false })
      for (const wrong of ['rating=great', 'limit=3', 'from=x'])
        assert.equal((await ann.call('GET', `/archive/ratings?${wrong}`)).status, 400, wrong)
    })

    test('T18 a contact shows its ratings with their words, of all its visitors that the reader sees', async () => {
      const first = await talk('two-a')
      const second = await talk('two-b', 'second')
      await rate(first.chat, 'positive', 'Lovely')
      await rate(second.chat, 'negative', 'Slow')
      const merged = await ann.call('POST', `/contacts/${first.contact}/merge`, { other: second.contact })
      assert.equal(merged.status, 200, merged.text)
      const ratings = await read<ContactRatings>(`/contacts/${first.contact}/ratings`)
      assert.deepEqual([ratings.good, ratings.bad], [1, 1])
      assert.deepEqual(
        ratings.ratings.map(({ chat, rating, text }) => [chat, rating, text]),
        [
          [second.chat, 'negative', 'Slow'],
          [first.chat, 'positive', 'Lovely'],
        ],
      )
      const bobs = await read<ContactRatings>(`/contacts/${first.contact}/ratings`, server.agent(BOB))
      assert.deepEqual(
        bobs.ratings.map(({ text }) => text),
        ['Lovely'],
      )
      const rowFor = async (agent: TestAgent) =>
        (await read<ContactsPage>('/contacts?q=two-a', agent)).contacts.find(({ id }) => id === first.contact)
      assert.equal((await rowFor(ann))?.rating, 'negative')
      assert.equal((await rowFor(server.agent(BOB)))?.rating, 'positive')
      const none = await talk('unrated')
      assert.deepEqual(await read<ContactRatings>(`/contacts/${none.contact}/ratings`), {
        good: 0,
        bad: 0,
        ratings: [],
      })

      // Taken apart, each has those of its own chats; erased, none of the words is left.
      const { number } = (await ann.chat(second.chat)).visitor
      const apart = await ann.call('POST', `/contacts/${first.contact}/visitors/${number}/apart`)
      const alone = await read<ContactRatings>(`/contacts/${apart.body['contact']}/ratings`)
      assert.deepEqual([alone.good, alone.bad], [0, 1])
      assert.equal((await ann.call('DELETE', `/visitors/${number}`)).status, 200)
      assert.equal((await ann.call('GET', `/contacts/${apart.body['contact']}/ratings`)).status, 404)
      const left = await read<Contact>(`/contacts/${first.contact}`)
      assert.equal(left.identities.length, 1)
    })
  })
