import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock, type HandClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { startPost } from '../mail/post.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`alerts by mail (${kind})`, () => {
    let clock: HandClock
    let testServer: TestServer
    let post: Awaited<ReturnType<typeof startPost>>
    before(async () => {
      clock = handClock()
      post = await startPost()
      const env = { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' }
      testServer = await startTestServer({ kind, clock, env })
    })
    after(() => testServer.close().then(post.close))

    const rest = () => atRest([testServer], [], () => post.letters.length)
    async function pass(ms: number): Promise<void> {
      for (let left = ms; left > 0; left -= 1000) {
        await clock.move(Math.min(left, 1000))
        await rest()
      }
    }
    async function writes(id: string): Promise<number> {
      await testServer.visitor(id, { name: `Visitor ${id}` }).writes('a secret text')
      await rest()
      return (await testServer.agent().chats()).find((one) => one.visitor.id === id)?.id ?? 0
    }
    const lettersOf = (chat: number) => post.letters.filter(({ text }) => text.includes(`/${chat}`))
    async function lineOf(email: string, chat: number) {
      const { body } = await testServer.agent(email).call('GET', '/me/alerts/log')
      const lines = body['alerts'] as unknown as {
        chat: number
        means: string
        sentAt: number | null
        acceptedAt: number | null
        failure: string | null
      }[]
      return lines.find((one) => one.chat === chat && one.means === 'mail')
    }

    test('N3 a chat that no agent could be alerted to is mailed to the agents after 30 s, without its text', async () => {
      const chat = await writes('unseen')
      await pass(28_000)
      assert.deepEqual(post.letters, [])
      await pass(4000)
      // The mail server has a clock of its own.
      await soon(() => lettersOf(chat).length === 2)
      // Both are offline, so the chat concerns first the agents whose switch is on, which is both.
      assert.deepEqual(
        lettersOf(chat)
          .flatMap(({ to }) => to)
          .toSorted(),
        [ANN, BOB],
      )
      for (const { from, text } of lettersOf(chat)) {
        assert.equal(from, 'desk@shop.test')
        assert.match(text, /Subject: Visitor unseen is waiting/)
        assert.match(text, new RegExp(`/inbox/waiting/${chat}\\b`))
        assert.doesNotMatch(text, /a secret text/)
      }
      await soon(async () => Boolean((await lineOf(BOB, chat))?.acceptedAt))
      await pass(60_000)
      assert.equal(lettersOf(chat).length, 2, 'once each')
    })

    test('N3 an agent who answers in time gets no mail; one who has switched it off gets none', async () => {
      const chat = await writes('answered')
      await pass(20_000)
      await testServer.agent(BOB).accepts(chat)
      await testServer.agent(BOB).writes(chat, 'hello')
      await pass(30_000)
      assert.deepEqual(lettersOf(chat), [])

      const bob = testServer.agent(BOB)
      const settings = (await bob.call('GET', '/me/alerts')).body['settings'] as unknown as object
      assert.equal((await bob.call('PUT', '/me/alerts', { ...settings, mail: false })).status, 200)
      const other = await writes('off')
      await pass(33_000)
      await soon(() => lettersOf(other).length === 1)
      assert.deepEqual(
        lettersOf(other).map(({ to }) => to),
        [[ANN]],
      )
      await bob.call('PUT', '/me/alerts', settings)
    })

    test('N3 when no mail of an alert can be delivered, it goes further; each step of a mail is in the log', async () => {
      const chat = await writes('refused')
      await testServer.agent(BOB).accepts(chat)
      await testServer.visitor('refused').writes('are you there?')
      await rest()
      post.refuses(550)
      await pass(32_000)
      await soon(async () => /550|not now/.test((await lineOf(BOB, chat))?.failure ?? ''))
      // Only Ann is left.
      await soon(async () => {
        await pass(1000)
        return lettersOf(chat).length > 0
      }, 30_000)
      assert.deepEqual(
        lettersOf(chat).flatMap(({ to }) => to),
        [ANN],
      )
      await soon(async () => Boolean((await lineOf(ANN, chat))?.acceptedAt))
      assert.ok((await lineOf(ANN, chat))?.sentAt)
      await pass(40_000)
      assert.equal(lettersOf(chat).length, 1)
    })

    test('N3 a mail that waits for the mail server is not sent when an agent has answered meanwhile', async () => {
      const chat = await writes('outage')
      await testServer.agent(BOB).accepts(chat)
      await testServer.visitor('outage').writes('are you there?')
      await rest()
      post.refuses(451)
      await pass(32_000)
      await soon(() => !post.willRefuse())
      await rest()
      await testServer.agent(BOB).writes(chat, 'here I am')
      await pass(70_000)
      await soon(async () => /seen the alert/.test((await lineOf(BOB, chat))?.failure ?? ''))
      await pass(40_000)
      assert.deepEqual(lettersOf(chat), [])
      assert.equal(await lineOf(ANN, chat), undefined)
    })

    test('N3 a mail that the mail server refuses for now is sent again; one that it refuses is logged as failed', async () => {
      const note = async (chat: number) => {
        const { body } = await testServer.agent(BOB).call('GET', '/me')
        const mentions = [body['id']]
        const answer = await testServer.agent(ANN).call('POST', `/chats/${chat}/notes`, { text: '@Bob', mentions })
        return answer.body['n'] as unknown as number
      }
      const chat = await writes('later')
      await testServer.agent(ANN).accepts(chat)
      post.refuses(451)
      const n = await note(chat)
      await pass(32_000)
      assert.deepEqual(lettersOf(chat), [])
      await soon(async () => {
        await clock.move(1000)
        return lettersOf(chat).length > 0
      }, 30_000)
      await rest()
      const [letter, ...more] = lettersOf(chat)
      assert.deepEqual([letter?.to, more.length], [[BOB], 0])
      assert.match(letter?.text ?? '', /Subject: A colleague mentioned you/)
      assert.ok(letter?.text.includes(`/inbox/all/${chat}#entry-${n}`))

      const other = await writes('never')
      await testServer.agent(ANN).accepts(other)
      post.refuses(550)
      await note(other)
      await pass(35_000)
      await soon(async () => /550|not now/.test((await lineOf(BOB, other))?.failure ?? ''))
    })
  })
