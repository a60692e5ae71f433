import assert from 'node:assert/strict'
import { test } from 'node:test'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { isUnavailable } from '../../src/db/errors.ts'
import { statement, type Statement } from '../../src/db/statement.ts'
import { atRest } from '../at-rest.ts'
import { seeded } from '../checker/random.ts'
import { handClock } from '../clock.ts'
import { testKinds, type DbKind } from '../db.ts'
import { startPost } from '../mail/post.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startPushServer, type Behaviour } from './push-server.ts'

/** Waiting chats, in rounds. */
const CHATS: Record<DbKind, number> = { embedded: extent(40, 100_000), server: extent(80, 50_000) }
const IN_A_ROUND = extent(120, 1000)
/** How many chats begin at once. */
const WRITERS = 40
/** How often of a thousand the push service does what with a request. */
const SHARES: Record<Behaviour, number> = {
  deliver: 476,
  lose: 160,
  delay: 100,
  hang: 40,
  busy: 80,
  fail: 80,
  gone: 4,
  refuse: 60,
}
/** How often of a hundred an agent opens an alert that arrived. */
const OPENED = 60
/** In this time each chat must be seen or have gone further (ms). */
const WITHIN = 60_000
/**
 * Three devices of Ann, as subscriptions that ended are replaced, three of Bob, a mail: the last step is over then, whatever
 * is refused or hangs (ms).
 */
const ROUND = 7 * 30_000
const STEP = 3000
/** Subscriptions that have ended are replaced, and what was delayed is delivered, once in so many steps. */
const RENEWED = 3

// Further: the first request of a later step, or the first mail, when it went out. Where devices fail at once, all steps have one time.
const outcomes = statement(
  'test_alert_outcomes',
  `select a.chat_id as chat, a.outcome, (extract(epoch from a.ended_at - a.created_at) * 1000)::int as ended_after,
     (extract(epoch from s.further - a.created_at) * 1000)::int as further_after, coalesce(s.count, 0)::int as sent
   from alert a left join (
     select alert_id, count(*), min(sent_at) filter (where decided_at > first or means = 'mail') as further
     from (select *, min(decided_at) over (partition by account_id, alert_id) as first from alert_send) each group by 1) s
     on s.alert_id = a.id
   where a.cause = 'waiting' and a.id > $1 order by a.id`,
)
/** The steps of a chat's alert, by which a violation is understood. Times in ms after the alert began. */
const steps = statement(
  'test_alert_steps',
  `select s.means, s.agent_id as agent, s.device_id as device, (extract(epoch from s.decided_at - a.created_at) * 1000)::int as decided,
     (extract(epoch from s.sent_at - a.created_at) * 1000)::int as sent, s.failure, d.state as delivery, d.attempts, d.reason
   from alert a join alert_send s on s.account_id = a.account_id and s.alert_id = a.id
   left join delivery d on d.account_id = s.account_id and d.body->'alert'->>'id' = s.id::text
   where a.cause = 'waiting' and a.chat_id = $1 and a.id > $2 order by s.decided_at, s.id`,
)
const lastAlert = statement('test_last_alert', 'select coalesce(max(id), 0) as id from alert')

interface Outcome {
  chat: number
  outcome: string | null
  ended_after: number | null
  further_after: number | null
  sent: number
}

