import assert from 'node:assert/strict'
import { test } from 'node:test'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startBotHouse, until } from './house.ts'

for (const kind of testKinds())
  test(`chats that wait for a bot go to agents immediately when it is switched off, ${kind}`, async () => {
    const house = await startBotHouse({ kind, clock: handClock() })
    try {
      house.provider.answers({})
      const waits = await house.meets('waits')
      const answered = await house.meets('was answered')
      assert.equal((await house.says(answered, 'Here you are.')).status, 200)
      await house.sets({ enabled: false })
      await until(async () => (await house.agent().chat(waits)).owner === 'queue')
      assert.equal((await house.last(waits, 'bot.left')).why, 'removed')
      assert.equal((await house.agent().chat(answered)).owner, 'bot', 'nobody waits in this one')
      assert.equal((await house.says(waits, 'still here')).status, 403)

      await house.visitor('was answered').writes('And this?')
      assert.equal((await house.agent().chat(answered)).owner, 'queue')
      const anew = await house.meets('comes later')
      assert.equal(await house.story(anew), 'visitor', 'no bot is asked, and none is spoken of')

      await house.sets({ enabled: true })
      const again = await house.meets('comes again later')
      assert.equal(await house.story(again), 'bot.joined visitor')
      await house.sets({ channels: [] })
      await until(async () => (await house.agent().chat(again)).owner === 'queue')
    } finally {
      await house.close()
    }
  })
