import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { soon } from '../channels/widget/soon.ts'
import { type Edit, mustFit, shortLease } from '../checker/edits.ts'
import { makeKillPoints } from '../checker/kill-points.ts'
import { seeded } from '../checker/random.ts'
import { read } from '../checker/readers.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { startPost } from './post.ts'

/** Minutes of the setting are seconds, due requests are looked for more often, and an attempt that died is made again soon. */
const FAST: Edit[] = [
  {
    file: 'mail/module.ts',
    find: 'startingAt([0, MINUTE, 10 * MINUTE, HOUR, ',
    put: 'startingAt([0, 3000, 6000, 9000, 12_000, ',
  },
  // The lease of an attempt outlasts it.
  { file: 'mail/module.ts', find: 'timeout: MINUTE', put: 'timeout: 8000' },
  { file: 'mail/rating/effect.ts', find: 'make_interval(mins => after)', put: 'make_interval(secs => after)' },
  { file: 'mail/rating/due.ts', find: 'const POLL = 5000', put: 'const POLL = 500' },
]
/** Seconds from the end of a chat to its mail. */
const AFTER = 2
/** A mail whose lease ended repeatedly waits a minute. */
const WITHIN = 150_000
/** Kills at random moments, and the people whose chats end around each. */
const KILLS = extent(1, 30)
const PEOPLE = extent(4, 10)

/** Where the process dies, and how often the mail server may then have received the mail. */
const ALL: { point: string; most: number; file: string; before: string; when?: string }[] = [
  { point: 'noting', most: 1, file: 'mail/rating/effect.ts', before: 'send(insertRequests, ' },
  { point: 'due', most: 1, file: 'mail/rating/due.ts', before: 'await write(tx, due, now)\n' },
  { point: 'made', most: 1, file: 'mail/rating/due.ts', before: 'return due.length === AT_ONCE\n' },
  {
    point: 'deciding',
    most: 1,
    file: 'mail/handler.ts',
    before: 'if (rating) return whyNotAsk(delivery)',
    when: 'rating',
  },
  {
    point: 'decided',
    most: 1,
    file: 'mail/handler.ts',
    before: 'const sent = await mailer.send(',
    when: '(delivery.body as MailBody).rating',
  },
  {
    point: 'sent',
    most: 2,
    file: 'mail/handler.ts',
    before: "if (sent.ok) return toAttempted('ok'",
    when: '(delivery.body as MailBody).rating',
  },
  {
    point: 'concluding',
    most: 2,
    file: 'mail/handler.ts',
    before: 'if (!(await settle({ settlement, lock: null })))',
    when: '(body as MailBody).rating',
  },
]
mustFit(ALL)
/** `npm test` tries those that matter most: each costs a start of the server. */
const POINTS = ALL.filter(({ point }) => isFull || point === 'decided' || point === 'sent')

