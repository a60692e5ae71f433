import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { extent, isFull, seedOfRun, tell } from '../../../../tools/extent.ts'
import { shortLease } from '../checker/edits.ts'
import { startIntegrator } from '../checker/integrator.ts'
import { seeded } from '../checker/random.ts'
import { read, readHistory, readInbox } from '../checker/readers.ts'
import { startReceiver } from '../checker/receiver.ts'
import { ServerProcess } from '../checker/server-process.ts'
import { makePlace, testKinds } from '../db.ts'
import { freePort } from '../free-port.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, PUBLIC_ID, RANDOM, tokenOf } from '../test-server.ts'
import { keepOnline } from './online.ts'

const CLEO = 'cleo@shop.test'
const AGENTS = [ANN, BOB, CLEO]
const TOKEN = 'provider-token-1'
const VISITORS = ['v1', 'v2', 'v3', 'v4']
/** At which share of the steps the server is killed, in percent. */
const KILLED = extent(10, 100)
/** An offer ends sooner than after two minutes (ms). */
const EDITS = [
  { of: 'rules' as const, file: 'offer.ts', find: 'OFFER_WITHIN = 120_000', put: `OFFER_WITHIN = 4000` },
  // A few kills are not worth waiting for the leases of those that died.
  ...(isFull ? [] : shortLease),
]
const DELIVERED_WITHIN = 240_000

interface Step {
  readonly what: string
  /** Is repeated until it is done. */
  readonly act: () => Promise<unknown>
  readonly done: (log: readonly Entry[], chat: ChatForMe) => boolean
}

