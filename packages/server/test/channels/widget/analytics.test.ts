import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { statement } from '../../../src/db/statement.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, WIDGET } from './page.ts'

const read = statement('test_analytics', 'select site from visitor where account_id = $1 and number = $2')

for (const kind of testKinds())
  suite(`analytics ids of a visitor, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({ kind, channels: [WIDGET] })
    })
    after(() => server.close())

    test('the ids are stored with the message that has them, as text, up to the size of a frame', async () => {
      const page = await openPage(server, { visitor: 'measured' })
      const analytics = { ga: '1234567890.1700000000', ym: '<b>17\u0000</b>' }
      const answer = await page.ask({ t: 'message', id: nextId(), text: 'hi', analytics })
      assert.ok(answer.t === 'done' && answer.number !== undefined, JSON.stringify(answer))
      const [row] = await server.services.db.query<{ site: { analytics: object } }>(read, [1, answer.number])
      assert.deepEqual(row?.site.analytics, { ga: '1234567890.1700000000', ym: '<b>17</b>' })
      // A page without the ids keeps the known ones.
      const other = await openPage(server, { visitor: 'measured', url: 'https://shop.test/two' })
      await other.writes('more')
      const [later] = await server.services.db.query<{ site: { analytics: object } }>(read, [1, answer.number])
      assert.deepEqual(later?.site.analytics, row?.site.analytics)
      const many = Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`network${n}`, 'x']))
      page.send({ t: 'message', id: nextId(), text: 'too much', analytics: many })
      await page.until(() => page.frames.find((one) => one.t === 'refused' && one.code === 'invalid'), 'a refusal')
      for (const one of [page, other]) await one.close()
    })
  })
