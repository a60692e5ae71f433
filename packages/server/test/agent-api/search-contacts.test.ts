import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { SearchPage } from '@deskbell/protocol/agent/search'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'
import { startServer } from './servers.ts'

/** The index works in real time, on a machine that is busy with other tests (ms). */
const LATE = 20_000

for (const kind of testKinds())
  suite(`the search for contacts without a chat, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind, channels: [WIDGET] })
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
    const marked = (text: string | null, marks: readonly { start: number; end: number }[]) =>
      marks.map(({ start, end }) => text?.slice(start, end))

    test('contacts without a chat are found, by any data, until they have one', async () => {
      const lines = [
        { line: 2, name: 'Isolde Kvist', email: 'isolde@ships.test', phone: '+45 99 88 77', externalId: 'cust-77' },
        { line: 3, name: 'Isidor Kvist' },
      ]
      assert.equal(
        (await ann.call('POST', '/contacts/import', { file: { key: 'people.csv', lines: 2 }, lines })).status,
        200,
      )
      const names = async (q: string, agent = ann) =>
        (await search({ q }, agent)).contacts?.found.map(({ name }) => name).toSorted()
      assert.deepEqual(await names('kvist'), ['Isidor Kvist', 'Isolde Kvist'])
      for (const q of ['isol', 'ISOLDE kv', 'isolde@ships', '998877', 'cust-77'])
        assert.deepEqual(await names(q), ['Isolde Kvist'], q)
      assert.deepEqual(
        await names('isolde', testServer.agent(BOB)),
        [],
        'an agent sees contacts of their channels only',
      )
      const [one] = (await search({ q: 'isolde', group: 'contacts' })).contacts?.found ?? []
      assert.deepEqual([marked(one?.name ?? '', one?.marks.name ?? []), one?.channels], [['Isolde'], []])
      const first = (await search({ q: 'kvist', group: 'contacts', limit: 1 })).contacts
      const second = (await search({ q: 'kvist', group: 'contacts', limit: 1, after: first?.next ?? '' })).contacts
      assert.deepEqual(
        [...(first?.found ?? []), ...(second?.found ?? [])]
          .map(({ name }) => name ?? '')
          .toSorted((a, b) => a.localeCompare(b)),
        ['Isidor Kvist', 'Isolde Kvist'],
      )
      assert.equal(second?.next, null)

      const page = await openPage(testServer, { visitor: 'on-site' })
      await page.ask({ t: 'contact', id: nextId(), contact: { name: 'Sigrid Onsite' } })
      await soon(async () => (await names('sigr'))?.join() === 'Sigrid Onsite', LATE)
      const [onSite] = (await search({ q: 'sigrid' })).contacts?.found ?? []
      assert.equal(onSite?.visitors.length, 1)
      await page.writes('hello')
      await soon(async () => (await names('sigrid'))?.length === 0, LATE)
      await soon(async () => (await search({ q: 'sigrid' })).people?.found.length === 1, LATE)
      await page.close()
    })
  })
