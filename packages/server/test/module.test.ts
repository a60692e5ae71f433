import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Effect } from '../src/conversation/commit/effects.ts'
import { conversation } from '../src/conversation/module.ts'
import { rowsOfChats } from '../src/conversation/erasure/personal-data.ts'
import { statement } from '../src/db/statement.ts'
import type { LeasedDelivery } from '../src/deliveries/delivery.ts'
import { newDelivery } from '../src/deliveries/new-delivery.ts'
import { startingAt } from '../src/deliveries/policy.ts'
import type { Module } from '../src/module.ts'
import { makeClosers } from '../src/platform/closers.ts'
import { realClock } from '../src/platform/clock.ts'
import { readConfig } from '../src/platform/config.ts'
import { realIds } from '../src/platform/ids.ts'
import { makeLog } from '../src/platform/log.ts'
import { makeRegistry } from '../src/registry.ts'
import { openServices, type Services } from '../src/services.ts'
import { openStore } from '../src/store.ts'
import { makePlace, testKinds, type DbKind } from './db.ts'

const insertWord = statement(
  'test_feature_word',
  'insert into test_word (account_id, chat_id, entry_n) select * from unnest($1::int[], $2::int[], $3::int[])',
)
const readWords = statement('test_feature_words', 'select chat_id as chat, entry_n as n from test_word')
const countWords = statement(
  'test_feature_count',
  'select count(*) as rows from test_word where account_id = $1 and chat_id = any($2::int[])',
)
const removeWords = statement(
  'test_feature_remove',
  `delete from test_word where ctid = any(array(select ctid from test_word where account_id = $1
     and chat_id = any($2::int[]) limit $3)) returning 1`,
)
const removeNotes = statement(
  'test_feature_remove_notes',
  'delete from test_note where account_id = $1 and visitor_number = $2',
)
const readNotes = statement('test_feature_notes', 'select visitor_number as visitor from test_note order by 1')

/** More rows than the first transaction and the step after it remove. */
const WORDS = 20_000

/** A module that writes a row and a delivery for each message of a visitor. */
function feature({ settle }: Pick<Services, 'settle'>, carriedOut: (delivery: LeasedDelivery) => void): Module {
  const effect: Effect = {
    name: 'words',
    plan({ made }) {
      const messages = made.filter(({ entry }) => entry.type === 'message')
      if (messages.length === 0) return undefined
      return {
        write({ send, deliver }) {
          send(insertWord, [
            messages.map(({ conversation }) => conversation.account),
            messages.map(({ draft }) => draft.number),
            messages.map(({ entry }) => entry.n),
          ])
          deliver(
            messages.map(({ draft, entry, conversation: { account, channel } }) =>
              newDelivery({
                kind: 'word',
                endpoint: 'words',
                account,
                channel,
                lane: `word:${draft.number}`,
                chat: draft.number,
                of: entry.n,
              }),
            ),
          )
        },
      }
    },
  }
  return {
    name: 'words',
    effects: [effect],
    personalData: {
      test_words: { inSteps: rowsOfChats({ count: countWords, remove: removeWords }) },
      test_notes: {
        async removeAtOnce(tx, { account, visitor }) {
          await tx.query(removeNotes, [account, visitor])
          return {}
        },
      },
    },
    deliveries: {
      word: {
        policy: { next: startingAt([0]), timeout: 1000, concurrency: 1, backlog: 1 },
        endpoint: () => 'words',
        handler: {
          async attempt(delivery, number) {
            carriedOut(delivery)
            const request = { url: '', headers: {}, body: '' }
            const record = { number, at: 0, ms: 0, outcome: 'ok', status: null, reason: null, request } as const
            return { record: { ...record, response: null }, diagnosis: null, result: null }
          },
          async conclude(_delivery, _attempted, settlement) {
            await settle({ settlement, lock: null })
          },
        },
      },
    },
  }
}

