import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { startBalancer } from '../checker/balancer.ts'
import { askBot, BOT_CHANNEL, botAt, hasAnswered, judgeBot, startBot } from '../checker/bot.ts'
import { cause, faultsOf, schedule, type Member } from '../checker/faults.ts'
import type { History } from '../checker/judge.ts'
import { eventsDue, eventsReceived, judgeEvents, passBy } from '../checker/passers.ts'
import { seeded } from '../checker/random.ts'
import { startReceiver } from '../checker/receiver.ts'
import { accept, startTrial, type Trial } from '../checker/run.ts'
import { openTap, type Tap } from '../checker/tap.ts'
import { arePagesCaughtUp, judgePages, VisitorPage } from '../checker/visitors.ts'
import { sendAsCustomer, writeAsAgent } from '../checker/writers.ts'
import { makePlace, testKinds } from '../db.ts'
import { findNats } from '../nats.ts'
import { ANN, PUBLIC_ID, RANDOM } from '../test-server.ts'
import { findBinaries, startOwnPostgres } from './own-postgres.ts'

/** How long faults go on (s). Short: each one once. */
const LASTS = extent(0, 300, 3600)
/** The longest freeze and absence (ms). */
const LONGEST = extent(3000, 12_000, 60_000)
/** Between two faults, at most (ms). */
const CALM = extent(500, 3000, 10_000)
/** A process that was struck is healthy again, and all pages are served (ms). */
const RECOVERS_WITHIN = 90_000
/** After a kill, pages and agents of the dead process are served by others (ms). */
const ELSEWHERE_WITHIN = extent(20_000, 10_000)
/** Between two messages of one writer, at most (ms). */
const PAUSE_MOST = 200
const PAGES = ['ada', 'bea', 'cid', 'dov', 'eli', 'fay']

/** Where the processes keep their data: a Postgres that may be stopped, if this machine has its programs. */
async function makeStore() {
  const bin = findBinaries()
  if (bin === undefined) return { place: await makePlace('server'), postgres: undefined }
  const postgres = await startOwnPostgres(bin)
  return { place: { dataDir: '', databaseUrl: postgres.databaseUrl, drop: () => postgres.drop() }, postgres }
}

/** A way to a server that a test can cut, and its address. */
async function wayTo(url: string): Promise<{ tap: Tap; url: string }> {
  const to = new URL(url)
  const tap = await openTap({ hostname: to.hostname, port: Number(to.port) })
  to.host = `127.0.0.1:${tap.port}`
  return { tap, url: to.href }
}

async function makeWays(databaseUrl: string, nats: string | undefined) {
  const database = await wayTo(databaseUrl)
  const bus = nats === undefined ? undefined : await wayTo(nats)
  return {
    taps: { database: database.tap, bus: bus?.tap },
    env: { DATABASE_URL: database.url, ...(bus && { NATS_URL: bus.url.replace(/\/$/, '') }) },
  }
}

/** Opens the pages of visitors; Ann answers half of them. Each writes until the run ends. */
async function openPages({ writers, server, goesOn, window }: Trial): Promise<VisitorPage[]> {
  const pages = PAGES.map((name) => new VisitorPage(`page${name}`, writers))
  for (const page of pages) goesOn(page.writes(PAUSE_MOST * 2))
  await soon(() => pages.every(({ number }) => number !== undefined), RECOVERS_WITHIN)
  for (const { customer, number } of pages.slice(0, PAGES.length / 2)) {
    const isOurs = (chat: { visitor: { number: string } }) => chat.visitor.number === String(number)
    await window.until(() => [...window.inbox.values()].some(isOurs), RECOVERS_WITHIN)
    const chat = [...window.inbox.values()].find(isOurs)
    assert.ok(chat, customer)
    await accept(server.url, chat.id)
    goesOn(writeAsAgent(writers, chat.id, customer))
  }
  return pages
}

