import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse } from 'csv-parse/sync'
import { csvLines } from '../../src/agent-api/csv-export.ts'
import { signedOut } from '../../src/agent-api/signed-in.ts'
import { testKinds } from '../db.ts'
import { BOB, startTestServer, type TestServer } from '../test-server.ts'
import { soon } from '../channels/widget/soon.ts'

const ATTACKS = ['=1+1', '+1+1', '-1+1', '@SUM(1)', '\t=1+1', '=HYPERLINK("http://evil.test";"x")', 'plain, "quoted"']
type Row = Record<string, string>

async function read(server: TestServer, query = ''): Promise<Row[]> {
  const answer = await server.agent().call('GET', `/archive.csv${query}`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="chats-\d{4}-\d\d-\d\d\.csv"$/)
  return parse(answer.text, { bom: true, columns: true }) as Row[]
}

for (const kind of testKinds())
  test(`T6 the CSV of the archive contains no formula, ${kind}`, { timeout: 60_000 }, async (t) => {
    const server = await startTestServer({ kind, channel: { name: '=App' } })
    t.after(() => server.close())
    const ann = server.agent()
    for (const [place, attack] of ATTACKS.entries()) {
      await server.visitor(`v${place}`, { name: attack, phone: '+49 30 1' }).writes(attack)
      await ann.accepts(place + 1)
      await ann.closes(place + 1)
    }
    const found = async () => (await ann.call('GET', '/archive')).body['chats'] as unknown as unknown[]
    await soon(async () => (await found()).length === ATTACKS.length)

    const rows = await read(server)
    assert.deepEqual(
      rows.map((row) => row['chat']),
      ATTACKS.map((_, place) => String(place + 1)).toReversed(),
    )
    for (const row of rows) {
      for (const [column, cell] of Object.entries(row)) assert.doesNotMatch(cell, /^[=+\-@\t\r\n]/, column)
      const attack = ATTACKS[Number(row['chat']) - 1]?.trim() ?? ''
      assert.ok(row['name']?.endsWith(attack) && row['words']?.endsWith(attack), JSON.stringify(row))
      assert.deepEqual(
        [row['channel'], row['agent'], row['messages'], row['phone']],
        ["'=App", 'Ann', '1', "'+49 30 1"],
      )
      assert.match(row['ended'] ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
    }
    assert.deepEqual(
      (await read(server, '?q=quoted')).map((row) => row['name']),
      ['plain, "quoted"'],
    )
    assert.deepEqual(await read(server, '?from=4102444800000'), [])
    assert.equal((await server.agent(BOB).call('GET', '/archive.csv')).status, 403)
    assert.equal((await ann.call('GET', '/archive.csv?limit=3')).status, 400)
    assert.equal((await server.ask('/api/archive.csv')).status, 401)
  })

test('the CSV has every chat, over all pages of the read', { timeout: 60_000 }, async (t) => {
  const server = await startTestServer()
  t.after(() => server.close())
  const ann = server.agent()
  await server.visitor('v1').writes('Hello')
  await ann.closes(1)
  const archived = async () => (await ann.call('GET', '/archive')).body['chats'] as unknown as unknown[]
  await soon(async () => (await archived()).length === 1)
  // 1001 copies of one chat.
  await server.services.db.administer(async (client) => {
    await client.query(`insert into chat (account_id, id, channel_id, visitor_number, state, active_minute, opened_at, closed_at)
      select account_id, id + i, channel_id, visitor_number, state, active_minute, opened_at, closed_at
      from chat, generate_series(1, 1000) i`)
    await client.query(`insert into chat_words (account_id, chat_id, visitor_number, at, words, person, lines, starts, upto)
      select account_id, chat_id + i, visitor_number, at, words, person, lines, starts, upto
      from chat_words, generate_series(1, 1000) i`)
  })
  for (const query of ['', '?visitor=1']) {
    const rows = await read(server, query)
    assert.deepEqual(
      rows.map((row) => Number(row['chat'])),
      Array.from({ length: 1001 }, (_, i) => 1001 - i),
    )
  }
})

test('T50 a download in progress ends when the agent’s credentials end', async () => {
  let isSignedIn = true
  const readPage = async () => ({ rows: [], next: 1 })
  const check = async () => {
    if (!isSignedIn) throw signedOut()
  }
  const lines = csvLines<number>({ columns: ['chat', 'channel'], readPage, check })
  assert.match((await lines.next()).value ?? '', /chat,channel/)
  assert.equal((await lines.next()).done, false)
  isSignedIn = false
  await assert.rejects(lines.next(), { code: 'signed_out' })
})
