import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, opened } from '@deskbell/rules'
import { readEntries } from '../../src/conversation/read/entries.ts'
import { testKinds } from '../db.ts'
import { upgradeTestDb } from './upgrade.ts'

/** A chat with a bot and one without, as version 1 of the stored `bot.joined` had them, and the id of the installation. */
const BEFORE = `
  insert into desk (id) values ('kept');
  insert into account (name) values ('Shop');
  insert into channel (account_id, kind, name, public_id, random, secret) values (1, 'api', 'App', 'p', 'r', 's');
  insert into contact (account_id, id, created_at) values (1, 1, now()), (1, 2, now());
  insert into visitor (account_id, number, channel_id, key, created_at, contact_id)
    values (1, 1, 1, 'ada', now(), 1), (1, 2, 1, 'bea', now(), 2);
  insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at) values
    (1, 1, 1, 1, '{"owner":{"kind":"bot","bot":7},"last":2,"bot":{"id":7,"name":"Helper","patience":5000,"asked":[2]}}', 1, now()),
    (1, 2, 1, 2, '{"owner":{"kind":"queue"},"last":1,"bot":null}', 1, now());
  insert into entry (account_id, chat_id, n, type, at, body) values
    (1, 1, 1, 'bot.joined', to_timestamp(1), '{"bot":{"id":7,"name":"Helper"},"patience":5000,"probe":true}'),
    (1, 1, 2, 'message', to_timestamp(2), '{"from":"visitor","id":"m1","text":"patience"}'),
    (1, 2, 1, 'message', to_timestamp(2), '{"from":"visitor","id":"m2","text":"hello"}');`

for (const kind of testKinds())
  test(`the upgrade renames the limit of a bot's silence and keeps the id of the installation, ${kind}`, async (t) => {
    const { db, rows } = await upgradeTestDb(t, kind, '0019', BEFORE)

    const { entries } = await db.transaction((tx) => readEntries(tx, 1, 1, { after: 0, limit: 10 }))
    assert.deepEqual(await rows('select body from entry order by chat_id, n'), [
      { body: { bot: { id: 7, name: 'Helper' }, silenceLimitMs: 5000, probe: true } },
      { body: { from: 'visitor', id: 'm1', text: 'patience' } },
      { body: { from: 'visitor', id: 'm2', text: 'hello' } },
    ])
    assert.equal(fold(0, entries, opened).bot?.silentAt, 7000)
    assert.deepEqual(await rows('select state from chat order by id'), [
      {
        state: {
          owner: { kind: 'bot', bot: 7 },
          last: 2,
          bot: { id: 7, name: 'Helper', silenceLimitMs: 5000, asked: [2] },
        },
      },
      { state: { owner: { kind: 'queue' }, last: 1, bot: null } },
    ])
    assert.deepEqual(await rows('select id from installation'), [{ id: 'kept' }])
  })
