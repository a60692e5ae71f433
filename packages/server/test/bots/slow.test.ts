import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { handClock, settle, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import type { Answer } from '../test-server.ts'
import { startBotServer, textOf, until, type BotServer } from './server.ts'
import { pauseStore } from './pause.ts'

for (const kind of testKinds())
  describe(`a provider’s message while the database is slow, ${kind}`, () => {
    let clock: HandClock
    let server: BotServer
    before(async () => {
      clock = handClock()
      server = await startBotServer({ kind, clock })
    })
    after(() => server.close())

    let customers = 0
    async function asking() {
      const customer = `customer ${++customers}`
      const chat = await server.opensChat(customer)
      await until(() => server.eventsOf(chat).length === 1)
      await server.quiet()
      return { customer, chat }
    }
    /** The answer while the database is stalled for `ms`, and after how much of that time. */
    async function during(ms: number, asks: () => Promise<Answer>): Promise<{ answer: Answer; after: number }> {
      const resumes = await pauseStore(server.services.db)
      const began = clock.now()
      let answered = 0
      const asked = asks().then((answer) => {
        answered = clock.now() - began
        return answer
      })
      // Waits, in real time, until the request waits for the database.
      await settle(500)
      for (let gone = 0; gone < ms; gone += 100) {
        await clock.move(100)
      }
      // The clock of the database is not the test's: there, what was sent at once waits half a second for a lock.
      if (kind === 'server') await pause(700)
      await resumes()
      const answer = await asked
      await server.quiet()
      return { answer, after: answered }
    }
    const event = (text: string, chat?: number) => ({
      event: 'BOT_MESSAGE',
      id: '1',
      ...(chat !== undefined && { chat_id: String(chat) }),
      message: textOf(text),
    })

    test('B22 it is answered within three seconds and not stored; a repetition is accepted', async () => {
      const { chat, customer } = await asking()
      const { answer, after } = await during(10_000, () => server.posts(event('are you there', chat)))
      assert.equal(answer.status, 504)
      assert.equal(answer.headers.get('retry-after'), '2')
      assert.equal(answer.body['error']?.['code'], 'invalid_request')
      assert.ok(after <= 3000, `after ${after} ms`)
      assert.equal(await server.story(chat), 'bot.joined visitor')
      assert.equal((await server.posts(event('are you there', chat))).status, 200)
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['are you there'])
    })

    test('B22 a message that names no chat is not stored either, when its chat is found too late', async () => {
      const { chat, customer } = await asking()
      const { answer, after } = await during(10_000, () => server.posts(event('to whom it concerns')))
      assert.equal(answer.status, 504)
      assert.ok(after <= 3000)
      assert.equal(await server.story(chat), 'bot.joined visitor')
      assert.equal((await server.posts(event('to whom it concerns'))).status, 200)
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['to whom it concerns'])
    })

    test('B22 a message that is stored at the last moment is shown once when it is repeated', async () => {
      const { chat, customer } = await asking()
      const { answer } = await during(2900, () => server.posts(event('just in time', chat)))
      assert.equal(answer.status, 504)
      assert.equal((await server.posts(event('just in time', chat))).status, 200)
      await server.quiet()
      assert.deepEqual(server.shown(customer), ['just in time'])
    })

    test('B22 a short stall does not change the answer', async () => {
      const { chat, customer } = await asking()
      const { answer } = await during(1500, () => server.posts(event('a slow answer', chat)))
      assert.equal(answer.status, 200)
      assert.deepEqual(server.shown(customer), ['a slow answer'])
    })

    test('B22 many waiting messages are all answered in time', async () => {
      const { chat, customer } = await asking()
      const answers: { status: number; after: number }[] = []
      await during(10_000, async () => {
        const since = clock.now()
        const all = Array.from({ length: 50 }, async (_, i) => {
          const answer = await server.posts({ ...event(`number ${i}`, chat), id: String(i) })
          answers.push({ status: answer.status, after: clock.now() - since })
          return answer
        })
        return (await Promise.all(all))[0] as Answer
      })
      assert.equal(answers.length, 50)
      assert.ok(
        answers.every(({ status, after }) => status === 504 && after <= 3000),
        JSON.stringify(answers),
      )
      assert.deepEqual(server.shown(customer), [])
    })
  })