for (const kind of testKinds())
  test(`S1 S2 S3 S4 four chats go from a bot over three agents and a team while kill -9 interrupts their steps, ${kind}`, async (t) => {
    const seed = seedOfRun()
    const random = seeded(seed)
    const [place, integrator, provider, receiver] = await Promise.all([
      makePlace(kind),
      startIntegrator(),
      startIntegratorServer(),
      startReceiver(),
    ])
    const server = new ServerProcess(
      {
        place,
        serverUrl: integrator.server.url,
        edits: EDITS,
        bots: [
          {
            name: 'Helper',
            providerId: 'helper',
            providerUrl: `${provider.url}/hook`,
            token: TOKEN,
            channels: ['App'],
          },
        ],
        webhooks: [{ url: receiver.url }],
        setup: setupOf(integrator.server.url),
      },
      await freePort(),
    )
    const online = keepOnline(server, AGENTS)
    t.after(async () => {
      online.close()
      await server.close()
      await Promise.all([integrator.close(), provider.close(), receiver.close()])
      await place.drop()
    })
    await server.start()
    await online.all()

    /** Repeats a read until the server answers it. */
    async function look<T>(work: () => Promise<T>): Promise<T> {
      for (;;) {
        const answer = await work().catch(() => undefined)
        if (answer !== undefined) return answer
        await server.up
        await pause(20)
      }
    }
    async function post(path: string, method: string, body: object, headers: Record<string, string>): Promise<number> {
      const response = await fetch(server.url + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(10_000),
      })
      await response.text()
      return response.status
    }
    const as = (email: string, method: string, path: string, body: object = {}, key?: string) =>
      post(`/api${path}`, method, body, {
        authorization: `Bearer ${tokenOf(email)}`,
        ...(key !== undefined && { 'idempotency-key': key }),
      })
    const { agents } = await read<{ agents: { id: number; email: string }[] }>(server.url, '/agents')
    const numberOf = (email: string) => agents.find((one) => one.email === email)?.id ?? 0
    const { departments } = await read<{ departments: { id: number }[] }>(server.url, '/departments')
    const department = departments[0]?.id ?? 0
    /** The texts whose sender got a 200. */
    const acknowledged = new Set<string>()
    let kills = 0
    let killing = Promise.resolve()

    /** Carries out a step, killing the server in the middle of it when its turn has come. */
    async function carryOut(chat: number, { what, act, done }: Step): Promise<void> {
      let isKilled = random.between(1, 100) > KILLED
      for (const began = Date.now(); ;) {
        const acting = act().catch(() => {})
        if (!isKilled) {
          isKilled = true
          kills++
          const delay = random.between(0, 30)
          // Steps of other chats may kill it, too.
          killing = killing.then(async () => {
            await pause(delay)
            await server.kill()
            await server.start()
          })
          await killing
        }
        await acting
        await server.up
        const [log, row] = await look(() =>
          Promise.all([readHistory(server.url, chat), read<ChatForMe>(server.url, `/chats/${chat}`)]),
        )
        if (done(log, row)) return
        if (Date.now() - began > 120_000)
          throw new Error(`SEED=${seed}: chat ${chat}: ${what}: ${log.map(({ type }) => type).join(' ')}`)
        await pause(50)
      }
    }
    const count = (log: readonly Entry[], type: Entry['type']) => log.filter((one) => one.type === type).length
    const isWritten = (text: string) => (log: readonly Entry[]) =>
      log.some((one) => one.type === 'message' && one.text === text)
    const isHeldBy = (email: string) => (_log: readonly Entry[], chat: ChatForMe) => chat.agent?.id === numberOf(email)
    const visitorWrites = (visitor: string, words: string): Step => {
      const text = `${visitor} ${words}`
      return {
        what: words,
        async act() {
          const body = { sender: { id: visitor }, message: { type: 'text', text } }
          const status = await post(`/${RANDOM}/${PUBLIC_ID}`, 'POST', body, { 'idempotency-key': text })
          if (status === 200) acknowledged.add(text)
        },
        done: isWritten(text),
      }
    }

    function stepsOf(visitor: string, chat: number) {
      const does = (email: string, method: string, path: string, body: object = {}, key?: string) =>
        as(email, method, `/chats/${chat}${path}`, body, key)
      const writes = (email: string, words: string): Step => {
        const text = `${visitor} ${words}`
        return {
          what: words,
          async act() {
            if ((await does(email, 'POST', '/messages', { text }, text)) === 200) acknowledged.add(text)
          },
          done: isWritten(text),
        }
      }
      const offers = (from: string, to: string): Step => ({
        what: `${from} offers it to ${to}`,
        act: () => does(from, 'PUT', '/offer', { to: numberOf(to), comment: 'please' }),
        done: (_log, { offer }) => offer?.to.id === numberOf(to),
      })
      const accepts = (email: string, from?: string): Step => ({
        what: `${email} accepts`,
        async act() {
          // The offer may have ended while the server was down.
          if (from !== undefined) await does(from, 'PUT', '/offer', { to: numberOf(email) })
          await does(email, 'POST', '/accept')
        },
        done: isHeldBy(email),
      })
      const isOfferOver = (_log: readonly Entry[], chat: ChatForMe) => chat.offer === undefined
      const between = visitorWrites(visitor, 'while it is offered')
      const begins: Step[] = [
        {
          what: 'the bot calls an agent',
          act: () =>
            post(`/bot/webhooks/helper/${TOKEN}`, 'POST', { event: 'INVITE_AGENT', id: visitor, chat_id: chat }, {}),
          done: (log, { owner }) => owner === 'queue' && count(log, 'agent.invited') > 0,
        },
        accepts(ANN),
        writes(ANN, 'from Ann'),
        {
          what: 'Ann offers it while the visitor writes',
          act: () => Promise.all([between.act(), does(ANN, 'PUT', '/offer', { to: numberOf(BOB) })]),
          done: (log, chat) => between.done(log, chat) && chat.offer?.to.id === numberOf(BOB),
        },
        {
          what: 'Bob declines',
          act: () => does(BOB, 'POST', '/decline', { reason: 'busy' }),
          done: isOfferOver,
        },
        offers(ANN, BOB),
        { what: 'nobody answers', act: () => pause(100), done: isOfferOver },
        accepts(BOB, ANN),
        {
          what: 'a late message of Ann',
          act: () => does(ANN, 'POST', '/messages', { text: `${visitor} late` }, `${visitor} late`),
          done: (log) => count(log, 'message.late') > 0,
        },
        {
          what: 'Bob asks Cleo',
          act: () => does(BOB, 'POST', '/colleagues', { to: numberOf(CLEO) }),
          done: (_log, { asked = [] }) => asked.length > 0,
        },
        {
          what: 'Cleo joins',
          act: () => does(CLEO, 'POST', '/join'),
          done: (_log, { colleagues = [] }) => colleagues.length > 0,
        },
        writes(CLEO, 'from Cleo beside Bob'),
        {
          what: 'Cleo leaves',
          act: () => does(CLEO, 'POST', '/leave'),
          done: (log) => count(log, 'colleague.left') > 0,
        },
        {
          what: 'Bob gives it to Sales',
          act: () => does(BOB, 'POST', '/hand-over', { department }),
          done: (log, { owner }) => owner === 'queue' && count(log, 'department.changed') > 0,
        },
        accepts(CLEO),
        writes(CLEO, 'from Cleo'),
        visitorWrites(visitor, 'at the end'),
      ]
      const goes: Step = { what: 'the offer ends', act: () => pause(100), done: isOfferOver }
      const ends: Step[] = [
        accepts(ANN),
        writes(ANN, 'goodbye'),
        {
          what: 'Ann closes it',
          act: () => does(ANN, 'POST', '/close'),
          done: (_log, { state }) => state === 'closed',
        },
      ]
      return { begins, offered: [offers(CLEO, BOB)], goes: [goes], ends }
    }

    const chats = await Promise.all(
      VISITORS.map(async (visitor) => {
        await visitorWrites(visitor, 'hello').act()
        const all = await read<{ chats: ChatForMe[] }>(server.url, '/chats?view=all')
        const chat = all.chats.find((one) => one.visitor.id === visitor)?.id ?? 0
        return { chat, steps: stepsOf(visitor, chat) }
      }),
    )
    const all = async (part: keyof ReturnType<typeof stepsOf>) => {
      await Promise.all(
        chats.map(async ({ chat, steps }) => {
          for (const step of steps[part]) await carryOut(chat, step)
        }),
      )
    }
    const rowOf = (chat: number) => look(() => read<ChatForMe>(server.url, `/chats/${chat}`))
    await all('begins')
    // The receiver goes: the chats stay with Cleo.
    await all('offered')
    await online.set(BOB, false)
    await all('goes')
    for (const { chat } of chats) assert.equal((await rowOf(chat)).agent?.id, numberOf(CLEO), `SEED=${seed}`)
    await online.set(BOB, true)
    // The sender goes: the chats wait for everybody.
    await online.set(CLEO, false)
    await all('offered')
    await all('goes')
    for (const { chat } of chats) assert.equal((await rowOf(chat)).owner, 'queue', `SEED=${seed}`)
    await all('ends')

    const due = VISITORS.flatMap((visitor) =>
      ['from Ann', 'from Cleo beside Bob', 'from Cleo', 'goodbye'].map((one) => `${visitor} ${one}`),
    )
    /** How many events of a name were told; one that was sent again counts once. */
    const told = (name: string) =>
      new Set(receiver.received.filter((one) => one.name === name).map(({ webhookId }) => webhookId)).size
    const isDelivered = () =>
      due.every((text) => integrator.received.some((one) => one.text === text)) &&
      told('chat_accepted') >= 4 * VISITORS.length &&
      told('chat_finished') >= VISITORS.length
    for (const end = Date.now() + DELIVERED_WITHIN; !isDelivered() && Date.now() < end;) await pause(200)

    const wrong: string[] = [...server.deaths]
    const inbox = await readInbox(server.url)
    if (inbox.length !== VISITORS.length) wrong.push(`${inbox.length} chats`)
    for (const { chat } of chats) {
      const log = await readHistory(server.url, chat)
      log.forEach(({ n }, i) => n !== i + 1 && wrong.push(`chat ${chat}: entry ${n} at place ${i + 1}`))
      const texts = log.flatMap((one) => (one.type === 'message' ? [one.text] : []))
      if (new Set(texts).size !== texts.length) wrong.push(`chat ${chat}: a message twice: ${texts.join(', ')}`)
      if (count(log, 'message.late') !== 1) wrong.push(`chat ${chat}: ${count(log, 'message.late')} late messages`)
      const joined = log.flatMap((one) => (one.type === 'agent.joined' ? [one.agent.id] : []))
      const wanted = [ANN, BOB, CLEO, ANN].map(numberOf)
      if (joined.join() !== wanted.join()) wrong.push(`chat ${chat}: held by ${joined.join()}`)
      for (const text of acknowledged)
        if (text.startsWith(inbox.find(({ id }) => id === chat)?.visitor.id ?? ' ') && !texts.includes(text))
          wrong.push(`chat ${chat}: ${text} is lost`)
    }
    for (const text of due) {
      const ids = new Set(integrator.received.filter((one) => one.text === text).map(({ webhookId }) => webhookId))
      if (ids.size !== 1) wrong.push(`${text} was delivered under ${ids.size} ids`)
    }
    if (integrator.received.some(({ text }) => text.endsWith(' late'))) wrong.push('a late message was delivered')
    if (told('chat_accepted') !== 4 * VISITORS.length) wrong.push(`${told('chat_accepted')} accepts were told`)
    if (told('chat_finished') !== VISITORS.length) wrong.push(`${told('chat_finished')} ends were told`)
    tell({
      what: `S1 chats over three agents and a team, kill -9 at their steps, ${kind}`,
      count: kills,
      violations: wrong.length,
    })
    process.stdout.write(`${kills} kills, ${wrong.length} violations (SEED=${seed})\n`)
    assert.deepEqual(wrong, [], `SEED=${seed}`)
  })

function setupOf(serverUrl: string) {
  const agents = AGENTS.map((email, i) => ({
    email,
    name: email.split('@')[0] ?? '',
    role: i === 0 ? ('owner' as const) : ('agent' as const),
    apiToken: tokenOf(email),
  }))
  const channel = { kind: 'api' as const, name: 'App', publicId: PUBLIC_ID, random: RANDOM, serverUrl, agents: AGENTS }
  return { agents, departments: [{ name: 'Sales', agents: [CLEO] }], channels: [channel] }
}
