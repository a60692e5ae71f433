import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { Effect } from '../src/conversation/commit/effects.ts'
import { conversation } from '../src/conversation/module.ts'
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
import { makePlace, testKinds } from './db.ts'

const insertWord = statement(
  'test_feature_word',
  'insert into test_word (chat_id, entry_n) select * from unnest($1::int[], $2::int[])',
)
const readWords = statement('test_feature_words', 'select chat_id as chat, entry_n as n from test_word')

/** A module that writes a row and a delivery for each message of a visitor. */
function feature({ settle }: Pick<Services, 'settle'>, carriedOut: (delivery: LeasedDelivery) => void): Module {
  const effect: Effect = {
    name: 'words',
    plan({ made }) {
      const messages = made.filter(({ entry }) => entry.type === 'message')
      if (messages.length === 0) return undefined
      return {
        write({ send, deliver }) {
          send(insertWord, [messages.map(({ draft }) => draft.number), messages.map(({ entry }) => entry.n)])
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
            await settle({ settlement, conversation: null })
          },
        },
      },
    },
  }
}

for (const kind of testKinds())
  describe(`a module, ${kind}`, () => {
    test('one module can write a row and a delivery for an entry', async () => {
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
      const store = await openStore(config, { clock: realClock, ids, log, onFatal: assert.fail }, closers)
      const registry = makeRegistry()
      const services = await openServices(config, { ...store, ids, log }, registry, closers)
      const carried = Promise.withResolvers<LeasedDelivery>()
      registry.add(conversation({ ...services, endpointOf: registry.endpointOf }))
      registry.add(feature(services, carried.resolve))
      await store.db.administer((client) => client.query('create table test_word (chat_id int, entry_n int)'))
      closers.add(() => services.worker.close(() => services.sender.close()))
      closers.add(() => services.commit.idle())
      await services.worker.start()
      const [account] = services.directory.accounts()
      const [channel] = services.directory.channels(account?.id ?? 0)
      const done = await services.commit({
        account: account?.id ?? 0,
        target: { channel: channel?.id ?? 0, key: 'ada' },
        command: { type: 'visitor.write', id: ids.letters(22), text: 'hello', profile: {} },
      })
      assert.ok(done.kind === 'done')
      const delivery = await carried.promise
      const n = done.entries.find(({ type }) => type === 'message')?.n
      assert.deepEqual([delivery.kind, delivery.chat, delivery.of], ['word', done.chat, n])
      assert.deepEqual(await store.db.query(readWords, []), [{ chat: done.chat, n }])
      await services.worker.settled()
      await closers.closeAll()
      await place.drop()
      rmSync(dataDir, { recursive: true, force: true })
    })

    test('a module that contributes a kind of delivery which another one has already is refused', () => {
      const registry = makeRegistry()
      const module = feature({ settle: async () => true }, () => {})
      registry.add(module)
      assert.throws(() => registry.add(module), /contributes word, but another module has contributed it already/)
    })
  })
