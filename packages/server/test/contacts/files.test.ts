import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Contact, ContactsPage, ImportResults } from '@deskbell/protocol/agent/contact'
import { startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`contacts in files, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    const imports = async (lines: object[]) => {
      const answer = await ann.call('POST', '/contacts/import', { lines })
      assert.equal(answer.status, 200, answer.text)
      return (answer.body as unknown as ImportResults).results
    }
    const said = (results: ImportResults['results']) => results.map(({ line, result, why }) => [line, result, why])
    const found = async (q: string) =>
      ((await ann.call('GET', `/contacts?q=${encodeURIComponent(q)}`)).body as unknown as ContactsPage).contacts
    const read = async (id = 0) => (await ann.call('GET', `/contacts/${id}`)).body as unknown as Contact

    test('lines add contacts, the same lines again change nothing, and wrong ones are refused with their reason', async () => {
      const lines = [
        { line: 2, name: ' Ivy Lane ', email: 'ivy@lane.test', phone: '+49 30 1234', externalId: 'crm-1' },
        { line: 3, email: 'jo@lane.test', fields: [{ title: 'Plan', content: 'Gold' }] },
        { line: 4, name: ' ', email: '' },
        { line: 5, name: 'No address', email: 'nothing' },
        { line: 6, name: 'x'.repeat(257) },
        { line: 7, name: 'Two', fields: ['a', 'A'].map((title) => ({ title, content: 'x' })) },
        { line: 8, name: "'=Formula", phone: "'+49 40 1" },
        { line: 9, email: 'JO@lane.test', name: 'Jo' },
      ]
      assert.deepEqual(said(await imports(lines)), [
        [2, 'added', undefined],
        [3, 'added', undefined],
        [4, 'refused', 'nothing'],
        [5, 'refused', 'email'],
        [6, 'refused', 'name'],
        [7, 'refused', 'fields'],
        [8, 'added', undefined],
        [9, 'added', undefined],
      ])
      const again = await imports(lines)
      assert.deepEqual(
        again.filter(({ result }) => result !== 'refused').map(({ result }) => result),
        // Without an address or an identifier a line always adds.
        ['same', 'same', 'added', 'same'],
      )
      const [ivy, ...more] = await found('lane.test ivy')
      assert.equal(more.length, 0)
      const contact = await read(ivy?.id)
      assert.deepEqual(
        [contact.name, contact.email, contact.phone, contact.externalId, contact.identities],
        ['Ivy Lane', 'ivy@lane.test', '+49 30 1234', 'crm-1', []],
      )
      const [jo] = await found('jo@lane')
      assert.deepEqual([jo?.name, (await read(jo?.id)).fields], ['Jo', [{ title: 'Plan', content: 'Gold' }]])
    })

    test('a line changes the contact with its external id or its address, and what visitors give stays apart', async () => {
      await testServer.visitor('writer', { name: 'Wri', email: 'wri@ter.test' }).writes('hello')
      const [result] = await imports([{ line: 1, email: 'WRI@ter.test', name: 'Writer', externalId: 'w-1' }])
      assert.equal(result?.result, 'changed')
      const contact = await read(result?.contact)
      assert.deepEqual([contact.name, contact.edited.name?.given, contact.externalId], ['Writer', ['Wri'], 'w-1'])
      const [chat] = await ann.chats()
      assert.equal(chat?.visitor.name, 'Writer')
      assert.deepEqual(said(await imports([{ line: 1, externalId: 'w-1', phone: '123' }])), [[1, 'changed', undefined]])
      assert.equal((await read(result?.contact)).phone, '123')
      await testServer.visitor('double', { email: 'wri@ter.test' }).writes('hello')
      assert.deepEqual(said(await imports([{ line: 7, email: 'wri@ter.test', name: 'Which' }])), [
        [7, 'refused', 'several'],
      ])
    })

    test('two imports of one file at once add each contact once', async () => {
      const lines = Array.from({ length: 40 }, (_, i) => ({
        line: i + 1,
        email: `twin${i}@both.test`,
        name: `Twin ${i}`,
      }))
      const both = await Promise.all([imports(lines), imports(lines), imports(lines.toReversed())])
      const added = both.flat().filter(({ result }) => result === 'added')
      assert.equal(added.length, 40)
      assert.equal((await found('both.test')).length, 40)
    })

    test('T6 T18 the export has all contacts with their fields and no formula, for owners and admins', async () => {
      const cell = '=HYPERLINK("http://evil.test")'
      await imports([
        { line: 1, name: 'Evil', email: 'evil@csv.test', fields: [{ title: 'Note', content: `x;${cell}` }] },
      ])
      assert.equal((await testServer.agent(BOB).call('GET', '/contacts.csv')).status, 403)
      assert.equal((await testServer.agent(BOB).call('POST', '/contacts/import', { lines: [{ line: 1 }] })).status, 403)
      const answer = await ann.call('GET', '/contacts.csv')
      assert.match(answer.headers.get('content-disposition') ?? '', /contacts-.*\.csv/)
      const rows = parse(answer.text, { bom: true, columns: true, delimiter: ',' }) as Record<string, string>[]
      const evil = rows.find((row) => row['email'] === 'evil@csv.test')
      assert.deepEqual([evil?.['name'], evil?.['Note']], ['Evil', `x;'${cell}`])
      const all = new Set(rows.map((row) => row['contact']))
      assert.equal(all.size, rows.length)
      assert.ok(rows.some((row) => row['channels'] === 'App' && row['visitors'] === '1'))
      const some = parse((await ann.call('GET', '/contacts.csv?q=evil')).text, { bom: true }) as string[][]
      assert.equal(some.length, 2)
    })

    test('an import is refused as a whole when its shape is wrong', async () => {
      for (const body of [{}, { lines: [] }, { lines: [{ name: 'x' }] }, { lines: [{ line: 1, age: 3 }] }])
        assert.equal((await ann.call('POST', '/contacts/import', body)).status, 400, JSON.stringify(body))
      const many = Array.from({ length: 101 }, (_, i) => ({ line: i + 1, name: 'x' }))
      assert.equal((await ann.call('POST', '/contacts/import', { lines: many })).status, 400)
    })
  })
