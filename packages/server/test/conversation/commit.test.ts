import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { apply, opened, type Command, type Entry } from '@deskbell/rules'
import { botEffect } from '../../src/bots/effects.ts'
import { channelEffect } from '../../src/channels/api/effects.ts'
import { ruleDeliveries } from '../../src/conversation/commit/rule-deliveries.ts'
import { makeCommit, type CommitOptions } from '../../src/conversation/commit/commit.ts'
import { CommitRefused, type Input, type ChangedChat, type Once } from '../../src/conversation/commit/input.ts'
import { makeLocator } from '../../src/conversation/commit/locate.ts'
import type { Db } from '../../src/db/db.ts'
import { InDoubt } from '../../src/db/errors.ts'
import { statement } from '../../src/db/statement.ts'
import type { LeasedDelivery } from '../../src/deliveries/delivery.ts'
import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import { soon } from '../channels/widget/soon.ts'
import { openTestDb, testKinds, type TestDb } from '../db.ts'

const seed = statement(
  'test_commit_seed',
  `with a as (insert into account (name) values ('Shop') returning id)
   insert into channel (account_id, kind, name, public_id, random, secret)
   select id, 'api', 'App', 'Ab3dEf6hIj' || id, 'r', '\\x00' from a returning account_id, id`,
)
const entries = statement(
  'test_commit_entries',
  'select chat_id, n, type, at, body from entry where account_id = $1 order by chat_id, n',
)
const chats = statement(
  'test_commit_chats',
  'select id, visitor_number, state, opened_at, closed_at from chat where account_id = $1 order by id',
)
const visitors = statement('test_commit_visitors', 'select number, key, name, chats from visitor where account_id = $1')
const deliveries = statement(
  'test_commit_owed',
  'select lane, state, entry_n, token from delivery where account_id = $1 order by id',
)

const photos = statement(
  'test_commit_photos',
  `select id, state, body from delivery where account_id = $1 and kind = 'photo_fetch' order by id`,
)

interface EntryRow {
  chat_id: number
  n: number
  type: string
  at: number
  body: Record<string, unknown>
}
interface ChatRow {
  id: number
  visitor_number: number
  state: Record<string, unknown>
  opened_at: number
  closed_at: number | null
}

