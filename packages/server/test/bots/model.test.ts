import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Entry } from '@deskbell/protocol/agent/entry'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds } from '../db.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { startBotServer, type BotServer } from './server.ts'

const ATTEMPTS = 2
const SEQUENCES = extent(10, 200)
/** Seconds that the bot may be silent. */
const SILENCE = 40

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant('writes' as const) },
  { weight: 4, arbitrary: fc.constant('answers' as const) },
  { weight: 2, arbitrary: fc.constant('answers twice' as const) },
  { weight: 2, arbitrary: fc.constant('invites' as const) },
  { weight: 2, arbitrary: fc.constant('accepts' as const) },
  fc.constantFrom(
    'leaves',
    'closes',
    'comes online',
    'goes',
    'restarts',
    'waits 2 s',
    'waits 4 s',
    'waits 45 s',
    'waits 130 s',
  ),
  { weight: 2, arbitrary: fc.constantFrom('hangs', 'fails', 'mends') },
)

for (const kind of testKinds())
  test(`M3 R21 the hand-over in a whole server, with restarts, ${kind}`, async () => {
    const clock = handClock()
    const place = await makePlace(kind)
    const servers = { provider: await startIntegratorServer({ clock }), front: await startIntegratorServer({ clock }) }
    const open = () =>
      startBotServer({ kind, clock, place, servers, bot: { attempts: ATTEMPTS, silenceLimit: SILENCE } })
    let server = await open()
    let online: Awaited<ReturnType<ReturnType<BotServer['agent']>['connects']>> | undefined
    let serial = 0
    /** Sequences whose bot was skipped: the deadlines of chats of earlier sequences may mark it as failing. */
    let skipped = 0

    async function play(steps: readonly string[]): Promise<void> {
      const customer = `customer ${++serial}`
      servers.provider.requests.length = 0
      servers.provider.answers({})
      // Resets the breaker, so that the sequences are independent.
      await server.sets({ enabled: true })
      let chat = await server.opensChat(customer, 'first')
      const done: string[] = []
      try {
        for (const one of steps) {
          done.push(one)
          await take(one)
          await server.quiet()
        }
        servers.provider.answers({})
        await server.passes(10_000)
      } catch (error) {
        throw new Error(`after ${done.join(', ')}`, { cause: error })
      }
      // Every visitor's last message is answered, or agents have the chat when the bot's time is over.
      let log = await server.agent().entries(chat)
      if (isOpen(log)) await server.passes((SILENCE + 1) * 1000, (SILENCE + 1) * 1000)
      // A database under load may be slow to write it.
      for (let more = 0; more < 20 && isOpen(log); more++) {
        await server.passes(1000)
        log = await server.agent().entries(chat)
      }
      const types = log.map((entry) => (entry.type === 'message' ? entry.from : entry.type)).join(' ')
      assert.ok(!isOpen(log), `the visitor waits without an owner: ${done.join(', ')}; the log: ${types}`)
      if (log.some(({ type }) => type === 'bot.skipped')) skipped++
      judge(log, server, chat, done.join(', '))

      async function take(one: string): Promise<void> {
        const agent = server.agent()
        switch (one) {
          case 'writes': {
            await server.visitor(customer).writes(`message ${++serial}`)
            const now = await server.chatOf(customer)
            if (now === chat) return
            judge(await agent.entries(chat), server, chat, done.join(', '))
            chat = now
            return
          }
          case 'answers':
            return said(await server.says(chat, `answer ${++serial}`))
          case 'answers twice': {
            const text = `answer ${++serial}`
            return said(...(await Promise.all([server.says(chat, text), server.says(chat, text)])))
          }
          case 'invites':
            return said(await server.invites(chat, `invite ${++serial}`))
          case 'accepts':
            return void (await agent.call('POST', `/chats/${chat}/accept`, { takeOver: true }))
          case 'leaves':
            return void (await agent.call('POST', `/chats/${chat}/leave`))
          case 'closes':
            return void (await agent.call('POST', `/chats/${chat}/close`, {}))
          case 'comes online':
            online ??= await agent.connects()
            return
          case 'goes':
            online?.close()
            online = undefined
            return
          case 'restarts':
            online = undefined
            await server.stop()
            server = await open()
            return
          case 'hangs':
            return servers.provider.hangs()
          case 'fails':
            return servers.provider.fails(1000, 503)
          case 'mends':
            return servers.provider.answers({})
          default:
            return server.passes(Number(one.split(' ')[1]) * 1000, 1000)
        }
      }
    }

    function said(...answers: { status: number; text: string }[]): void {
      for (const { status, text } of answers) assert.ok(status === 200 || status === 403, `${status} ${text}`)
    }

    try {
      await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 14 }), play), {
        numRuns: SEQUENCES,
        seed: seedOfRun(),
        endOnFailure: true,
      })
      assert.ok(skipped <= SEQUENCES / 2, `the bot was skipped in ${skipped} of ${SEQUENCES} sequences`)
      tell({ what: `M3 hand-over on a whole server, ${kind}`, count: SEQUENCES, violations: 0 })
    } finally {
      online?.close()
      await server.stop()
      await servers.provider.close()
      await servers.front.close()
      await place.drop()
    }
  })

function judge(log: readonly Entry[], server: BotServer, chat: number, story: string): void {
  const eventsOf = server.provider.requests
    .map(({ body, at }) => ({ at, ...(JSON.parse(body) as { event: string; id: string; chat_id: string }) }))
    .filter(({ chat_id, event }) => chat_id === String(chat) && event === 'CLIENT_MESSAGE')
  const attempts = new Map<string, number>()
  for (const { id } of eventsOf) attempts.set(id, (attempts.get(id) ?? 0) + 1)
  for (const [id, times] of attempts) assert.ok(times <= ATTEMPTS, `${id} was tried ${times} times: ${story}`)

  const outs = log.filter(({ type }) => type === 'bot.left' || type === 'agent.invited')
  assert.ok(outs.length <= 1, `handed over ${outs.length} times: ${story}`)
  const end = log.find(({ type }) => HANDED_OVER.has(type))
  if (end)
    for (const { at, id } of eventsOf) assert.ok(at <= end.at, `${id} was sent to the bot after ${end.type}: ${story}`)
  const person = log.find(({ type }) => ['bot.left', 'agent.joined', 'chat.closed'].includes(type))
  for (const entry of log)
    if (person && entry.type === 'message' && entry.from === 'bot')
      assert.ok(entry.n < person.n, `the bot is shown after ${person.type}: ${story}`)
}

/** Entries after which agents have the chat, or it is over: a chat never returns to a bot. */
const HANDED_OVER: ReadonlySet<string> = new Set([
  'bot.skipped',
  'bot.left',
  'agent.invited',
  'agent.joined',
  'chat.closed',
])

/** Whether the bot has the chat and has not answered the visitor's last message. */
function isOpen(log: readonly Entry[]): boolean {
  if (log.some(({ type }) => HANDED_OVER.has(type))) return false
  const last = log.findLastIndex((entry) => entry.type === 'message' && entry.from === 'visitor')
  return !log.slice(last + 1).some((entry) => entry.type === 'message' && entry.from === 'bot')
}