for (const kind of testKinds().filter((one) => one === 'server'))
  test('R34 while three processes are killed, frozen, replaced and cut off, everything acknowledged stays once and in order, and each delivery ends', async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const nats = await findNats()
    const [{ place, postgres }, balancer, receiver] = await Promise.all([makeStore(), startBalancer(), startReceiver()])
    const bot = await startBot(() => balancer.url)
    const ways = await Promise.all([1, 2, 3].map(() => makeWays(place.databaseUrl ?? '', nats)))
    const trial = await startTrial({
      ...{ kind, seed, place, balancer, pauseMost: PAUSE_MOST, ownEnv: ways[0]!.env },
      more: (serverUrl) => ({
        webhooks: [{ url: receiver.url }],
        bots: botAt(bot.url, 'Bot'),
        setup: {
          channels: [
            { kind: 'api', name: 'App', publicId: PUBLIC_ID, random: RANDOM, agents: [ANN], serverUrl },
            { kind: 'api', name: 'Bot', ...BOT_CHANNEL, agents: [ANN], serverUrl },
            { ...WIDGET, agents: [ANN] },
          ],
        },
      }),
    })
    t.after(async () => {
      await trial.close()
      for (const { taps } of ways) {
        await taps.database.close()
        await taps.bus?.close()
      }
      await Promise.all([balancer.close(), receiver.close(), bot.close()])
      await place.drop()
    })
    await trial.opens()
    const processes = [trial.server]
    for (const { env } of ways.slice(1)) processes.push(await trial.joins({ env }))
    const members = processes.map((process, i): Member => ({ process, ...ways[i]!.taps }))
    const { writers, goesOn } = trial
    await trial.loads()
    const pages = await openPages(trial)
    for (const name of ['a', 'b']) {
      goesOn(askBot(writers, name))
      goesOn(
        (async () => {
          for (let i = 1; !writers.stopping.aborted; i++) {
            await passBy(trial.server, `${name}-${i}`, (customer) => sendAsCustomer(writers, customer, 'keyed', 0))
            await pause(random.between(1, PAUSE_MOST * 4))
          }
        })(),
      )
    }

    const desk = { members, postgres }
    const names = faultsOf(desk)
    const caused: string[] = []
    let slowest = 0
    const isServed = (since: number) => pages.every(({ acknowledgedAt }) => acknowledgedAt > since) && trial.window.open
    const began = performance.now()
    for (const name of schedule(names, random)) {
      if (performance.now() - began > LASTS * 1000 && caused.length >= names.length) break
      await pause(random.between(0, CALM))
      const struck = performance.now()
      const over = cause(name, desk, random, LONGEST)
      if (name === 'a process is killed') {
        await soon(() => isServed(struck), RECOVERS_WITHIN)
        slowest = Math.max(slowest, performance.now() - struck)
      }
      await over
      const since = performance.now()
      const before = members.map(({ process }) => balancer.passed.get(process.port) ?? 0)
      await soon(
        () =>
          isServed(since) &&
          members.every(({ process }, i) => (balancer.passed.get(process.port) ?? 0) > before[i]! + 2),
        RECOVERS_WITHIN,
      ).catch(() => assert.fail(`after "${name}" not all are served (SEED=${seed})`))
      caused.push(name)
    }

    const visitorOf = ({ visitor }: Pick<ChatForMe, 'visitor'>) => {
      const page = pages.find(({ number }) => String(number) === visitor.number)
      return page && { customer: page.customer, isPage: true }
    }
    const outcome = await trial.judged(120_000, {
      visitorOf,
      async rests(read: () => Promise<History[]>) {
        await bot.rests()
        const histories = await read()
        await Promise.all(pages.map((page) => page.stays(() => arePagesCaughtUp(pages, histories), 30_000)))
        for (let tries = 0; tries < 60; tries++) {
          const now = await read()
          if (hasAnswered(now) && eventsReceived(receiver.received).size >= eventsDue(now).length) break
          await pause(1000)
        }
      },
      judge: (histories) => [
        ...judgePages(pages, histories),
        ...judgeBot(histories),
        ...judgeEvents(eventsDue(histories), receiver.received),
        ...receiver.faults,
      ],
    })
    for (const page of pages) page.close()
    const counted = `${caused.length} faults in ${Math.round((performance.now() - began) / 1000)} s, ${outcome.acknowledged} acknowledged, ${outcome.unknown} unknown, ${outcome.answers} answers, ${receiver.received.length} events`
    process.stdout.write(`${counted}; served elsewhere ${Math.round(slowest)} ms after a kill (SEED=${seed})\n`)
    tell({
      what: 'R34 faults of three processes under load',
      count: caused.length,
      violations: outcome.violations.length,
    })
    tell({
      what: 'R34 messages acknowledged meanwhile',
      count: outcome.acknowledged,
      violations: outcome.violations.length,
    })
    // Nobody judges what nobody did.
    assert.ok(outcome.acknowledged > 500 && outcome.answers > 100 && receiver.received.length > 20, counted)
    assert.ok(bot.answered() > 5, `${bot.answered()} answers of the bot`)
    assert.deepEqual(outcome.violations.slice(0, 20), [], `SEED=${seed}: ${caused.join(', ')}`)
    assert.ok(slowest < ELSEWHERE_WITHIN, `served elsewhere after ${slowest} ms`)
  })