for (const kind of testKinds())
  test(`N11 whatever the push service does, each waiting chat is seen or goes further within 60 s, and ends seen or mailed, ${kind}`, async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const clock = handClock()
    const deck = Object.entries(SHARES).flatMap(([what, share]) => Array.from<string>({ length: share }).fill(what))
    const pushServer = await startPushServer(() => deck[random.between(0, deck.length - 1)] as Behaviour)
    const post = await startPost()
    const testServer = await startTestServer({ kind, clock, env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test' } })
    t.after(async () => {
      await testServer.close()
      await Promise.all([pushServer.close(), post.close()])
    })

    const under: Promise<unknown>[] = []
    const arrived = new Set<number>()
    pushServer.onArrival((_browser, { token, tag }) => {
      arrived.add(Number(tag.replace('chat-', '')))
      const confirm = (step: string) =>
        testServer.ask('/api/alerts/confirm', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token, step }),
        })
      const opens = random.between(1, 100) <= OPENED
      under.push(confirm('shown').then(() => (opens ? confirm('opened') : undefined)))
    })
    // Bob is away: alerts concern Ann first.
    assert.equal((await testServer.agent(BOB).call('PUT', '/me/presence', { status: 'away' })).status < 300, true)
    let key = 0
    async function subscribes(email: string, devices: number): Promise<void> {
      const { body } = await testServer.agent(email).call('GET', '/me/alerts')
      const have = (body['devices'] as unknown as { push: boolean }[]).filter(({ push }) => push).length
      for (let i = have; i < devices; i++) {
        const { subscription } = pushServer.subscribes()
        const device = { key: String(key++).padStart(22, 'k'), name: 'Firefox', permission: 'granted', subscription }
        const answer = await testServer.agent(email).call('PUT', '/me/alerts/devices', device)
        assert.equal(answer.status, 200, answer.text)
      }
    }

    const renew = () => Promise.all([subscribes(ANN, 2), subscribes(BOB, 1)])

    /** Asks again while all connections are taken: of a busy machine the server's own questions come first. */
    async function ask<Row>(of: Statement, values: unknown[]): Promise<Row[]> {
      for (;;)
        try {
          return await testServer.services.db.query<Row>(of, values)
        } catch (error) {
          if (!isUnavailable(error)) throw error
        }
    }

    /** A customer's server repeats what a busy server has refused with 503. */
    async function writes(visitor: string): Promise<void> {
      for (;;) {
        const { status, text } = await testServer.visitor(visitor).writes('hello')
        if (status === 200) return
        assert.equal(status, 503, text)
      }
    }

    const violations: string[] = []
    let tried = 0
    async function round(chats: number): Promise<void> {
      await renew()
      const [before] = await ask<{ id: number }>(lastAlert, [])
      const letters = post.letters.length
      arrived.clear()
      const writers = Array.from({ length: WRITERS }, async (_, writer) => {
        for (let i = writer; i < chats; i += WRITERS) await writes(`v${tried + i}`)
      })
      await Promise.all(writers)
      tried += chats
      const traces = () => [pushServer.count, post.letters.length, under.length]
      for (let step = 1; step * STEP <= ROUND; step++) {
        await atRest([testServer], [], traces)
        await Promise.all(under.splice(0))
        await clock.move(STEP)
        if (step % RENEWED !== 0) continue
        pushServer.release()
        await renew()
      }
      await testServer.settled()
      const rows = await ask<Outcome>(outcomes, [before?.id ?? 0])
      if (rows.length !== chats) violations.push(`${rows.length} alerts for ${chats} chats`)
      const mailed = new Set(
        post.letters
          .slice(letters)
          .flatMap(({ text }) => [...text.matchAll(/\/inbox\/waiting\/(\d+)/g)].map(([, id]) => Number(id))),
      )
      for (const row of rows) {
        const isSeen = row.outcome === 'opened' && row.ended_after !== null
        const inTime = (isSeen && row.ended_after! <= WITHIN) || (row.further_after ?? Infinity) <= WITHIN
        const isHeard = isSeen ? arrived.has(row.chat) : row.outcome === 'mailed' && mailed.has(row.chat)
        if (inTime && isHeard) continue
        const all = violations.length < 10 ? { steps: await ask(steps, [row.chat, before?.id ?? 0]) } : {}
        violations.push(JSON.stringify({ ...row, mailed: mailed.has(row.chat), ...all }))
      }
    }
    for (let left = CHATS[kind]; left > 0; left -= IN_A_ROUND) await round(Math.min(left, IN_A_ROUND))

    tell({
      what: `N11 alerts through a push service that loses, delays and refuses, ${kind}`,
      count: tried,
      violations: violations.length,
    })
    process.stdout.write(
      `${kind}: ${tried} waiting chats, ${pushServer.count} pushes, ${post.letters.length} mails, ${violations.length} violations (SEED=${seed})\n`,
    )
    assert.deepEqual(violations.slice(0, 10), [], `SEED=${seed}`)
  })
