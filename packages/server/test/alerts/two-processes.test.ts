import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { soon } from '../channels/widget/soon.ts'
import { shortLease } from '../checker/edits.ts'
import { seeded } from '../checker/random.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace } from '../db.ts'
import { freePort } from '../free-port.ts'
import { startPost } from '../mail/post.ts'
import { findNats } from '../nats.ts'
import { ANN, BOB, PUBLIC_ID, RANDOM, tokenOf } from '../test-server.ts'
import { startPushServer, type Behaviour } from './push-server.ts'

const KILLS = extent(3, 40)
/** Chats that begin around each kill. */
const CHATS = 25
/** The time between two kills in the proof (ms): the processes are not all down within one step of an alert. */
const APART = 35_000
/** In this time each chat must be seen or have gone further (ms). Judged in the proof, on a machine that does nothing else. */
const WITHIN = 60_000
/** `npm test` does not wait 30 seconds for each step. */
const FAST = [{ file: 'alerts/decide.ts', find: 'SEEN_WITHIN = 30_000', put: 'SEEN_WITHIN = 3000' }, ...shortLease]
/** Of a hundred requests; what is delayed arrives with the next chats. */
const SHARES: [Behaviour, number][] = [
  ['deliver', 40],
  ['lose', 20],
  ['delay', 10],
  ['hang', 5],
  ['busy', 10],
  ['fail', 8],
  ['gone', 2],
  ['refuse', 5],
]
/** How often of a hundred an agent opens an alert that arrived. */
const OPENED = 60

const outcomes = `select v.key as visitor, a.chat_id as chat, a.outcome,
  (extract(epoch from a.ended_at - a.created_at) * 1000)::int as ended_after,
  (extract(epoch from s.further - a.created_at) * 1000)::int as further_after
  from alert a join chat c on c.account_id = a.account_id and c.id = a.chat_id
  join visitor v on v.account_id = c.account_id and v.number = c.visitor_number
  left join (select alert_id, min(sent_at) filter (where decided_at > first) as further
    from (select *, min(decided_at) over (partition by account_id, alert_id) as first from alert_send) each group by 1) s
  on s.alert_id = a.id where a.cause = 'waiting' order by a.id`

interface Outcome {
  visitor: string
  chat: number
  outcome: string | null
  ended_after: number | null
  further_after: number | null
}