for (const kind of testKinds())
  describe(`commit on the ${kind} database`, () => {
    let place: TestDb
    let account = 0
    let channel = 0
    before(async () => {
      place = await openTestDb(kind)
      const [row] = await place.db.query<{ account_id: number; id: number }>(seed, [])
      account = row?.account_id ?? 0
      channel = row?.id ?? 0
    })
    after(() => place.close())

    /** The commit of one process, with the changed chats and leased deliveries that it reports. */
    function open(db: Db = place.db, onDurable: CommitOptions['onDurable'] = () => {}, isAlone = true) {
      const changed: ChangedChat[] = []
      const leased: LeasedDelivery[] = []
      const commit = makeCommit({
        effects: [ruleDeliveries((kind, to) => `${kind}:${to}`), channelEffect, botEffect],
        isAlone: () => isAlone,
        readFacts: () => ({
          followsLog: false,
          carriesAttachments: false,
          bot: null,
          isAvailable: () => true,
          tellsChanges: false,
          isOnline: () => true,
        }),
        db,
        locate: makeLocator(db),
        clock: realClock,
        ids: realIds,
        onDurable,
        onCommitted: (some) => changed.push(...some),
        onLeased: (some) => leased.push(...some),
      })
      return { commit, changed, leased }
    }
    const message = (key: string, text: string, more: Partial<Input> = {}): Input => ({
      account,
      target: { channel, key },
      command: { type: 'visitor.write', id: realIds.letters(22), text, profile: {} },
      ...more,
    })
    const inChat = (chat: number, command: Command, more: Partial<Input> = {}): Input => ({
      account,
      target: { chat },
      command,
      ...more,
    })
    const ann = { id: 1, name: 'Ann' }
    async function accept(commit: ReturnType<typeof open>['commit'], key: string): Promise<number> {
      const done = await commit(message(key, 'hi'))
      assert.equal(done.kind, 'done')
      if (done.kind !== 'done' || done.chat === null) throw new Error('no chat')
      await commit(inChat(done.chat, { type: 'agent.accept', agent: ann, takeOver: false }))
      return done.chat
    }
    const entriesOf = async (): Promise<EntryRow[]> => place.db.query<EntryRow>(entries, [account])

    test('400 concurrent commands: entry numbers have no gaps, each customer has one open chat, states equal the folded logs', async () => {
      const { commit, changed } = open()
      const done = await Promise.all(
        Array.from({ length: 400 }, (_, i) => commit(message(`many ${i % 25}`, `text ${i}`))),
      )
      assert.equal(new Set(done.map((one) => (one.kind === 'done' ? one.chat : 0))).size, 25)
      const rows = await entriesOf()
      for (const chat of await place.db.query<ChatRow>(chats, [account])) {
        const log = rows.filter((row) => row.chat_id === chat.id)
        assert.deepEqual(
          log.map((row) => row.n),
          log.map((_, i) => i + 1),
        )
        const folded = log
          .map((row) => ({ ...row.body, type: row.type, n: row.n, at: row.at }) as Entry)
          .reduce(apply, opened(chat.opened_at))
        assert.deepEqual(JSON.parse(JSON.stringify(folded)), chat.state)
        // Each customer's messages are in order: text i, i+25, i+50, …
        const texts = log.map((row) => Number(String(row.body['text']).slice(5)))
        assert.deepEqual(
          texts,
          texts.toSorted((a, b) => a - b),
        )
      }
      // Every entry was reported once.
      const published = changed.flatMap((one) => one.entries.map((entry) => `${one.chat}:${entry.n}`))
      assert.equal(new Set(published).size, 400)
    })

    test('chats and visitors are numbered 1, 2, 3 within the account', async () => {
      const rows = await place.db.query<{ number: number }>(visitors, [account])
      assert.deepEqual(
        rows.map((row) => row.number).toSorted((a, b) => a - b),
        rows.map((_, i) => i + 1),
      )
      const ids = (await place.db.query<ChatRow>(chats, [account])).map((row) => row.id)
      assert.deepEqual(
        ids,
        ids.map((_, i) => i + 1),
      )
    })

    test('A10 of several photos of a customer that wait to be fetched, only the newest is kept', async () => {
      const { commit, leased } = open()
      for (const source of ['first', 'second', 'third'])
        await commit(
          message('vain', source, {
            visitor: { photo: { hash: createHash('sha256').update(source).digest(), source } },
          }),
        )
      const rows = await place.db.query<{ id: number; state: string; body: { source: string } }>(photos, [account])
      // The first was under way when the others were committed.
      assert.deepEqual(
        rows.map(({ state, body }) => [state, body.source]),
        [
          ['due', 'first'],
          ['waiting', 'third'],
        ],
      )
      assert.deepEqual(
        leased.filter(({ kind }) => kind === 'photo_fetch').map(({ body }) => body),
        [{ source: 'first' }],
      )
    })

    test('R5 after a commit whose answer was lost, its deliveries start at once', async () => {
      const chat = await accept(open().commit, 'lost answer')
      // The same database over a connection that breaks after each transaction.
      const lossy = Object.create(place.db, {
        pipeline: {
          async value(work: Parameters<Db['pipeline']>[0]) {
            await place.db.pipeline(work)
            throw new InDoubt('the connection is lost')
          },
        },
      }) as Db
      const { commit, leased, changed } = open(lossy)
      const written = await commit(inChat(chat, { type: 'agent.write', agent: ann, id: 'once', text: 'sent once' }))
      assert.equal(written.kind, 'done')
      assert.equal(changed.length, 1)
      assert.deepEqual(
        leased.map((one) => [one.chat, one.kind, one.attempts]),
        [[chat, 'agent_message', 0]],
      )
      const rows = await place.db.query<{ lane: string; token: string }>(deliveries, [account])
      assert.equal(rows.find(({ lane }) => lane === leased[0]?.lane)?.token, leased[0]?.token)
    })

    test('a refused command fails alone', async () => {
      const { commit } = open()
      const chat = await accept(commit, 'refused')
      const results = await Promise.allSettled([
        commit(message('refused', 'before')),
        commit(inChat(chat, { type: 'agent.write', agent: { id: 2, name: 'Bob' }, id: 'x', text: 'mine now' })),
        commit(inChat(2 ** 31 - 1, { type: 'agent.close', agent: ann, anyone: false })),
        commit(message('refused', 'after')),
      ])
      assert.deepEqual(
        results.map((result) => (result.status === 'rejected' ? result.reason.code : result.value.kind)),
        ['done', 'taken', 'no_chat', 'done'],
      )
    })

    test('R24 a row that the database rejects fails alone, and leaves nothing', async () => {
      const { commit } = open()
      const results = await Promise.allSettled(
        Array.from({ length: 9 }, (_, i) => commit(message(`poison ${i}`, i === 4 ? 'a\u0000b' : 'fine'))),
      )
      assert.deepEqual(
        results.map((result) => result.status),
        Array.from({ length: 9 }, (_, i) => (i === 4 ? 'rejected' : 'fulfilled')),
      )
      const rows = await place.db.query<{ key: string }>(visitors, [account])
      assert.ok(!rows.some((row) => row.key === 'poison 4'))
    })

    test('a message after the end of a chat opens a new chat', async () => {
      const { commit } = open()
      const first = await accept(commit, 'again')
      await commit(inChat(first, { type: 'agent.close', agent: ann, anyone: false }))
      const done = await commit(message('again', 'one more thing'))
      assert.ok(done.kind === 'done' && done.chat !== null && done.chat > first)
      assert.equal(done.visitor.chats, 2)
    })

    test('one batch closes a chat and opens the next one', async () => {
      const { commit } = open()
      const chat = await accept(commit, 'batch')
      const results = await Promise.all([
        commit(inChat(chat, { type: 'agent.write', agent: ann, id: 'w', text: 'bye' })),
        commit(inChat(chat, { type: 'agent.close', agent: ann, anyone: false })),
        commit(message('batch', 'hello again')),
        commit(message('batch', 'and again')),
      ])
      const chatsSeen = results.map((one) => (one.kind === 'done' ? one.chat : null))
      assert.deepEqual(chatsSeen.slice(0, 2), [chat, chat])
      assert.equal(chatsSeen[2], chatsSeen[3])
      assert.notEqual(chatsSeen[2], chat)
    })

    test('a chat is closed and the next one opened in one transaction', async () => {
      let transactions = 0
      const db: Db = {
        ...place.db,
        pipeline(fn) {
          transactions++
          return place.db.pipeline(fn)
        },
      }
      const nothing = () => {}
      const commit = makeCommit({
        effects: [ruleDeliveries((kind, to) => `${kind}:${to}`), channelEffect, botEffect],
        isAlone: () => true,
        readFacts: () => ({
          followsLog: false,
          carriesAttachments: false,
          bot: null,
          isAvailable: () => true,
          tellsChanges: false,
          isOnline: () => true,
        }),
        db,
        locate: makeLocator(db),
        clock: realClock,
        ids: realIds,
        onDurable: nothing,
        onCommitted: nothing,
        onLeased: nothing,
      })
      const first = await commit(message('one after the other', 'hello'))
      const chat = (first.kind === 'done' && first.chat) || 0
      transactions = 0
      await Promise.all([
        commit(inChat(chat, { type: 'agent.close', agent: ann, anyone: true })),
        commit(message('one after the other', 'hello again')),
      ])
      assert.equal(transactions, 1)
    })

    test('what is committed when a transaction is durable is in the next one, with what waits already', async () => {
      const batches: string[][] = []
      const more: Promise<unknown>[] = []
      let isFirst = true
      const db: Db = {
        ...place.db,
        pipeline(fn) {
          // While the first transaction is under way.
          if (more.length === 0) more.push(commit(message('durable waits', 'hello')))
          return place.db.pipeline(fn)
        },
      }
      const { commit } = open(db, (changed) => {
        batches.push(changed.map(({ visitor }) => visitor.key))
        if (isFirst) more.push(commit(message('durable follows', 'hello')))
        isFirst = false
      })
      await commit(message('durable first', 'hello'))
      await Promise.all(more)
      assert.deepEqual(batches, [['durable first'], ['durable waits', 'durable follows']])
    })

    for (const [isAlone, batches, so] of [
      [false, 2, 'wait a moment for others'],
      [true, 3, 'are written at once, when the process is alone'],
    ] as const)
      test(`few messages after a batch of several ${so}`, async () => {
        let durable = 0
        const done: Promise<unknown>[] = []
        const writes = (name: string, count: number) => {
          for (let i = 0; i < count; i++) done.push(commit(message(`gathers ${isAlone} ${name} ${i}`, 'hi')))
        }
        const { commit } = open(
          place.db,
          () => {
            if (++durable > 1) return
            writes('second', 1)
            setImmediate(() => writes('third', 3))
          },
          isAlone,
        )
        writes('first', 6)
        await soon(() => done.length === 10)
        await Promise.all(done)
        assert.equal(durable, batches)
      })

    test('a message takes one round trip where this process wrote last, and two after another one', async () => {
      // Queries that are sent in the same turn of the event loop share a round trip (db.ts).
      const trips: string[][] = []
      let gathering: string[] | undefined
      const ask = (what: string) => {
        if (!gathering) {
          trips.push((gathering = []))
          queueMicrotask(() => (gathering = undefined))
        }
        gathering.push(what)
      }
      const db: Db = {
        ...place.db,
        pipeline: (fn) =>
          place.db.pipeline((tx) =>
            fn({
              query(asked, values) {
                ask(asked.name)
                return tx.query(asked, values)
              },
              run: (query) => tx.run(query),
              commit() {
                ask('commit')
                return tx.commit()
              },
              rollback: () => tx.rollback(),
            }),
          ),
      }
      const nothing = () => {}
      const options = {
        db,
        locate: makeLocator(db),
        clock: realClock,
        ids: realIds,
        effects: [ruleDeliveries((kind, to) => `${kind}:${to}`), channelEffect, botEffect],
        isAlone: () => true,
        readFacts: () => ({
          followsLog: false,
          carriesAttachments: false,
          bot: null,
          isAvailable: () => true,
          tellsChanges: false,
          isOnline: () => true,
        }),
      }
      const commit = makeCommit({ ...options, onDurable: nothing, onCommitted: nothing, onLeased: nothing })
      await commit(message('trips', 'hello'))
      trips.length = 0
      await commit(message('trips', 'hello again'))
      const isServer = kind === 'server'
      const writes = ['chat_write', 'chat_write_entries']
      const atOnce = [
        ...(isServer ? ['commit_bound_all', 'name_lock'] : []),
        ...['chat_versions_stand', ...writes, 'commit'],
      ]
      assert.deepEqual(trips, [atOnce])

      const other = open()
      await other.commit(message('trips', 'hello from another process'))
      trips.length = 0
      const after = await commit(message('trips', 'hello after it'))
      const isAfter = after.kind === 'done' && after.entries[0]
      assert.ok(isAfter && isAfter.type === 'message' && isAfter.n > 3, 'it is numbered after the other one')
      assert.deepEqual(trips, [
        atOnce,
        [...(isServer ? ['name_lock'] : []), 'chat_conversations'],
        [...(isServer ? ['commit_bound'] : []), ...writes, 'commit_stamp', 'commit'],
      ])
    })

    test('A13 the same key and body get the first answer; another body is refused', async () => {
      const { commit } = open()
      const once = (key: string, body: string): Once => ({
        scope: `channel ${channel}`,
        key,
        hash: createHash('sha256').update(body).digest(),
        answer: (done) => ({ n: done.entries[0]?.n }),
      })
      const ask = (key: string, body: string) => commit(message('once', body, { once: once(key, body) }))
      const [first, same] = await Promise.all([ask('k', 'a'), ask('k', 'a')])
      assert.equal(first.kind, 'done')
      assert.deepEqual(same, { kind: 'repeated', answer: { n: 1 } })
      assert.deepEqual(await ask('k', 'a'), { kind: 'repeated', answer: { n: 1 } })
      await assert.rejects(
        ask('k', 'b'),
        (error) => error instanceof CommitRefused && error.code === 'idempotency_mismatch',
      )
      await assert.rejects(
        Promise.all([ask('l', 'a'), ask('l', 'b')]),
        (error) => error instanceof CommitRefused && error.code === 'idempotency_mismatch',
      )
      assert.equal((await ask('m', 'c')).kind, 'done')
    })

    test('A25 only the first delivery of a lane is due, and it is leased to the process that wrote it', async () => {
      const { commit, leased } = open()
      const chat = await accept(commit, 'lane')
      for (const text of ['one', 'two', 'three'])
        await commit(inChat(chat, { type: 'agent.write', agent: ann, id: text, text }))
      assert.equal(leased.length, 1)
      const [first] = leased
      assert.ok(first)
      const rows = await place.db.query<{ lane: string; state: string }>(deliveries, [account])
      assert.deepEqual(
        rows.filter((row) => row.lane === first.lane).map((row) => row.state),
        ['due', 'waiting', 'waiting'],
      )
      const settlement = {
        account,
        id: first.id,
        lane: first.lane,
        token: first.token,
        state: 'done' as const,
        attempts: 1,
        status: 200,
        reason: null,
        diagnosis: null,
        attempt: null,
      }
      const succeeded: Command = { type: 'delivery.succeeded', of: first.of ?? 0 }
      // A worker that lost its lease writes nothing, whatever the answer was (R19).
      const stolen = { ...settlement, token: realIds.uuid() }
      await assert.rejects(
        commit(inChat(chat, succeeded, { settles: stolen })),
        (error) => error instanceof CommitRefused && error.code === 'lease_lost',
      )
      await commit(inChat(chat, succeeded, { settles: settlement }))
      assert.deepEqual(
        leased.map((one) => (one.body as { text: string }).text),
        ['one', 'two'],
      )
      await assert.rejects(
        commit(inChat(chat, succeeded, { settles: settlement })),
        (error) => error instanceof CommitRefused && error.code === 'lease_lost',
      )
    })

    if (kind === 'server')
      test('three processes at once on the same conversations: no gap, no second chat, no deadlock', async () => {
        const processes = [open(), open(), open()]
        const sent = processes.flatMap(({ commit }, p) =>
          Array.from({ length: 200 }, (_, i) => commit(message(`shared ${(i * 7 + p) % 10}`, `${p} ${i}`))),
        )
        const done = await Promise.all(sent)
        const numbers = new Map<number, number[]>()
        for (const one of done) {
          if (one.kind !== 'done' || one.chat === null) throw new Error('not stored')
          numbers.set(one.chat, [...(numbers.get(one.chat) ?? []), ...one.entries.map((entry) => entry.n)])
        }
        assert.equal(numbers.size, 10)
        for (const list of numbers.values())
          assert.deepEqual(
            list.toSorted((a, b) => a - b),
            list.map((_, i) => i + 1),
          )
      })
  })
