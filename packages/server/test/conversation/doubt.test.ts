import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { opened } from '@deskbell/rules'
import { Conversation, Draft } from '../../src/conversation/commit/draft.ts'
import { wasCommitted } from '../../src/conversation/commit/doubt.ts'
import { realClock } from '../../src/platform/clock.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'

describe(
  'A6 R5 a commit whose answer was lost',
  { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' },
  () => {
    let place: TestDb
    let lost: pg.Client
    before(async () => {
      place = await openTestDb('server')
      lost = new pg.Client(place.databaseUrl)
      await lost.connect()
    })
    after(async () => {
      await lost.end()
      await place.close()
    })

    const at = realClock.now()
    const conversation = new Conversation(1, 7, 'ümlaut', at)
    /** A transaction whose outcome is unknown: it holds the conversation's lock and has written its entry. */
    async function underWay(chat: number) {
      const draft = new Draft(chat, opened(at))
      const message = { type: 'message', from: 'visitor', id: 'x', text: 'hi' } as const
      const [entry] = draft.append([message], at)
      if (!entry) throw new Error('no entry')
      await lost.query('begin')
      await lost.query(`select pg_advisory_xact_lock(hashtextextended('1:7:ümlaut', 0))`)
      await lost.query(
        `insert into entry (account_id, chat_id, n, type, at, body) values (1, $1, 1, 'message', to_timestamp($2 / 1000.0), $3)`,
        [chat, at, JSON.stringify({ from: 'visitor', id: 'x', text: 'hi' })],
      )
      return {
        draft,
        conversation,
        entry,
        command: { type: 'visitor.write', id: 'x', text: 'hi', profile: {} } as const,
        followsLog: false,
        opens: false,
        attached: [],
      }
    }
    /** Resolves when a transaction waits for the lock, or after a while. */
    async function waitedFor(): Promise<void> {
      for (let i = 0; i < 50; i++) {
        const { rows } = await lost.query('select from pg_locks where not granted')
        if (rows.length > 0) return
      }
    }

    for (const [end, truth] of [
      ['commit', true],
      ['rollback', false],
    ] as const)
      test(`a transaction that is still under way is awaited: ${end}`, async () => {
        const asked = wasCommitted(place.db, realClock, await underWay(truth ? 1 : 2))
        await waitedFor()
        await lost.query(end)
        assert.equal(await asked, truth)
      })

    test('a transaction that does not end is awaited no longer than the sender waits', async () => {
      const made = await underWay(3)
      const began = realClock.now()
      assert.equal(await wasCommitted(place.db, realClock, made), false)
      assert.ok(realClock.now() - began < 4500)
      await lost.query('rollback')
    })
  },
)