test(
  'N11 with two processes of which one is killed again and again, each waiting chat ends seen or mailed',
  { skip: !process.env['TEST_DATABASE_URL'] && 'needs TEST_DATABASE_URL' },
  async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const deck = SHARES.flatMap(([what, share]) => Array.from<Behaviour>({ length: share }).fill(what))
    const pushServer = await startPushServer(() => deck[random.between(0, deck.length - 1)]!)
    const [place, post, nats] = [await makePlace('server'), await startPost(), await findNats()]
    const agents = [ANN, BOB].map((email) => ({ email, name: email, role: 'owner' as const, apiToken: tokenOf(email) }))
    const channel = { kind: 'api' as const, name: 'App', publicId: PUBLIC_ID, random: RANDOM, agents: [ANN, BOB] }
    const options = {
      place,
      serverUrl: 'http://127.0.0.1:1',
      edits: isFull ? [] : FAST,
      env: { SMTP_URL: post.url, MAIL_FROM: 'desk@shop.test', ...(nats && { NATS_URL: nats }) },
      setup: { agents, channels: [channel] },
    }
    const servers = [
      new ServerProcess(options, await freePort()),
      new ServerProcess(options, await freePort()),
    ] as const
    const rows = new pg.Client(place.databaseUrl)
    t.after(async () => {
      await Promise.all(servers.map((one) => one.close()))
      await rows.end()
      await Promise.all([place.drop(), pushServer.close(), post.close()])
    })
    for (const server of servers) await server.start()
    await rows.connect()

    /** Asks one process and then the other, until one answers. */
    async function ask(path: string, init: RequestInit): Promise<Response> {
      for (let tried = random.between(0, 1); ; tried++) {
        const answer = await fetch(servers[tried % 2]!.url + path, init).catch(() => undefined)
        if (answer && answer.status < 500 && answer.status !== 429) return answer
        await answer?.text()
        await Promise.race(servers.map((one) => one.up))
      }
    }
    const send = (path: string, method: string, body: object, headers: Record<string, string> = {}) =>
      ask(path, { method, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) })
    const as = (email: string) => ({ authorization: `Bearer ${tokenOf(email)}` })

    const arrived = new Set<number>()
    const under: Promise<unknown>[] = []
    pushServer.onArrival((_browser, { token, tag }) => {
      arrived.add(Number(tag.replace('chat-', '')))
      const confirm = (step: string) => send('/api/alerts/confirm', 'POST', { token, step })
      const opens = random.between(1, 100) <= OPENED
      under.push(confirm('shown').then(() => (opens ? confirm('opened') : undefined)))
    })
    let key = 0
    async function subscribe(email: string, devices: number): Promise<void> {
      const answer = await ask('/api/me/alerts', { headers: as(email) })
      const have = ((await answer.json()) as { devices: { push: boolean }[] }).devices.filter(({ push }) => push).length
      for (let i = have; i < devices; i++) {
        const { subscription } = pushServer.subscribes()
        const device = { key: String(key++).padStart(22, 'k'), name: 'Firefox', permission: 'granted', subscription }
        assert.equal((await send('/api/me/alerts/devices', 'PUT', device, as(email))).status, 200)
      }
    }

    let begun = 0
    async function begin(): Promise<void> {
      const id = `v${begun++}`
      const message = { sender: { id }, message: { type: 'text', text: 'hello' } }
      const answer = await send(`/${RANDOM}/${PUBLIC_ID}`, 'POST', message, { 'idempotency-key': id })
      assert.equal(answer.status, 200, await answer.text())
    }

    // Alerts concern Ann first.
    assert.ok((await send('/api/me/presence', 'PUT', { status: 'away' }, as(BOB))).ok)
    for (let kill = 0; kill < KILLS; kill++) {
      const at = performance.now()
      await Promise.all([subscribe(ANN, 2), subscribe(BOB, 1)])
      pushServer.release()
      const dies = random.between(1, CHATS)
      const victim = servers[kill % 2]!
      const chats: Promise<void>[] = []
      for (let i = 1; i <= CHATS; i++) {
        chats.push(begin())
        if (i === dies) await victim.kill()
        else await new Promise((resolve) => setTimeout(resolve, random.between(0, 40)))
      }
      await victim.start()
      await Promise.all(chats)
      if (isFull) await new Promise((resolve) => setTimeout(resolve, APART - (performance.now() - at)))
    }
    const mailed = () =>
      new Set(
        post.letters.flatMap(({ text }) => [...text.matchAll(/\/inbox\/waiting\/(\d+)/g)].map(([, id]) => Number(id))),
      )
    let found: Outcome[] = []
    // A push that fails at last begins an alert again that has ended with a mail on its way.
    await soon(async () => {
      pushServer.release()
      await new Promise((resolve) => setTimeout(resolve, 500))
      found = (await rows.query<Outcome>(outcomes)).rows
      return found.every(({ outcome, chat }) => outcome !== null && (outcome !== 'mailed' || mailed().has(chat)))
    }, 600_000)
    await Promise.all(under)

    assert.equal(new Set(found.map(({ visitor }) => visitor)).size, begun, 'a chat has no alert')
    const violations = found.filter(({ outcome, chat, ended_after: ended, further_after: further }) => {
      const isHeard = outcome === 'opened' ? arrived.has(chat) : outcome === 'mailed'
      const inTime = (outcome === 'opened' && ended !== null && ended <= WITHIN) || (further ?? Infinity) <= WITHIN
      return !isHeard || (isFull && !inTime)
    })
    tell({
      what: 'N11 alerts of two processes, one killed again and again',
      count: begun,
      violations: violations.length,
    })
    process.stdout.write(`${begun} chats, ${KILLS} kills, ${violations.length} violations (SEED=${seed})\n`)
    assert.deepEqual(violations, [], `SEED=${seed}`)
    for (const server of servers) assert.deepEqual(server.deaths, [])
  },
)
