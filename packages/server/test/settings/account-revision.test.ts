import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import type { Db } from '../../src/db/db.ts'
import { changeAgent, createAgent } from '../../src/identity/agents.ts'
import { createAccount } from '../../src/settings/accounts.ts'
import { markFailing, markWorking, takeProbe } from '../../src/settings/bot-failing.ts'
import { createBot } from '../../src/settings/bots.ts'
import { beginChange, OPERATOR } from '../../src/settings/change.ts'
import { changeChannel, createChannel } from '../../src/settings/channels.ts'
import { openDirectory, type Directory } from '../../src/settings/directory.ts'
import * as webhookFailing from '../../src/settings/webhook-failing.ts'
import { createWebhook } from '../../src/settings/webhooks.ts'
import { quietLog, testKinds } from '../db.ts'
import { openTestSettings, type TestSettings } from './test-settings.ts'

/** An account with one object of each kind. */
interface Filled {
  account: number
  channel: number
  bot: number
  webhook: number
}

/** The statements that read settings. */
const READS = [
  'read_accounts',
  'read_agent_hours',
  'read_agents',
  'read_bots',
  'read_channels',
  'read_departments',
  'read_tags',
  'read_webhooks',
]

for (const kind of testKinds()) {
  suite(`revisions of accounts, ${kind}`, () => {
    let testSettings: TestSettings
    let one: Filled
    let two: Filled
    let directory: Directory
    let asked: { name: string; values: readonly unknown[] }[] = []
    before(async () => {
      testSettings = await openTestSettings(kind)
      one = await fill('one')
      two = await fill('two')
      directory = await openDirectory({
        db: counted(testSettings.db),
        keys: testSettings.keys,
        clock: testSettings.clock,
        log: quietLog,
      })
    })
    beforeEach(async () => {
      await directory.refresh()
      asked = []
    })
    after(async () => {
      directory.close()
      await testSettings.close()
    })

    const counted = (db: Db): Db => ({
      ...db,
      query(statement, values) {
        asked.push({ name: statement.name, values })
        return db.query(statement, values)
      },
    })
    async function fill(name: string): Promise<Filled> {
      const account = await testSettings.db.transaction((tx) => createAccount(tx, name))
      return testSettings.db.asAccount(account, async (tx) => {
        const { settingsContext } = testSettings
        const channel = await createChannel(settingsContext, { tx, account }, { name })
        const provider = { name, providerId: 'helper', providerUrl: 'http://127.0.0.1/', token: `the token of ${name}` }
        const bot = await createBot(settingsContext, tx, account, { ...provider, channels: [channel] })
        const webhook = await createWebhook(settingsContext, tx, account, { url: 'http://127.0.0.1/' })
        return { account, channel, bot, webhook }
      })
    }
    const rename = ({ account, channel }: Filled, name: string) =>
      testSettings.db.asAccount(account, (tx) =>
        changeChannel(testSettings.settingsContext, { tx, account }, channel, { name }),
      )
    const revisions = async () =>
      testSettings.db.query(
        { name: 'test_revisions', text: 'select id, revision, agents_revision from account order by id' },
        [],
      )

    test('all accounts are read in one pass at start', async () => {
      asked = []
      const another = await openDirectory({
        db: counted(testSettings.db),
        keys: testSettings.keys,
        clock: testSettings.clock,
        log: quietLog,
      })
      another.close()
      assert.deepEqual(asked.map(({ name }) => name).toSorted(), ['account_states', ...READS])
      const publicIds = [one, two].map(({ account, channel }) => another.channel(account, channel)?.publicId ?? '')
      assert.deepEqual(
        publicIds.map((publicId) => another.channelByPublicId(publicId)?.accountId),
        [one.account, two.account],
      )
    })

    test('a change in one account reads that account again and no other', async () => {
      const before = [directory.channel(one.account, one.channel), directory.channel(two.account, two.channel)]
      const told: number[] = []
      const stop = directory.onChange((account) => told.push(account))
      await rename(one, 'App')
      await directory.refresh()
      stop()
      assert.deepEqual(asked.map(({ name }) => name).toSorted(), ['account_states', 'account_states_of', ...READS])
      for (const { name, values } of asked) assert.deepEqual(values, name === 'account_states' ? [] : [[one.account]])
      assert.equal(directory.channel(one.account, one.channel)?.name, 'App')
      assert.notEqual(directory.channel(one.account, one.channel), before[0])
      assert.equal(directory.channel(two.account, two.channel), before[1])
      assert.deepEqual(told, [one.account])
    })

    test('a change of an agent reads only the agents of that account again', async () => {
      const { account } = one
      const ann = { name: 'Ann', email: 'ann@shop.test', role: 'owner' } as const
      const before = directory.channel(account, one.channel)
      const id = await testSettings.db.asAccount(account, (tx) => createAgent(tx, account, OPERATOR, ann))
      await directory.refresh()
      await testSettings.db.asAccount(account, (tx) => changeAgent({ tx, account }, OPERATOR, id, { status: 'away' }))
      await directory.refresh(account)
      assert.deepEqual(
        asked.map(({ name }) => name),
        ['account_states', 'account_states_of', 'read_agents', 'account_states_of', 'read_agents'],
      )
      for (const { name, values } of asked.slice(1)) assert.deepEqual(values, [[account]], name)
      assert.equal(directory.agent(account, id)?.status, 'away')
      assert.equal(directory.channel(account, one.channel), before)
      await testSettings.db.asAccount(account, (tx) => changeAgent({ tx, account }, OPERATOR, id, { name: 'Anna' }))
      await rename(one, 'Both')
      await directory.refresh()
      assert.deepEqual(
        [directory.agent(account, id)?.name, directory.channel(account, one.channel)?.name],
        ['Anna', 'Both'],
      )
    })

    test('a refresh of one account reads only the state of that account', async () => {
      await rename(two, 'Elsewhere')
      await directory.refresh(one.account)
      assert.deepEqual(asked, [{ name: 'account_states_of', values: [[one.account]] }])
      assert.equal(directory.channel(two.account, two.channel)?.name, 'two')
      await directory.refresh(two.account)
      assert.equal(directory.channel(two.account, two.channel)?.name, 'Elsewhere')
    })

    test('B8 a bot that fails, is probed and works again changes no revision and causes no read of an account', async () => {
      const { account, bot } = one
      const numbers = await revisions()
      const at = testSettings.clock.now()
      const steps: [unknown, () => Promise<unknown>][] = [
        [
          { since: at, reason: 'down', probeAt: at + 1000, probes: 0 },
          () => markFailing(testSettings.db, { account, bot, at, reason: 'down', probeAt: at + 1000 }),
        ],
        [
          { since: at, reason: 'down', probeAt: at + 3000, probes: 1 },
          () => takeProbe(testSettings.db, { account, bot, now: at + 1000, next: at + 3000 }),
        ],
        [null, () => markWorking(testSettings.db, account, bot)],
      ]
      let told = 0
      const stop = directory.onChange((changed) => (assert.equal(changed, account), told++))
      for (const [failing, step] of steps) {
        asked = []
        assert.equal(await step(), true)
        await directory.refresh()
        assert.deepEqual(
          asked.map(({ name }) => name),
          ['account_states', 'account_states_of'],
        )
        assert.deepEqual(directory.bot(account, bot)?.failing, failing)
        assert.equal(directory.botOf(account, one.channel), directory.bot(account, bot))
        assert.equal(directory.botByToken('helper', 'the token of one'), directory.bot(account, bot))
      }
      stop()
      assert.equal(told, steps.length)
      assert.deepEqual(await revisions(), numbers)
    })

    test('C19 a webhook that fails, is reported and is disabled changes no revision and causes no read of an account', async () => {
      const { account, webhook } = two
      const numbers = await revisions()
      const at = testSettings.clock.now()
      const noted = { account, webhook, at, reason: 'down' }
      const now = () => {
        const { state, failing, secrets } = directory.webhook(account, webhook) ?? {}
        return { state, failing, secrets: secrets?.length }
      }
      const failing = { since: at, reason: 'down', ownersNotified: false }
      const { transaction } = testSettings.db
      const steps: [unknown, () => Promise<unknown>][] = [
        [{ state: 'active', failing, secrets: 1 }, () => transaction((tx) => webhookFailing.markFailing(tx, [noted]))],
        [
          { state: 'active', failing: null, secrets: 1 },
          () => transaction((tx) => webhookFailing.markWorking(tx, [noted])),
        ],
        [{ state: 'active', failing, secrets: 1 }, () => transaction((tx) => webhookFailing.markFailing(tx, [noted]))],
        [
          { state: 'active', failing: { ...failing, ownersNotified: true }, secrets: 1 },
          () => transaction((tx) => webhookFailing.tellFailing(tx, { ...noted, failingSince: at })),
        ],
        [
          { state: 'disabled', failing: { ...failing, ownersNotified: true }, secrets: 1 },
          () => transaction((tx) => webhookFailing.disableWebhook(tx, noted)),
        ],
      ]
      for (const [expected, step] of steps) {
        asked = []
        await step()
        await directory.refresh()
        assert.deepEqual(
          asked.map(({ name }) => name),
          ['account_states', 'account_states_of'],
        )
        assert.deepEqual(now(), expected)
      }
      assert.deepEqual(await revisions(), numbers)
    })

    test('two processes see each other’s change within 2 seconds, settings and failing bots alike', async () => {
      const other = await testSettings.directory()
      const { account, bot, channel } = two
      const at = testSettings.clock.now()
      const sees = (which: Directory) =>
        new Promise<void>((resolve) => {
          const stop = which.onChange((changed) => {
            if (changed !== account) return
            stop()
            resolve()
          })
        })
      const both = () => Promise.all([sees(directory), sees(other)])
      let seen = both()
      await rename(two, 'Seen by both')
      await testSettings.clock.move(2000)
      await seen
      for (const which of [directory, other]) assert.equal(which.channel(account, channel)?.name, 'Seen by both')
      seen = both()
      await markFailing(testSettings.db, { account, bot, at, reason: 'down', probeAt: at })
      await testSettings.clock.move(2000)
      await seen
      for (const which of [directory, other]) assert.equal(which.bot(account, bot)?.failing?.reason, 'down')
    })

    test('T44 an account whose secret cannot be decrypted does not prevent reading the others', async () => {
      const seal = (secret: Buffer | undefined) =>
        testSettings.db.query({ name: 'test_seal', text: 'update channel set secret = $2 where account_id = $1' }, [
          one.account,
          secret,
        ])
      const [stored] = await testSettings.db.query<{ secret: Buffer }>(
        { name: 'test_sealed', text: 'select secret from channel where account_id = $1' },
        [one.account],
      )
      await rename(one, 'Unreadable')
      await rename(two, 'Readable')
      await seal(Buffer.from('sealed with no key'))
      await assert.rejects(directory.refresh())
      assert.notEqual(directory.channel(one.account, one.channel)?.name, 'Unreadable')
      assert.equal(directory.channel(two.account, two.channel)?.name, 'Readable')
      await seal(stored?.secret)
      await directory.refresh()
      assert.equal(directory.channel(one.account, one.channel)?.name, 'Unreadable')
    })

    test(
      'changes of one account take turns, those of two do not wait for each other',
      { skip: kind === 'embedded' && 'one connection: all transactions take turns' },
      async () => {
        const order: string[] = []
        const begun = Promise.withResolvers<void>()
        const held = Promise.withResolvers<void>()
        const first = testSettings.db.transaction(async (tx) => {
          await beginChange(tx, one.account)
          begun.resolve()
          await held.promise
          order.push('first of one')
        })
        await begun.promise
        const second = testSettings.db.transaction(async (tx) => {
          await beginChange(tx, one.account)
          order.push('second of one')
        })
        await testSettings.db.transaction((tx) => beginChange(tx, two.account))
        order.push('two')
        held.resolve()
        await Promise.all([first, second])
        assert.deepEqual(order, ['two', 'first of one', 'second of one'])
      },
    )

    test('a change of an account that does not exist is refused', async () => {
      await assert.rejects(
        testSettings.db.transaction((tx) => beginChange(tx, 999)),
        { code: 'not_found' },
      )
    })
  })
}
