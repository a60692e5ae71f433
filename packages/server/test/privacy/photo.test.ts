import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

/** A photo of each visitor, a fetch of it with an attempt and one that waits behind it, none of them of a chat. */
const PHOTOS = `
  insert into file (account_id, id, purpose, name, mime, inline, size, created_at)
    select 1, 'photo' || number, 'visitor', 'a.png', 'image/png', true, 7, now() from visitor;
  update visitor set photo = 'photo' || number;
  insert into delivery (account_id, kind, lane, endpoint, channel_id, recipient, body, state, created_at, next_at)
    select 1, 'photo_fetch', 'photo:' || number, 'photo_fetch:1', channel_id, key, '{}', state, now(),
      case state when 'due' then now() + interval '1 day' end
    from visitor, unnest(array['due', 'waiting']) state;
  insert into attempt (account_id, delivery_id, number, at, ms, outcome, request)
    select 1, id, 1, now(), 1, 'retry', '{}' from delivery where kind = 'photo_fetch' and state = 'due'`

const LEFT = `select what || ' ' || name as row from (
    select 'file' as what, id as name from file union all select 'fetch', recipient from delivery where kind = 'photo_fetch'
    union all select 'attempt', d.recipient from attempt a left join delivery d on d.id = a.delivery_id
      where a.outcome = 'retry') t order by 1`

for (const kind of testKinds())
  test(`T42 a visitor's photo and the fetches of it are erased with the visitor, and not with one chat, ${kind}`, async (t) => {
    const testServer = await startTestServer({ kind })
    t.after(() => testServer.close())
    const ann = testServer.agent()
    for (const id of ['ada', 'bea']) await testServer.visitor(id).writes('hello')
    const [first] = (await ann.chats()).filter(({ visitor }) => visitor.id === 'ada')
    assert.ok(first)
    await ann.accepts(first.id)
    await ann.closes(first.id)
    await testServer.visitor('ada').writes('again')
    await testServer.settled()
    const { db, erasures } = testServer.services
    const rows = (sql: string) => db.administer(async (client) => (await client.query(sql)).rows as { row: string }[])
    await rows(PHOTOS)
    const left = async () => (await rows(LEFT)).map(({ row }) => row)
    const ofBea = ['attempt bea', 'fetch bea', 'fetch bea', `file photo${first.visitor.number === '1' ? 2 : 1}`]
    const before = await left()
    assert.equal(before.length, 2 * ofBea.length)

    const visitor = Number(first.visitor.number)
    await erasures.complete({ account: 1, visitor, chats: [first.id] })
    assert.deepEqual(await left(), before, 'the visitor has another chat')
    const erasure = await erasures.complete({ account: 1, visitor, chats: 'all' })
    assert.deepEqual(await left(), ofBea)
    assert.equal(erasure?.files, 1)
  })
