import assert from 'node:assert/strict'
import { test } from 'node:test'
import { archiveOut } from '../../src/archive/handler.ts'
import { realClock } from '../../src/platform/clock.ts'
import { testKinds } from '../db.ts'
import { upgradeTestDb } from './upgrade.ts'

/** The data of an earlier version: two closed chats of one visitor, one of another, an open one, an offline message. */
const BEFORE = `
  insert into account (name) values ('Shop');
  insert into channel (account_id, kind, name, public_id, random, secret) values (1, 'widget', 'Site', 'p', 'r', 's');
  insert into visitor (account_id, number, channel_id, key, name, created_at)
    values (1, 1, 1, 'ada', 'Ada', now()), (1, 2, 1, 'bea', null, now());
  insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at, closed_at)
    select 1, id, 1, visitor, '{"owner":{"kind":"nobody"},"last":1,"lastAt":0,"closedAt":1000}', 1, now(), closed
    from (values (1, 1, now()), (2, 2, now()), (3, 1, now()), (4, 2, null)) as c(id, visitor, closed);
  insert into entry (account_id, chat_id, n, type, at, body)
    select 1, id, 1, 'message', now(), jsonb_build_object('from', 'visitor', 'id', 'm' || id, 'theirId', 'r' || id, 'text', 'old words ' || id)
    from generate_series(1, 4) id;
  insert into offline_message (account_id, channel_id, visitor_number, request, at, message)
    values (1, 1, 1, 'r3', now(), 'old words 3'), (1, 1, 1, 'gone', now(), 'of a chat that is not there')`

for (const kind of testKinds())
  test(`the upgrade adds chats to the archive that were closed before it existed, ${kind}`, async (t) => {
    const { db, rows } = await upgradeTestDb(t, kind, '0007', BEFORE)

    const deliveries = `select chat_id as chat, lane, endpoint, state, recipient from delivery where kind = 'chat_index' order by id`
    assert.deepEqual(await rows(deliveries), [
      { chat: 1, lane: 'index:1', endpoint: 'index', state: 'due', recipient: 'ada' },
      { chat: 2, lane: 'index:2', endpoint: 'index', state: 'due', recipient: 'bea' },
      { chat: 3, lane: 'index:1', endpoint: 'index', state: 'waiting', recipient: 'ada' },
    ])
    assert.deepEqual(await rows('select chat_id as chat, message_id as message from offline_message order by id'), [
      { chat: 3, message: 'm3' },
      { chat: null, message: null },
    ])
    const out = archiveOut({ db, clock: realClock, settle: async () => true })
    for (const chat of [1, 2, 3]) {
      const { record } = await out.attempt({ ...DELIVERY, chat }, 1, 20_000)
      assert.equal(record.outcome, 'ok')
    }
    // The open chat is not in the archive.
    assert.equal((await out.attempt({ ...DELIVERY, chat: 4 }, 1, 20_000)).record.outcome, 'final')
    assert.deepEqual(
      await rows(`select chat_id as chat from chat_words where words @@ '''old'' & ''=ada'''::tsquery order by 1`),
      [{ chat: 1 }, { chat: 3 }],
    )
  })

const DELIVERY = {
  account: 1,
  id: 1,
  kind: 'chat_index',
  lane: 'index:1',
  endpoint: 'index',
  channel: 1,
  bot: null,
  webhook: null,
  event: null,
  chat: 1,
  of: null,
  recipient: 'ada',
  body: {},
  replayOf: null,
  attempts: 0,
  crashes: 0,
  firstAt: 0,
  createdAt: 0,
  token: '',
  leaseEnd: 0,
  verifiedAt: 0,
} as const