/** The services with two modules: the chats, and the feature of this test with its tables. */
async function startFeature(t: TestContext, kind: DbKind, carriedOut: (delivery: LeasedDelivery) => void) {
  const place = await makePlace(kind)
  const dataDir = place.dataDir || mkdtempSync(join(tmpdir(), 'deskbell-module-'))
  const config = readConfig({
    DATA_DIR: dataDir,
    SECRET_KEY: 'a key for tests alone',
    MIN_FREE_DISK: '0',
    ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
  })
  const [ids, log] = [realIds, makeLog(() => {})]
  const closers = makeClosers()
  t.after(async () => {
    await closers.closeAll()
    await place.drop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const store = await openStore(config, { clock: realClock, ids, log, onFatal: assert.fail }, closers)
  const registry = makeRegistry()
  const services = await openServices(config, { ...store, ids, log }, registry, closers)
  registry.add(conversation({ ...services, endpointOf: registry.endpointOf }))
  registry.add(feature(services, carriedOut))
  await store.db.administer((client) =>
    client.query(`create table test_word (account_id int, chat_id int, entry_n int, primary key (account_id, chat_id, entry_n));
      create table test_note (account_id int, visitor_number int)`),
  )
  const { commit, directory, erasures, worker, sender } = services
  closers.add(() => worker.close(() => sender.close()))
  closers.add(() => commit.idle())
  closers.add(() => erasures.close())
  await worker.start()
  const account = directory.accounts()[0]?.id ?? 0
  const channel = directory.channels(account)[0]?.id ?? 0
  return {
    db: store.db,
    services,
    account,
    /** Commits a message of the visitor with this key. Returns the chat and the message's number. */
    async writes(key: string) {
      const done = await commit({
        account,
        target: { channel, key },
        command: { type: 'visitor.write', id: ids.letters(22), text: 'hello', profile: {} },
      })
      assert.ok(done.kind === 'done')
      return { chat: done.chat, n: done.entries.find(({ type }) => type === 'message')?.n }
    },
  }
}

for (const kind of testKinds())
  describe(`a module, ${kind}`, () => {
    test('one module can write a row and a delivery for an entry', async (t) => {
      const carried = Promise.withResolvers<LeasedDelivery>()
      const { db, services, writes } = await startFeature(t, kind, carried.resolve)
      const { chat, n } = await writes('ada')
      const delivery = await carried.promise
      assert.deepEqual([delivery.kind, delivery.chat, delivery.of], ['word', chat, n])
      assert.deepEqual(await db.query(readWords, []), [{ chat, n }])
      await services.worker.settled()
    })

    test('T42 an erasure removes the data of a module, at once and in steps', async (t) => {
      const { db, services, account, writes } = await startFeature(t, kind, () => {})
      const { chat } = await writes('ada')
      const other = await writes('bea')
      await services.worker.settled()
      await db.administer((client) =>
        client.query(`insert into test_word select ${account}, ${chat}, 1000 + n from generate_series(1, ${WORDS}) n;
          insert into test_note values (${account}, 1), (${account}, 2)`),
      )
      const begun = await services.erasures.begin({ account, visitor: 1, chats: 'all' })
      assert.ok(begun && !begun.isDone && begun.total > WORDS, JSON.stringify(begun))
      assert.deepEqual(await db.query(readNotes, []), [{ visitor: 2 }], 'removed in the first transaction')
      const rest = (await db.query(readWords, [])).length
      assert.ok(rest > 1 && rest < WORDS, `${rest} rows are left to later steps`)
      await services.erasures.whenFinished(account, begun.id)
      assert.deepEqual(await db.query(readWords, []), [other])
    })

    test('a module with a kind of delivery that another module has is refused', () => {
      const registry = makeRegistry()
      const module = feature({ settle: async () => true }, () => {})
      registry.add(module)
      assert.throws(() => registry.add(module), /contributes word, but another module has contributed it already/)
    })

    test('a module with personal data of a name that another module or every erasure has is refused', () => {
      const registry = makeRegistry()
      const withData = (name: string): Module => ({ name: 'words', personalData: { [name]: {} } })
      registry.add(withData('words'))
      assert.throws(() => registry.add(withData('words')), /contributes words, but another module has contributed it/)
      assert.throws(() => registry.add(withData('entries')), /contributes entries, but every erasure has a step/)
      assert.deepEqual([...registry.personalData.keys()], ['words'])
    })
  })
