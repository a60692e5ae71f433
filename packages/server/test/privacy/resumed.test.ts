import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { makeErasures } from '../../src/conversation/erasure/erasures.ts'
import type { Db } from '../../src/db/db.ts'
import { toSteps } from '../../src/conversation/erasure/steps.ts'
import { eventData } from '../../src/webhooks/erase.ts'
import { fileData } from '../../src/files/erase.ts'
import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import { localBus } from '../realtime/a-process.ts'
import { makeChatEvents } from '../../src/realtime/chat-events.ts'
import { soon } from '../channels/widget/soon.ts'
import { startTestServer } from '../test-server.ts'
import { upgradeTestDb } from '../db/upgrade.ts'
import { openTestDb, testKinds, type DbKind } from '../db.ts'

const FILE = 'F'.repeat(22)

/** An erasure that stands at a step, and one row of each kind for its chat 1 and for chat 2, which is not erased. */
const begunAt = (step: string) => `
  insert into account (name) values ('Shop');
  insert into channel (account_id, kind, name, public_id, random, secret) values (1, 'api', 'App', 'p', 'r', 's');
  insert into contact (account_id, id, created_at) values (1, 1, now());
  insert into visitor (account_id, number, channel_id, key, created_at, contact_id) values (1, 1, 1, 'ada', now(), 1);
  insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at, closed_at, erased_at)
    select 1, n, 1, 1, '{"owner":{"kind":"closed"},"last":1,"lastAt":0}', 1, now(), now(), case n when 1 then now() end
    from generate_series(1, 2) n;
  insert into entry (account_id, chat_id, n, type, at, body)
    select 1, n, 1, 'message', now(), '{"from":"visitor","id":"m1","text":"private"}' from generate_series(1, 2) n;
  insert into event (account_id, n, name, chat_id, body, whole, at)
    select 1, n, 'chat_updated', n, '{}', true, now() from generate_series(1, 2) n;
  insert into file (account_id, id, chat_id, entry_n, purpose, name, mime, inline, size, created_at)
    select 1, case n when 1 then '${FILE}' else 'other' end, n, 1, 'media', 'a.png', 'image/png', true, 7, now()
    from generate_series(1, 2) n;
  insert into delivery (account_id, kind, lane, endpoint, chat_id, entry_n, body, state, created_at, finished_at)
    select 1, 'agent_message', 'l' || n, 'e', n, 1, '{}', state, now(), case state when 'done' then now() end
    from generate_series(1, 2) n, unnest(array['done', 'waiting']) state;
  insert into attempt (account_id, delivery_id, number, at, ms, outcome, request)
    select 1, id, 1, now(), 1, 'ok', '{}' from delivery where state = 'done';
  insert into erasure (account_id, channel_id, visitor_number, who, whole, chats, step, total, stepped_at)
    values (1, 1, 1, 'a digest', false, '{1}', '${step}', 5, now() - interval '1 hour')`

/** Each row that is left, as its kind and its chat. */
const LEFT = `select kind || ' ' || chat as row from (
    select 'event' as kind, chat_id as chat from event union all select 'file', chat_id from file
    union all select 'delivery', chat_id from delivery
    union all select 'attempt', chat_id from attempt a left join delivery d on d.id = a.delivery_id
    union all select 'text', chat_id from entry where body::text like '%private%') t order by kind, chat`

/** Continues all erasures with the data of the modules that write events and files. Returns the files whose bytes were removed. */
async function resumeAll(db: Db, isOver: () => Promise<boolean>): Promise<string[]> {
  const removed: string[] = []
  const erasures = makeErasures({
    db,
    clock: realClock,
    ids: realIds,
    chatEvents: makeChatEvents(localBus, assert.ifError),
    digest: () => 'a digest',
    personalData: new Map(Object.entries({ files: fileData, events: eventData })),
    onLeased: () => {},
    removeFile: async (id) => void removed.push(id),
    onError: assert.ifError,
  })
  const stop = erasures.start()
  try {
    await soon(isOver, 20_000)
  } finally {
    await stop()
    await erasures.close()
  }
  return removed
}

/** A database whose erasure stands at the step. 'owed' is upgraded: version 20 of the tables renamed it. */
async function databaseAt(t: TestContext, kind: DbKind, step: string) {
  if (step === 'owed') return upgradeTestDb(t, kind, '0020', begunAt(step))
  const { db, close } = await openTestDb(kind)
  t.after(close)
  const rows = (sql: string) => db.administer(async (client) => (await client.query(sql)).rows as unknown[])
  await rows(begunAt(step))
  return { db, rows }
}

/** Steps that older versions had, those of this one, and one that no module has. */
const STEPS = ['owed', 'undelivered', 'alerts', 'events', 'files', 'deliveries', 'entries', 'end', 'of_no_module']

test('T42 the steps of an erasure, in order', async (t) => {
  const testServer = await startTestServer()
  t.after(() => testServer.close())
  const data = testServer.services.modules.flatMap(({ personalData = {} }) => Object.entries(personalData))
  const steps = toSteps(new Map(data)).map(({ name }) => name)
  assert.deepEqual(steps, ['undelivered', 'alerts', 'events', 'files', 'deliveries', 'entries', 'end'])
})

for (const kind of testKinds())
  for (const step of STEPS)
    test(`T42 an erasure that stands at the step ${step} is continued and leaves nothing, ${kind}`, async (t) => {
      const { db, rows } = await databaseAt(t, kind, step)
      const removed = await resumeAll(db, async () => {
        const finished = await rows('select 1 from erasure where finished_at is not null')
        return finished.length === 1
      })
      // An erasure that stands at the end has redacted the entries.
      const texts = step === 'end' ? ['text 1', 'text 2'] : ['text 2']
      const left = (await rows(LEFT)) as { row: string }[]
      assert.deepEqual(
        left.map(({ row }) => row),
        ['attempt 2', 'delivery 2', 'delivery 2', 'event 2', 'file 2', ...texts],
      )
      assert.deepEqual(removed, [FILE])
      assert.deepEqual(await rows('select done, files from erasure'), [{ done: step === 'end' ? 4 : 5, files: 1 }])
    })
