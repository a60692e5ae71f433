import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDb } from '../../src/db/open.ts'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { quietLog } from '../db.ts'
import { ANN, startTestServer, tokenOf } from '../test-server.ts'
import { makeSmallDisk } from './full-disk.ts'

const write = statement('test_full_write', `select pg_logical_emit_message(true, 'test', $1)::text`)
/** More WAL was written since the last checkpoint than a checkpoint itself leaves. */
const behind = statement(
  'test_full_behind',
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 10000 as behind from pg_control_checkpoint()',
)
const MESSAGES = 300
const RECOVERS_WITHIN = 30_000

test('R17 with a full disk, messages get 503, reads work, health reports it, and writes succeed again once there is space', async (t) => {
  const disk = await makeSmallDisk(260)
  if (!disk) return t.skip('this machine lets the test mount no file system')
  const { place } = disk
  let testServer = await startTestServer({ place, env: { MIN_FREE_DISK: '5 MB' } })
  const stored: string[] = []
  /** A message from a new customer each time, so that rows are added. */
  const say = async (text: string): Promise<number> => {
    const { status } = await testServer.visitor(`customer ${text.slice(0, 20)}`).writes(text)
    if (status === 200) stored.push(text)
    return status
  }
  const statusOf = async () => (await testServer.ask('/healthz')).body['status'] as unknown as string
  try {
    assert.equal(await say('first'), 200)
    const chat = (await testServer.agent().chats())[0]?.id ?? 0
    await testServer.agent().accepts(chat)
    disk.fill()
    const statuses = new Set<number>()
    for (let i = 0; i < MESSAGES; i++) statuses.add(await say(`${i} ${'x'.repeat(900)}`))
    assert.deepEqual(
      [...statuses].toSorted((a, b) => a - b),
      [200, 503],
    )
    const file = new FormData()
    file.set('file', new Blob(['words']), 'words.txt')
    const headers = { authorization: `Bearer ${tokenOf(ANN)}` }
    assert.equal(
      (await testServer.ask(`/api/chats/${chat}/files`, { method: 'POST', body: file, headers })).status,
      507,
    )
    assert.equal((await testServer.agent().entries(chat)).find(({ type }) => type === 'message')?.type, 'message')
    // A row that still fits into a page of its table is written, and counts as a successful write.
    while ((await say('more')) === 200);
    while ((await statusOf()) !== 'failing') await say('more')
    assert.equal((await testServer.ask('/livez')).status, 200)

    disk.empty()
    const begun = performance.now()
    while ((await say('again')) !== 200) assert.ok(performance.now() - begun < RECOVERS_WITHIN)
    while ((await statusOf()) !== 'ready') assert.ok(performance.now() - begun < RECOVERS_WITHIN)
    await testServer.stop()
    testServer = await startTestServer({ place })
    const kept = new Set((await testServer.agent().chats('?limit=200')).map(({ visitor }) => visitor.id))
    // A page has at most 200 chats; the newest are on the last page.
    const looked = stored.slice(-50)
    assert.deepEqual(
      looked.filter((text) => !kept.has(`customer ${text.slice(0, 20)}`)),
      [],
      'nothing that was acknowledged is lost',
    )
  } finally {
    await testServer.close()
  }
})

test('R17 the embedded database survives a checkpoint that fails on a full disk, and makes it once there is space', async (t) => {
  const disk = await makeSmallDisk(260)
  if (!disk) return t.skip('this machine lets the test mount no file system')
  const { place } = disk
  const clock = handClock()
  const deaths: Error[] = []
  const db = await openDb({ dataDir: place.dataDir, clock, log: quietLog, onFatal: (error) => void deaths.push(error) })
  const isBehind = async () => (await db.query<{ behind: boolean }>(behind, []))[0]?.behind
  /** Waits for more than a minute, in which the database does its own maintenance: it has one connection. */
  const aMinute = async () => {
    for (let i = 0; i < 65; i++) {
      await clock.move(1000)
      await db.ping()
    }
  }
  try {
    for (let i = 0; i < 20; i++) await db.query(write, ['x'.repeat(1000)])
    disk.fill()
    await aMinute()
    assert.deepEqual(deaths, [])
    assert.equal(await isBehind(), true)
    disk.empty()
    await aMinute()
    assert.deepEqual(deaths, [])
    assert.equal(await isBehind(), false)
  } finally {
    await db.close()
    await place.drop()
  }
})
