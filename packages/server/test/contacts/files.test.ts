import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { parse } from 'csv-parse/sync'
import type { Contact, ContactsPage, ImportResults } from '@deskbell/protocol/agent/contact'
import type { ErrorBody } from '@deskbell/protocol/agent/field-reason'
import { startServer } from '../agent-api/servers.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type Answer, type TestAgent, type TestServer } from '../test-server.ts'

const problemOf = ({ body }: Answer) => (body as unknown as ErrorBody).error
const FILE = { key: 'people.csv', lines: 1 }

for (const kind of testKinds())
  suite(`contacts in files, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    before(async () => {
      testServer = await startServer({ kind })
      ann = testServer.agent(ANN)
    })
    after(() => testServer.close())

    let files = 0
    const imports = async (lines: object[], key = `of test ${++files}`) => {
      const file = { key, lines: lines.length }
      const answer = await ann.call('POST', '/contacts/import', { file, lines })
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
        ['same', 'same', 'same', 'same'],
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

    const verifies = async (verifiedContacts: boolean) => {
      const { channels } = (await ann.call('GET', '/channels')).body as unknown as { channels: { id: number }[] }
      assert.equal((await ann.call('PATCH', `/channels/${channels[0]?.id}`, { verifiedContacts })).status, 200)
    }

    test('T55 a line changes no contact whose address or number a visitor only claims', async () => {
      await testServer.visitor('claims', { name: 'Cla', email: 'cla@ims.test', phone: '+45 31' }).writes('hello')
      const lines = [
        { line: 1, email: 'cla@ims.test', name: 'Clara Imsen', fields: [{ title: 'Plan', content: 'Gold' }] },
        { line: 2, phone: '0045 31', name: 'Clas' },
      ]
      assert.deepEqual(said(await imports(lines)), [
        [1, 'added', undefined],
        [2, 'added', undefined],
      ])
      assert.deepEqual(said(await imports(lines)), [
        [1, 'same', undefined],
        [2, 'same', undefined],
      ])
      const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 'claims')
      const contact = await read(chat?.visitor.contact)
      assert.deepEqual([contact.name, contact.fields], ['Cla', []])
      assert.deepEqual(
        contact.like.map(({ name }) => name ?? '').toSorted((a, b) => a.localeCompare(b)),
        ['Clara Imsen', 'Clas'],
      )
    })

    test('lines that come again are not added again, and a file has at most 50 000 lines', async () => {
      const names = [1, 2].map((line) => ({ line, name: `Nameless ${line}` }))
      const first = await imports(names, 'names.csv')
      assert.deepEqual(await imports(names, 'names.csv'), first)
      assert.equal((await found('nameless')).length, 2)
      assert.deepEqual(said(await imports([{ line: 2, name: 'Nameless else' }], 'names.csv')), [
        [2, 'added', undefined],
      ])
      const tooMany = { file: { key: 'large.csv', lines: 50_001 }, lines: names }
      const answer = await ann.call('POST', '/contacts/import', tooMany)
      assert.deepEqual([answer.status, problemOf(answer).field], [400, '/file/lines'])
      const { db, clock } = testServer.services
      await db.query(almostFull, ['large.csv', new Date(clock.now())])
      const file = { key: 'large.csv', lines: 50_000 }
      const over = await ann.call('POST', '/contacts/import', { file, lines: names })
      assert.deepEqual(
        [over.status, problemOf(over).field, problemOf(over).why],
        [400, '/lines', { reason: 'too_many', most: 50_000 }],
      )
      assert.equal((await found('nameless')).length, 3, 'a refused request changes nothing')
      assert.equal((await ann.call('POST', '/contacts/import', { file, lines: names.slice(0, 1) })).status, 200)
    })

    test('a line changes the contact with its external id or its address, and what visitors give stays apart', async () => {
      await verifies(true)
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
      await verifies(false)
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
      await testServer.visitor('exported').writes('hello')
      await imports([
        { line: 1, name: 'Evil', email: 'evil@csv.test', fields: [{ title: 'Note', content: `x;${cell}` }] },
      ])
      assert.equal((await testServer.agent(BOB).call('GET', '/contacts.csv')).status, 403)
      assert.equal(
        (await testServer.agent(BOB).call('POST', '/contacts/import', { file: FILE, lines: [{ line: 1 }] })).status,
        403,
      )
      await testServer.services.db.query(stopsMails, ['evil@csv.test'])
      const answer = await ann.call('GET', '/contacts.csv')
      assert.match(answer.headers.get('content-disposition') ?? '', /contacts-.*\.csv/)
      const rows = parse(answer.text, { bom: true, columns: true, delimiter: ',' }) as Record<string, string>[]
      const evil = rows.find((row) => row['email'] === 'evil@csv.test')
      assert.deepEqual([evil?.['name'], evil?.['Note']], ['Evil', `x;'${cell}`])
      assert.deepEqual(
        rows
          .filter((row) => row['no rating mails since'] !== '')
          .map((row) => [row['email'], row['no rating mails since']]),
        [['evil@csv.test', '2026-05-04 03:02:01']],
      )
      const all = new Set(rows.map((row) => row['contact']))
      assert.equal(all.size, rows.length)
      assert.ok(rows.some((row) => row['channels'] === 'App' && row['visitors'] === '1'))
      const some = parse((await ann.call('GET', '/contacts.csv?q=evil')).text, { bom: true }) as string[][]
      assert.equal(some.length, 2)
    })

    test('an import is refused as a whole when its shape is wrong', async () => {
      for (const body of [{}, { lines: [] }, { lines: [{ name: 'x' }] }, { lines: [{ line: 1, age: 3 }] }])
        assert.equal(
          (await ann.call('POST', '/contacts/import', { file: FILE, ...body })).status,
          400,
          JSON.stringify(body),
        )
      const many = Array.from({ length: 101 }, (_, i) => ({ line: i + 1, name: 'x' }))
      assert.equal((await ann.call('POST', '/contacts/import', { file: FILE, lines: many })).status, 400)
    })
  })

const stopsMails = {
  name: 'test_stops_rating_mails',
  text: `update contact set no_rating_mail_at = '2026-05-04T03:02:01Z' where email = $1`,
}

const almostFull = {
  name: 'test_import_almost_full',
  text: 'insert into contact_import (account_id, key, lines, at) values (1, $1, 49999, $2)',
}
