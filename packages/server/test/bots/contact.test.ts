import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import type { Bot } from '@deskbell/protocol/agent/bot'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startBotServer, until, type BotServer } from './server.ts'

for (const kind of testKinds())
  describe(`whether a bot works, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    let tokens = 0
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock, bot: { attempts: 1 } })
    })
    beforeEach(async () => {
      server.provider.answers({ result: 'ok' })
      await clock.jump(1000)
      // A change of the connection resets what is known of the bot.
      await server.sets({ token: `provider-token-of-test-${++tokens}` })
      await clock.jump(1000)
    })
    after(() => server.close())

    let customers = 0
    const opensChat = () => server.opensChat(`customer ${++customers}`)
    const read = async () => (await server.agent().call('GET', '/bots/1')).body as unknown as Bot
    const contact = async () => (await read()).contact
    /** A visitor writes, and the message has been attempted. */
    async function tries(): Promise<void> {
      await opensChat()
      await server.ends()
    }

    test('B9 a bot without requests is shown as never contacted, also in the list', async () => {
      const never = { state: 'never_contacted', at: null, reason: null }
      assert.deepEqual(await contact(), never)
      const list = (await server.agent().call('GET', '/bots')).body['bots'] as unknown as Bot[]
      assert.deepEqual(list[0]?.contact, never)
    })

    test('B9 a bot that took the newest message is working', async () => {
      const at = clock.now()
      await tries()
      assert.deepEqual(await contact(), { state: 'working', at, reason: null })
    })

    test('B9 a bot that answers with another status is refusing, until it takes a message', async () => {
      for (const status of [401, 404, 302, 500]) {
        server.provider.fails(1, status)
        const at = clock.now()
        await tries()
        assert.deepEqual(await contact(), { state: 'refusing', at, reason: `it answered ${status}` })
        await clock.jump(1000)
        await tries()
        assert.equal((await contact()).state, 'working')
        await clock.jump(1000)
      }
    })

    test('B9 a bot that does not answer is failing', async () => {
      server.provider.hangs()
      const at = clock.now()
      await tries()
      assert.deepEqual(await contact(), { state: 'failing', at, reason: 'no answer within 3 seconds' })
    })

    test('B8 a skipped bot is failing, with the reason, even if it answers in the sandbox', async () => {
      server.provider.fails(3, 401)
      for (let i = 0; i < 3; i++) await tries()
      await until(async () => (await read()).failing !== null)
      assert.deepEqual(await contact(), { ...(await contact()), state: 'failing', reason: 'it answered 401' })
      await plays()
      assert.equal((await contact()).state, 'failing')
      await server.sets({ enabled: false })
      await server.sets({ enabled: true })
      assert.equal((await contact()).state, 'working')
    })

    /** An admin tries the bot in the sandbox. */
    async function plays(): Promise<void> {
      await clock.jump(1000)
      const { body } = await server.agent().call('POST', '/bots/1/sandboxes', {})
      const path = `/bots/1/sandboxes/${String(body['id'])}`
      assert.equal((await server.agent().call('POST', path, { event: 'CLIENT_MESSAGE', text: 'try' })).status, 200)
    }

    test('B9 a sandbox message shows whether the bot works, as a visitor’s message does', async () => {
      await plays()
      assert.equal((await contact()).state, 'working')
      server.provider.fails(1, 403)
      await plays()
      assert.deepEqual(await contact(), { state: 'refusing', at: clock.now(), reason: 'it answered 403' })
      await clock.jump(1000)
      await tries()
      assert.equal((await contact()).state, 'working')
    })

    test('B9 answers from before a change of the provider’s address do not count', async () => {
      server.provider.fails(1, 404)
      await tries()
      assert.equal((await contact()).state, 'refusing')
      await clock.jump(1000)
      await server.sets({ name: 'Helper' })
      assert.equal((await contact()).state, 'refusing')
      await server.sets({ providerUrl: `${server.provider.url}/moved` })
      assert.equal((await contact()).state, 'never_contacted')
    })
  })
