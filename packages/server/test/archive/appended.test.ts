import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexChat, type KnownIndex } from '../../src/archive/document.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

const NOTE = { text: 'she gets a discount', mentions: [] }
/** 900 words, so that few messages reach the last position that the database keeps, and many the limit of texts. */
const LONG = Array.from({ length: 900 }, (_, i) => `word${i % 50}`).join(' ')
/** Stands in the row before it is indexed again: an appended row keeps it. */
const PLANTED = '!planted'

for (const kind of testKinds())
  test(`an index to which each message is appended equals one that is made at once, ${kind}`, async (t) => {
    // The clock stands, so the job that indexes open chats does not run.
    const server = await startTestServer({ kind, clock: handClock() })
    t.after(() => server.close())
    const { db, commit } = server.services
    const query = <Row extends object>(text: string, values: unknown[]) =>
      db.query<Row>({ name: `test_${text.split(' ', 1)[0]}`, text }, values)
    const ann = server.agent()
    const vera = server.visitor('vera', { name: 'Vera' })
    await vera.writes('Where is my order?')
    const [{ id: chat } = { id: 0 }] = await ann.chats()
    const of = { account: 1, chat, wanted: 'open' as const }
    const readRow = async () => {
      const [row] = await query<{ words: string; upto: number }>(
        'select words::text, person, lines, starts, upto, at from chat_words where account_id = 1 and chat_id = $1',
        [chat],
      )
      assert.ok(row)
      return row
    }

    let known: KnownIndex | null = null
    async function indexes(): Promise<'appended' | 'made anew'> {
      await atRest([server], []) // the deliveries of agents' messages add entries
      await query('update chat_words set words = words || $2::tsvector where chat_id = $1', [chat, `'${PLANTED}'`])
      known = await indexChat(db, { ...of, known: known ?? undefined })
      const { words, ...appended } = await readRow()
      const isAppended = words.includes(PLANTED)
      const whole = await indexChat(db, of)
      assert.deepEqual({ ...appended, words: words.replace(`'${PLANTED}' `, '') }, { ...(await readRow()) })
      const { position, last, read, full } = whole?.end ?? {}
      assert.deepEqual({ ...known?.end, size: 0 }, { position, last, read, full, size: 0 })
      return isAppended ? 'appended' : 'made anew'
    }

    assert.equal(await indexes(), 'made anew')
    await vera.writes('my order is late')
    assert.equal(await indexes(), 'appended')
    await ann.accepts(chat)
    assert.equal(await indexes(), 'made anew', 'another agent has the chat')
    await ann.writes(chat, 'Your order has left')
    await vera.writes('order, order')
    assert.equal(await indexes(), 'appended')
    assert.equal((await ann.call('POST', `/chats/${chat}/notes`, NOTE)).status, 200)
    await vera.writes('has it left?')
    assert.equal((await ann.call('POST', `/chats/${chat}/notes`, NOTE)).status, 200)
    assert.equal(await indexes(), 'appended')
    await commit({ account: 1, target: { chat }, command: { type: 'visitor.edit', of: 2, text: 'my parcel is late' } })
    assert.equal(await indexes(), 'made anew', 'an earlier message has another text')
    assert.match((await readRow()).words, /parcel/)
    for (let written = 0; written < 20; written++) {
      await ann.writes(chat, `${LONG} order`)
      assert.equal(await indexes(), 'appended')
    }
    for (let written = 0; written < 20; written++) await ann.writes(chat, `${LONG} order`)
    await indexes()
    await vera.writes('beyond the limit of the texts')
    await indexes()
    const { words, upto } = await readRow()
    // The words are thousands of positions: an error says only this.
    assert.ok(!words.includes('beyond'), 'what exceeds the limit of the texts is indexed')
    assert.equal(upto, (await ann.chat(chat)).last)
  })
