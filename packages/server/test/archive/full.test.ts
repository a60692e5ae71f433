import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSearchedTexts } from '../../src/archive/searched-texts.ts'
import { statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startTestServer } from '../test-server.ts'

const readIndex = statement(
  'test_full_index',
  `select upto, array_length(lines, 1) as lines, words::text like '%beyond%' as beyond from chat_words
   where account_id = 1 and chat_id = $1`,
)
/** 34 of these are more than the 200 kB of a chat that are indexed. */
const LONG = Array.from({ length: 900 }, (_, i) => `word${i % 50}`).join(' ')

for (const kind of testKinds())
  test(`messages that have no room in the index of an open chat are passed over every two minutes, ${kind}`, async (t) => {
    const clock = handClock()
    const server = await startTestServer({ kind, clock })
    t.after(() => server.close())
    const { db } = server.services
    const [ann, vera] = [server.agent(), server.visitor('vera')]
    await vera.writes('hello')
    const [{ id: chat } = { id: 0 }] = await ann.chats()
    await ann.accepts(chat)
    for (let written = 0; written < 40; written++) await ann.writes(chat, LONG)
    const read = async () => {
      const [row] = await db.query<{ upto: number; lines: number; beyond: boolean }>(readIndex, [chat])
      assert.ok(row)
      return { ...row, last: (await ann.chat(chat)).last }
    }
    async function pass(seconds: number): Promise<void> {
      for (let passed = 0; passed < seconds; passed++) {
        await clock.move(1000)
        await atRest([server], [])
      }
    }
    await pass(5)
    const full = await read()
    assert.equal(full.upto, full.last)
    assert.ok(full.lines < 40, 'the index is full')
    const { last } = full

    await vera.writes('beyond')
    await pass(5)
    assert.deepEqual(await read(), { ...full, last: last + 1 }, 'it is not written for a message')
    await pass(120)
    assert.deepEqual(await read(), { ...full, upto: last + 1, last: last + 1 })

    assert.equal((await ann.call('POST', `/chats/${chat}/leave`, {})).status, 200)
    await pass(5)
    const left = await read()
    assert.deepEqual(left, { ...full, upto: last + 2, last: last + 2 }, 'it says at once that the agent has left')
  })

for (const kind of testKinds())
  test(`for a full index only agents and changes of earlier messages are read, ${kind}`, async (t) => {
    const server = await startTestServer({ kind, clock: handClock() })
    t.after(() => server.close())
    const { db, commit } = server.services
    const [ann, vera] = [server.agent(), server.visitor('vera')]
    await vera.writes('Where is my order?')
    const [{ id: chat } = { id: 0 }] = await ann.chats()
    const read = async (after: number, isFull: boolean) => {
      const until = (await ann.chat(chat)).last
      const { texts, ...found } = await readSearchedTexts(db, { account: 1, chat, after, until, isFull })
      return { ...found, texts: texts.map(({ text }) => text) }
    }
    assert.deepEqual(await read(0, true), { texts: [], agents: [], changesEarlier: false })
    await ann.accepts(chat)
    const joined = (await ann.chat(chat)).last
    await vera.writes('It is late')
    assert.deepEqual(await read(joined, true), { texts: [], agents: [], changesEarlier: false })
    assert.deepEqual(await read(joined, false), { texts: ['It is late'], agents: [], changesEarlier: false })
    await ann.writes(chat, 'It has left')
    const { agents } = await read(joined, true)
    assert.deepEqual(agents, (await read(0, false)).agents)
    await commit({
      account: 1,
      target: { chat },
      command: { type: 'visitor.edit', of: 1, text: 'Where is my parcel?' },
    })
    assert.equal((await read(joined, true)).changesEarlier, true)
  })