for (const kind of testKinds())
  test(`S10 killed between each pair of steps and at any moment, the server asks each person once for a rating, ${kind}`, async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const [place, post] = await Promise.all([makePlace(kind), startPost()])
    const points = makeKillPoints(POINTS)
    const server = new ServerProcess(
      {
        place,
        serverUrl: 'http://127.0.0.1:1',
        edits: [...FAST, ...shortLease, ...points.edits],
        env: { ...points.env, SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' },
      },
      await freePort(),
    )
    t.after(async () => {
      await server.close()
      await post.close()
      await place.drop()
      points.close()
    })
    await server.start()
    const headers = { authorization: `Bearer ${tokenOf(ANN)}`, 'content-type': 'application/json' }
    /** Repeats a request until the server answers it: each of them has one effect. */
    async function ask(url: string, method: string, body: object, key?: string): Promise<void> {
      for (;;) {
        const answer = await fetch(url, {
          method,
          headers: { ...headers, ...(key !== undefined && { 'idempotency-key': key }) },
          body: JSON.stringify(body),
        }).catch(() => undefined)
        await answer?.text()
        if (answer && answer.status < 500) return void assert.ok(answer.ok, `${url}: ${answer.status}`)
        await server.up
        await pause(20)
      }
    }
    const at = (path: string) => `${server.url}/api${path}`
    async function chatOf(visitor: string): Promise<number> {
      for (;;) {
        const found = await read<{ chats: ChatForMe[] }>(server.url, '/chats?view=all&limit=200').catch(() => undefined)
        const chat = found?.chats.find((one) => one.visitor.id === visitor)
        if (chat) return chat.id
        await server.up
        await pause(20)
      }
    }
    /** A person has two chats as two visitors with one address: one mail asks about either of them. */
    async function talks(person: string): Promise<void> {
      const both = [`${person}-1`, `${person}-2`]
      const chats = await Promise.all(
        both.map(async (id) => {
          const message = { sender: { id, email: `${person}@mail.test` }, message: { type: 'text', text: 'hello' } }
          await ask(server.channelUrl, 'POST', message, id)
          const chat = await chatOf(id)
          await ask(at(`/chats/${chat}/accept`), 'POST', {})
          return chat
        }),
      )
      chatsOf.set(person, chats)
      for (const chat of chats) await closes(chat)
    }
    /** Closing is answered as done when it was closed before the process died. */
    async function closes(chat: number): Promise<void> {
      for (;;) {
        const answer = await fetch(at(`/chats/${chat}/close`), { method: 'POST', headers, body: '{}' }).catch(
          () => undefined,
        )
        await answer?.text()
        const row = await read<ChatForMe>(server.url, `/chats/${chat}`).catch(() => undefined)
        if (row?.state === 'closed') return
        await server.up
        await pause(20)
      }
    }
    const lettersTo = (person: string) => post.letters.filter(({ to }) => to.includes(`${person}@mail.test`))
    const idsOf = (person: string) => lettersTo(person).map(({ text }) => /^Message-ID: (\S+)/im.exec(text)?.[1])
    /** How the mails ended to which a chat led, when all of them have. */
    async function endsOf(chat: number, person: string): Promise<string[]> {
      let found: { state: string; recipient: string | null }[] = []
      await soon(async () => {
        await pause(50)
        const page = await read<{ deliveries: typeof found }>(server.url, `/deliveries?kind=mail&chat=${chat}`)
        found = page.deliveries.filter(({ recipient }) => recipient === `${person}@mail.test`)
        return found.length > 0 && found.every(({ state }) => state !== 'waiting' && state !== 'due')
      }, WITHIN)
      return found.map(({ state }) => state)
    }
    /** Waits until a person was asked, and that is recorded: the next kill is not to send it again. */
    async function isOver(person: string): Promise<void> {
      await soon(() => lettersTo(person).length > 0, WITHIN)
      for (const chat of chatsOf.get(person) ?? []) await endsOf(chat, person)
    }
    const mosts = new Map<string, number>()
    const chatsOf = new Map<string, number[]>()

    await ask(at('/settings'), 'PATCH', { ratingMailAfter: AFTER })
    for (const { point, most } of POINTS) {
      points.arm(point)
      mosts.set(point, most)
      const ended = server.ended()
      const talked = talks(point)
      assert.equal(await ended, 'SIGKILL', point)
      await server.start()
      await talked
      await isOver(point)
    }
    for (let kill = 0; kill < KILLS; kill++) {
      const people = Array.from({ length: PEOPLE }, (_, n) => `kill-${kill}-${n}`)
      for (const person of people) mosts.set(person, 2)
      const talked = Promise.all(people.map(talks))
      await pause(random.between(0, (AFTER + 3) * 1000))
      await server.kill()
      await server.start()
      await talked
      await Promise.all(people.map(isOver))
    }
    const wrong: string[] = []
    for (const [person, most] of mosts) {
      const ids = idsOf(person)
      if (ids.length > most || new Set(ids).size !== 1 || ids[0] === undefined)
        wrong.push(`${person}: ${ids.join(' ')}`)
      const states = (await Promise.all((chatsOf.get(person) ?? []).map((chat) => endsOf(chat, person)))).flat()
      if (states.toSorted().join() !== 'cancelled,done') wrong.push(`${person}: ${states.join()}`)
    }
    tell({
      what: `S10 requests for ratings, kill -9 at their steps, ${kind}`,
      count: POINTS.length + KILLS,
      violations: wrong.length,
    })
    assert.deepEqual(wrong, [], `SEED=${seed}`)
    assert.deepEqual(server.deaths, [])
  })
