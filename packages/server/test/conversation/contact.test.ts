import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { statement } from '../../src/db/statement.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type TestServer } from '../test-server.ts'

const contacts = statement(
  'test_contacts',
  `select v.number, v.contact_id as contact, c.created_at = v.created_at as together
   from visitor v join contact c on c.account_id = v.account_id and c.id = v.contact_id order by v.number`,
)
const left = statement('test_contacts_left', 'select id from contact order by id')

for (const kind of testKinds())
  describe(`contacts, ${kind}`, () => {
    let testServer: TestServer
    before(async () => void (testServer = await startTestServer({ kind })))
    after(() => testServer.close())

    test('each new visitor has one contact, and later data of the visitor adds none', async () => {
      await Promise.all(['ada', 'bea'].map((id) => testServer.visitor(id).writes('hello')))
      await testServer.visitor('ada').writes('again')
      assert.deepEqual(await testServer.services.db.query(contacts, []), [
        { number: 1, contact: 1, together: true },
        { number: 2, contact: 2, together: true },
      ])
    })

    test('the contact of a visitor who never wrote is erased with them, and that of a visitor with chats stays', async () => {
      const { db, commit, erasures, directory } = testServer.services
      const [channel] = directory.channels(1)
      assert.ok(channel)
      const target = { channel: channel.id, key: 'came and went' }
      await commit({ account: 1, target, visitor: { name: 'Cleo' } })
      assert.deepEqual(await db.query(left, []), [{ id: 1 }, { id: 2 }, { id: 3 }])
      for (const visitor of [2, 3]) await erasures.complete({ account: 1, visitor, chats: 'all' })
      assert.deepEqual(await db.query(left, []), [{ id: 1 }, { id: 2 }])
    })
  })
