import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { REASONS, reason } from '@deskbell/protocol/agent/reasons'
import type { Contact } from '@deskbell/protocol/agent/contact'
import { handClock, type HandClock } from '../clock.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { startTestServer, type Answer, type TestServer } from '../test-server.ts'
import { startPost, type Letter } from './post.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const AFTER = 10

type Post = Awaited<ReturnType<typeof startPost>>

/** The address of the page in a mail, as a path of the server. */
function pageIn({ text }: Letter): string {
  const [, path] = /(\/rate\/[\w-]{43})\?r=good/.exec(text) ?? []
  assert.ok(path, text)
  return path
}

for (const kind of testKinds())
  suite(`mails that ask for a rating, ${kind}`, { timeout: 120_000 }, () => {
    let post: Post
    let server: TestServer
    let clock: HandClock
    before(async () => {
      clock = handClock()
      post = await startPost()
      server = await startTestServer({
        kind,
        clock,
        channels: [WIDGET],
        env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
      })
      const set = await server.agent().call('PATCH', '/settings', { ratingMailAfter: AFTER })
      assert.equal(set.body['ratingMailAfter'], AFTER)
    })
    after(() => server.close().then(post.close))

    const ann = () => server.agent()
    const lettersTo = (address: string) => post.letters.filter(({ to }) => to.includes(address))
    /** The mails of a chat in the log. */
    const mails = async (chat: number) =>
      (await ann().call('GET', `/deliveries?chat=${chat}&kind=mail`)).body['deliveries'] as unknown as {
        state: string
        reason: string | null
      }[]
    /** Moves the clock and waits until what is due by then has happened. */
    async function pass(ms: number): Promise<void> {
      await clock.jump(ms)
      for (let i = 0; i < 8; i++) {
        await clock.move(1000)
        await server.settled()
      }
    }
    /** The first mail to an address. The database takes its time, while the clock goes on. */
    async function arrives(address: string): Promise<Letter> {
      await soon(async () => {
        await clock.move(1000)
        return lettersTo(address).length > 0
      }, 20_000)
      return lettersTo(address)[0]!
    }
    /** A closed chat with an agent. */
    async function talk(key: string, sender: Record<string, unknown> = { email: `${key}@mail.test` }): Promise<number> {
      await server.visitor(key, sender).writes(`Hello from ${key}`)
      const chat = (await ann().chats('?limit=200')).find(({ visitor }) => visitor.id === key)?.id ?? 0
      await ann().accepts(chat)
      await ann().closes(chat)
      return chat
    }
    /** The mail that a chat led to. */
    async function asked(key: string): Promise<{ chat: number; letter: Letter; page: string }> {
      const chat = await talk(key)
      await pass(AFTER * MINUTE)
      const letter = await arrives(`${key}@mail.test`)
      return { chat, letter, page: pageIn(letter) }
    }
    const send = (path: string, fields: Record<string, string>): Promise<Answer> =>
      server.ask(path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    const ratings = async (chat: number) =>
      (await ann().entries(chat)).flatMap((one) => (one.type === 'chat.rated' ? [[one.rating, one.text]] : []))
    const reasonOf = async (chat: number) => {
      await soon(async () => {
        await clock.move(1000)
        return (await mails(chat))[0]?.state === 'cancelled'
      }, 20_000)
      return (await mails(chat))[0]?.reason
    }

    test('S10 a visitor who has left is asked once, by the company, and the page rates the chat as the widget does', async () => {
      const chat = await talk('vera')
      await pass((AFTER - 2) * MINUTE)
      assert.deepEqual(lettersTo('vera@mail.test'), [])
      await pass(2 * MINUTE)
      const letter = await arrives('vera@mail.test')
      assert.match(letter.text, /^From: Shop <desk@shop\.test>/m)
      assert.match(letter.text, /^Subject: How was your chat with Shop\?/m)
      assert.match(letter.text, /^List-Unsubscribe: <http:\/\/localhost:\d+\/rate\/[\w-]{43}\/stop>/im)
      assert.match(letter.text, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/im)
      const page = pageIn(letter)

      // Programs that scan mails open every link.
      for (const path of [`${page}?r=good`, `${page}?r=bad`, page, `${page}/stop`])
        for (const method of ['GET', 'HEAD']) assert.equal((await server.ask(path, { method })).status, 200, path)
      assert.deepEqual(await ratings(chat), [])
      const shown = await server.ask(`${page}?r=bad`)
      assert.match(shown.text, /id="bad" value="negative" required checked>/)
      assert.doesNotMatch(shown.text, /<script/i)
      assert.match(shown.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'sha256-/)
      assert.equal(shown.headers.get('x-robots-tag'), 'noindex, nofollow')
      assert.equal(shown.headers.get('cache-control'), 'no-store')
      assert.equal(shown.headers.get('referrer-policy'), 'no-referrer')

      const rated = await send(page, { rating: 'positive', text: '  Quick & kind  ' })
      assert.deepEqual([rated.status, rated.headers.get('location')], [303, `${page}?done`])
      assert.match((await server.ask(`${page}?done`)).text, /Thank you/)
      assert.equal((await ann().chat(chat)).rating, 'positive')
      await send(page, { rating: 'positive', text: 'Quick & kind' })
      await send(page, { rating: 'positive', text: '' })
      assert.deepEqual(await ratings(chat), [['positive', 'Quick & kind']])
      await send(page, { rating: 'negative', text: '' })
      assert.deepEqual((await ratings(chat)).at(-1), ['negative', undefined])
      assert.equal((await ann().chat(chat)).rating, 'negative')
      await pass(DAY)
      assert.equal(lettersTo('vera@mail.test').length, 1)
    })

    test('S10 the page says what is wrong, and ends after 30 days', async () => {
      const { chat, page } = await asked('wendy')
      const none = await send(page, { text: 'No <b>choice</b>' })
      assert.equal(none.status, 400)
      assert.match(none.text, /Choose one of the two/)
      assert.match(none.text, /No &lt;b&gt;choice&lt;\/b&gt;/)
      assert.equal((await send(page, { rating: 'perfect' })).status, 400)
      assert.equal((await send(page, { rating: 'positive', text: 'x'.repeat(2001) })).status, 400)
      const json = await server.ask(page, { method: 'POST', body: '{"rating":"positive"}' })
      assert.equal(json.status, 400)
      assert.deepEqual(await ratings(chat), [])
      const far = await server.ask(page, { method: 'POST', body: 'x'.repeat(70_000) })
      assert.equal(far.status, 413)
      for (const wrong of [
        `/rate/${'A'.repeat(43)}`,
        '/rate/short',
        `/rate/${'%00'.repeat(9)}`,
        `/rate/${'A'.repeat(43)}/stop`,
      ]) {
        for (const answer of [await server.ask(wrong), await send(wrong, { rating: 'positive' })]) {
          assert.equal(answer.status, 404, wrong)
          assert.match(answer.text, /This link is not valid/)
        }
      }
      const german = await server.ask('/rate/short', { headers: { 'accept-language': 'de-CH,de;q=0.9' } })
      assert.match(german.text, /lang="de".*Dieser Link ist ungültig/)
      for (let i = 0; i < 20; i++) await send(page, { rating: 'positive', text: `${i}` })
      assert.equal((await send(page, { rating: 'positive', text: 'again' })).status, 429)
      assert.equal((await ratings(chat)).length, 20)
      await clock.jump(31 * DAY)
      for (const answer of [await server.ask(page), await send(page, { rating: 'negative' })]) {
        assert.equal(answer.status, 410)
        assert.match(answer.text, /This link has ended/)
      }
      assert.equal((await ann().chat(chat)).rating, 'positive')
      assert.equal((await server.ask(`${page}/stop`)).status, 200, 'the mails can still be ended')
    })

    test('S10 nothing is sent to a visitor who rated meanwhile, came back, was blocked or gave no address, and the log says why', async () => {
      const rated = await talk('rated')
      await server.services.commit({
        account: 1,
        target: { chat: rated },
        command: { type: 'visitor.rate', rating: 'positive' },
      })
      const back = await talk('back')
      await server.visitor('back').writes('One more thing')
      const blocked = await talk('blocked')
      assert.ok((await ann().call('POST', `/chats/${blocked}/block`)).status < 300)
      const silent = await talk('silent', {})
      await pass(AFTER * MINUTE)
      assert.equal(await reasonOf(rated), REASONS.rating_given)
      assert.equal(await reasonOf(back), REASONS.rating_returned)
      assert.equal(await reasonOf(blocked), REASONS.rating_blocked)
      assert.deepEqual(await mails(silent), [])
      for (const key of ['rated', 'back', 'blocked']) assert.deepEqual(lettersTo(`${key}@mail.test`), [])
    })

    test('S10 a visitor whose page shows the end of the chat is asked there alone, also one who returns in time', async () => {
      const chats: number[] = []
      for (const name of ['stays', 'returns']) {
        const page = await openPage(server, { visitor: name, visit: `visit-${name}` })
        await page.writes('Hello')
        await page.ask({ t: 'contact', id: nextId(), contact: { email: `${name}@mail.test` } })
        const chat =
          (await ann().chats('?limit=200')).find(({ visitor }) => visitor.email === `${name}@mail.test`)?.id ?? 0
        await ann().accepts(chat)
        chats.push(chat)
        const isClosed = () => page.entries().some(({ type }) => type === 'chat.closed')
        if (name === 'returns') await page.close()
        await ann().closes(chat)
        if (name === 'stays') await page.until(() => isClosed() || undefined, 'the end')
        else {
          await pass(2 * MINUTE)
          const again = await openPage(server, { visitor: name, visit: `visit-${name}` })
          await again.until(() => again.entries().some(({ type }) => type === 'chat.closed') || undefined, 'the end')
          await again.close()
        }
        await page.close()
      }
      await pass(AFTER * MINUTE)
      for (const chat of chats) assert.equal(await reasonOf(chat), REASONS.rating_shown)
    })

    test('S10 a visitor of the widget who left before the end is asked in the language of their browser', async () => {
      const page = await openPage(server, { visitor: 'hamza', visit: 'visit-hamza', lang: 'ar-EG' })
      await page.writes('Hello')
      await page.ask({ t: 'contact', id: nextId(), contact: { email: 'hamza@mail.test' } })
      const chat = (await ann().chats('?limit=200')).find(({ visitor }) => visitor.email === 'hamza@mail.test')?.id ?? 0
      await ann().accepts(chat)
      await page.close()
      await ann().closes(chat)
      await pass(AFTER * MINUTE)
      const letter = await arrives('hamza@mail.test')
      const [, path] = /(\/rate\/[\w-]{43})\/stop/.exec(letter.text) ?? []
      const shown = await server.ask(path ?? '')
      assert.match(shown.text, /<html lang="ar" dir="rtl">/)
    })

    test('S10 a person gets one mail in seven days, whatever contact their address is at', async () => {
      const { chat } = await asked('often')
      const again = await talk('often')
      const other = await talk('oftentoo', { email: 'Often@mail.test' })
      await pass(AFTER * MINUTE)
      const why = reason('rating_recent', { count: 7 })
      assert.equal(await reasonOf(again), why)
      assert.equal(await reasonOf(other), why)
      assert.equal((await mails(chat))[0]?.state, 'done')
      await clock.jump(8 * DAY)
      await asked('oftenest')
      const later = await talk('often')
      await pass(AFTER * MINUTE)
      await soon(async () => {
        await clock.move(1000)
        return (await mails(later))[0]?.state === 'done'
      }, 20_000)
      assert.equal(lettersTo('often@mail.test').length, 2)
    })

    test('S10 who wants no such mails gets none, which their contact shows, also after it was merged or taken apart', async () => {
      const { chat, page } = await asked('enough')
      assert.match((await server.ask(`${page}/stop`)).text, /Send me no more/)
      const contactOf = async (of: number) => {
        const { contact } = (await ann().chat(of)).visitor
        return (await ann().call('GET', `/contacts/${contact}`)).body as unknown as Contact
      }
      assert.equal((await contactOf(chat)).noRatingMails, undefined)
      const stopped = await send(`${page}/stop`, { 'List-Unsubscribe': 'One-Click' })
      assert.equal(stopped.status, 200)
      assert.match(stopped.text, /will not ask you by mail/)
      const { id, noRatingMails } = await contactOf(chat)
      assert.equal(noRatingMails, true)
      await clock.jump(8 * DAY)
      const again = await talk('enough')
      const other = await talk('enoughtoo', { email: 'Enough@mail.test' })
      await pass(AFTER * MINUTE)
      assert.equal(await reasonOf(again), REASONS.rating_unwanted)
      assert.equal(await reasonOf(other), REASONS.rating_unwanted)

      const into = await contactOf(await talk('into', { email: 'into@mail.test' }))
      assert.equal((await ann().call('POST', `/contacts/${into.id}/merge`, { other: id })).status, 200)
      const merged = (await ann().call('GET', `/contacts/${into.id}`)).body as unknown as Contact
      assert.equal(merged.noRatingMails, true)
      const [visitor] = merged.identities
      const apart = await ann().call('POST', `/contacts/${into.id}/visitors/${visitor?.number}/apart`)
      const alone = (await ann().call('GET', `/contacts/${apart.body['contact']}`)).body as unknown as Contact
      assert.equal(alone.noRatingMails, true)
    })

    test('S10 T42 an erased person’s links end, and none of the data is left', async () => {
      const { chat, page } = await asked('gone')
      await send(page, { rating: 'negative', text: 'secret words' })
      const { number } = (await ann().chat(chat)).visitor
      assert.equal((await ann().call('DELETE', `/visitors/${number}`)).status, 200)
      for (const path of [page, `${page}/stop`]) assert.equal((await server.ask(path)).status, 404)
      assert.equal((await send(page, { rating: 'positive' })).status, 404)
      assert.deepEqual(await ratings(chat), [['negative', undefined]])
      const rows = await server.services.db.query(
        { name: 'test_requests', text: 'select from rating_request where account_id = 1 and chat_id = $1' },
        [chat],
      )
      assert.equal(rows.length, 0)
    })

    test('S10 a mail that is retried is decided again, and its links stay the same', async () => {
      const chat = await talk('retried')
      post.refuses(451)
      await pass(AFTER * MINUTE)
      await soon(async () => {
        await clock.move(1000)
        return !post.willRefuse()
      }, 20_000)
      await pass(2 * MINUTE)
      await arrives('retried@mail.test')
      assert.equal((await mails(chat))[0]?.state, 'done')
      const late = await talk('lately')
      post.refuses(451)
      await pass(AFTER * MINUTE)
      await soon(async () => {
        await clock.move(1000)
        return !post.willRefuse()
      }, 20_000)
      const command = { type: 'visitor.rate', rating: 'negative' } as const
      await server.services.commit({ account: 1, target: { chat: late }, command })
      await pass(2 * MINUTE)
      assert.equal(await reasonOf(late), REASONS.rating_given)
    })
  })

for (const kind of testKinds())
  test(`S10 a process that ends between the end of a chat and its mail loses nothing, and no mail is sent twice, ${kind}`, async (t) => {
    const post = await startPost()
    const env = { SMTP_URL: post.url }
    const clock = handClock()
    const first = await startTestServer({ kind, clock, env })
    t.after(() => first.close().then(post.close))
    await first.agent().call('PATCH', '/settings', { ratingMailAfter: 1 })
    await first.visitor('v1', { email: 'v1@mail.test' }).writes('Hello')
    await first.agent().accepts(1)
    await first.agent().closes(1)
    await first.settled()
    // The embedded database is of one process. Another one stands still, as one that froze.
    if (kind === 'embedded') await first.stop()
    const world = handClock(clock.now())
    const second = await startTestServer({ kind, clock: world, env, place: first.place })
    t.after(() => second.stop())
    const moved = async (hands: HandClock) => {
      await hands.jump(2 * MINUTE)
      for (let i = 0; i < 8; i++) await hands.move(1000)
    }
    await moved(world)
    await soon(async () => {
      await world.move(1000)
      return post.letters.length > 0
    }, 20_000)
    if (kind === 'server') await moved(clock)
    await second.settled()
    assert.equal(post.letters.length, 1)
  })

test('S10 without the setting no visitor is asked by mail, and without a mail server neither', async (t) => {
  const clock = handClock()
  const post = await startPost()
  const server = await startTestServer({ clock, env: { SMTP_URL: post.url } })
  const without = await startTestServer({ clock })
  t.after(async () => {
    await Promise.all([server.close(), without.close()])
    await post.close()
  })
  assert.equal((await server.agent().call('GET', '/settings')).body['ratingMailAfter'], 0)
  await without.agent().call('PATCH', '/settings', { ratingMailAfter: 1 })
  for (const one of [server, without]) {
    await one.visitor('v1', { email: 'v1@mail.test' }).writes('Hello')
    await one.agent().accepts(1)
    await one.agent().closes(1)
    const rows = await one.services.db.query({ name: 'test_any_request', text: 'select from rating_request' }, [])
    assert.equal(rows.length, 0)
  }
  for (const wrong of [-1, 1441, 1.5, '10', null])
    assert.equal((await server.agent().call('PATCH', '/settings', { ratingMailAfter: wrong })).status, 400)
})

test('S10 an address that guesses links is refused before the database is asked, also with a right one', async (t) => {
  const server = await startTestServer({ limits: { notFoundPerAddress: 0.0165 } })
  t.after(() => server.close())
  const path = `/rate/${'B'.repeat(43)}`
  assert.equal((await server.ask(path)).status, 404)
  const refused = await server.ask(path)
  assert.equal(refused.status, 429)
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})
