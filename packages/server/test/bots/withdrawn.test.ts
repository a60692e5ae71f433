import assert from 'node:assert/strict'
import { test } from 'node:test'
import { watchWithdrawals } from '../../src/bots/withdrawn.ts'
import { statement } from '../../src/db/statement.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startBotServer, until } from './server.ts'

const switchOff = statement('test_switch_bot_off', 'update bot set enabled = false where account_id = 1')

test('chats that cannot be handed over yet are not committed again and again', async (t) => {
  const clock = handClock()
  const server = await startBotServer({ clock })
  t.after(() => server.close())
  // So many are handed over at a time.
  await Promise.all(Array.from({ length: 200 }, (_, i) => server.visitor(`v${i}`).writes('hi')))
  const { db, directory, commit } = server.server.services
  // Another process has switched the bot off, and this one has not read that yet.
  await db.query(switchOff, [])
  let commits = 0
  const counted = Object.assign((...given: Parameters<typeof commit>) => (commits++, commit(...given)), commit)
  const stop = watchWithdrawals({ db, clock, directory, commit: counted, onError: assert.ifError })
  await until(async () => commits >= 200)
  await server.quiet()
  assert.equal(commits, 200)
  await stop()
})

for (const kind of testKinds())
  test(`chats that wait for a bot go to agents immediately when it is switched off, ${kind}`, async () => {
    const server = await startBotServer({ kind, clock: handClock() })
    try {
      server.provider.answers({})
      const waits = await server.opensChat('waits')
      const answered = await server.opensChat('was answered')
      assert.equal((await server.says(answered, 'Here you are.')).status, 200)
      await server.sets({ enabled: false })
      await until(async () => (await server.agent().chat(waits)).owner === 'queue')
      assert.equal((await server.last(waits, 'bot.left')).why, 'removed')
      assert.equal((await server.agent().chat(answered)).owner, 'bot', 'no message waits in this chat')
      assert.equal((await server.says(waits, 'still here')).status, 403)

      await server.visitor('was answered').writes('And this?')
      assert.equal((await server.agent().chat(answered)).owner, 'queue')
      const anew = await server.opensChat('comes later')
      assert.equal(await server.story(anew), 'visitor', 'no bot is asked, and none is spoken of')

      await server.sets({ enabled: true })
      const again = await server.opensChat('comes again later')
      assert.equal(await server.story(again), 'bot.joined visitor')
      await server.sets({ channels: [] })
      await until(async () => (await server.agent().chat(again)).owner === 'queue')
    } finally {
      await server.close()
    }
  })
