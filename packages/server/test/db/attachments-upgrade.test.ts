import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fold, opened } from '@deskbell/rules'
import { readEntries } from '../../src/conversation/read/entries.ts'
import { readMedia } from '../../src/conversation/read/media.ts'
import { toShown } from '../../src/conversation/read/to-entry.ts'
import { testKinds } from '../db.ts'
import { upgradeTestDb } from './upgrade.ts'

const FILE = 'A'.repeat(22)

/** Entries and deliveries as version 1 of the stored message had them, with one `media`. */
const BEFORE = `
  insert into account (name) values ('Shop');
  insert into channel (account_id, kind, name, public_id, random, secret) values (1, 'api', 'App', 'p', 'r', 's');
  insert into contact (account_id, id, created_at) values (1, 1, now());
  insert into visitor (account_id, number, channel_id, key, created_at, contact_id) values (1, 1, 1, 'ada', now(), 1);
  insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at)
    values (1, 1, 1, 1, '{"owner":{"kind":"queue"},"last":5,"lastAt":0}', 1, now());
  insert into entry (account_id, chat_id, n, type, at, body) values
    (1, 1, 1, 'message', now(), '{"from":"visitor","id":"m1","text":"look","media":{"kind":"photo","host":"cdn.test"}}'),
    (1, 1, 2, 'media.stored', now(), '{"of":1,"media":{"kind":"photo","host":"cdn.test","file":"${FILE}","name":"a.png"}}'),
    (1, 1, 3, 'message', now(), '{"from":"agent","id":"m2","text":"words"}'),
    (1, 1, 4, 'message', now(), '{"from":"visitor","id":"m3","text":"","media":{"kind":"document","host":"cdn.test"}}'),
    (1, 1, 5, 'media.failed', now(), '{"of":4,"media":{"kind":"document","host":"cdn.test"},"reason":"gone"}');
  insert into file (account_id, id, chat_id, entry_n, purpose, name, mime, inline, size, created_at)
    values (1, '${FILE}', 1, 1, 'media', 'a.png', 'image/png', true, 7, now());
  insert into delivery (account_id, kind, lane, endpoint, chat_id, entry_n, body, state, created_at)
    select 1, kind, 'l', 'e', 1, 1, body::jsonb, 'waiting', now() from (values
      ('agent_message', '{"id":"m9","text":"","from":"agent","media":{"kind":"photo","file":"${FILE}"}}'),
      ('agent_message', '{"id":"m8","text":"words","from":"agent"}'),
      ('CLIENT_MESSAGE', '{"client":1,"text":"","at":1,"media":{"kind":"photo","file":"${FILE}"}}'),
      ('media_fetch', '{"source":"s","media":{"kind":"photo"}}')) as d(kind, body)`

for (const kind of testKinds())
  test(`the upgrade makes the media of each stored message its first attachment, ${kind}`, async (t) => {
    const { db, rows } = await upgradeTestDb(t, kind, '0018', BEFORE)

    const { entries, found } = await db.transaction(async (tx) => {
      const { entries } = await readEntries(tx, 1, 1, { after: 0, limit: 10 })
      return { entries, found: await readMedia(tx, 1, 1, entries) }
    })
    const viewer = { account: 1, agent: 1, links: { link: () => 'https://desk.test/a.png' } }
    const shown = entries.map((entry) => toShown(entry, 1, found, viewer))
    assert.deepEqual(
      shown.map((one) =>
        one.type === 'message' ? one.attachments.map(({ kind, state }) => `${kind} ${state}`) : null,
      ),
      [['photo stored'], null, [], ['document failed'], null],
    )
    assert.equal(fold(0, entries, opened).received, 2)
    assert.deepEqual(await rows(`select n from entry where type = 'message' and body ? 'media'`), [])
    assert.deepEqual(await rows('select kind, body from delivery order by id'), [
      {
        kind: 'agent_message',
        body: { id: 'm9', text: '', from: 'agent', attachments: [{ kind: 'photo', file: FILE }] },
      },
      { kind: 'agent_message', body: { id: 'm8', text: 'words', from: 'agent' } },
      { kind: 'CLIENT_MESSAGE', body: { client: 1, text: '', at: 1, media: { kind: 'photo', file: FILE } } },
      { kind: 'media_fetch', body: { source: 's', media: { kind: 'photo' } } },
    ])
  })
