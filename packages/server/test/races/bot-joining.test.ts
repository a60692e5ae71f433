import assert from 'node:assert/strict'
import { test } from 'node:test'
import { realClock } from '../../src/platform/clock.ts'
import { startBotServer, type BotServer } from '../bots/server.ts'
import { extent, seedOfRun, tell } from '../../../../tools/extent.ts'
import { seeded } from '../checker/random.ts'
import { testKinds } from '../db.ts'

const TIMES = extent(300, 1000)
/** Fewer than one agent may have under way, or some would wait for their turn and not race. */
const AT_ONCE = 10

for (const kind of testKinds())
  test(`B12 M3 the bot answers while an agent joins, many times: the customer never sees its message after the agent’s, ${kind}`, async (t) => {
    const seed = seedOfRun()
    t.diagnostic(`seed ${seed}`)
    const { fraction: random } = seeded(seed)
    const server = await startBotServer({ kind, clock: realClock })
    server.provider.answers({})
    server.front.answers({ result: 'ok' })
    let shown = 0
    let refused = 0
    /**
     * The bot's delay after the agent began (ms). The test adapts it to the machine, so that each side wins sometimes.
     */
    let span = 40
    try {
      for (let begun = 0; begun < TIMES; begun += AT_ONCE) {
        const customers = Array.from({ length: AT_ONCE }, (_, i) => `customer ${begun + i}`)
        await Promise.all(customers.map((customer) => server.visitor(customer).writes('hello')))
        const chats = new Map((await server.agent().chats('?limit=50')).map(({ visitor, id }) => [visitor.id, id]))
        const raced = await Promise.all(
          customers.map((customer) =>
            race(server, chats.get(customer) ?? 0, [random() * span, random() * span, random() * 8]),
          ),
        )
        await server.settled()
        let lead = 0
        for (const [i, customer] of customers.entries()) {
          const { early, late } = judge(server, customer, raced[i]!)
          shown += early
          refused += late
          lead += early - late
        }
        span = Math.min(1000, Math.max(5, span * (lead > 0 ? 1.5 : 0.75)))
        server.front.requests.length = 0
        await Promise.all(customers.map((customer) => server.agent().closes(chats.get(customer) ?? 0)))
      }
      tell({ what: `M3 B12 the bot answers as an agent joins, ${kind}`, count: TIMES, violations: 0 })
      // A race that one side always wins shows nothing.
      assert.ok(shown > TIMES / 10 && refused > TIMES / 10, `${shown} shown, ${refused} refused`)
    } finally {
      await server.close()
    }
  })

interface Raced {
  log: Awaited<ReturnType<ReturnType<BotServer['agent']>['entries']>>
  /** The statuses of the bot's requests, by text. */
  answers: Map<string, number>
}

/** A bot sends two messages while an agent accepts the chat and writes. */
async function race(server: BotServer, chat: number, [first, second, third]: [number, number, number]): Promise<Raced> {
  const agent = server.agent()
  const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
  const answers = new Map<string, number>()
  const says = async (ms: number, text: string) => {
    await after(ms)
    answers.set(text, (await server.says(chat, text)).status)
  }
  const accepts = async () => {
    await after(third)
    await agent.accepts(chat)
    await agent.writes(chat, 'a person')
  }
  await Promise.all([says(first, 'one'), says(second, 'two'), accepts()])
  return { log: await agent.entries(chat), answers }
}

function judge(server: BotServer, customer: string, { log, answers }: Raced): { early: number; late: number } {
  const joined = log.findIndex(({ type }) => type === 'agent.joined')
  assert.ok(joined > 0)
  let early = 0
  for (const [text, status] of answers) {
    const n = log.findIndex((entry) => entry.type === 'message' && entry.from === 'bot' && entry.text === text)
    if (status === 200) {
      early++
      assert.ok(n >= 0 && n < joined, `${customer}: "${text}" was taken and is not before the joining`)
    } else {
      assert.equal(status, 403)
      assert.equal(n, -1, `${customer}: "${text}" was refused and is shown`)
      assert.ok(
        log.some((entry) => entry.type === 'bot.refused' && entry.text === text),
        'kept for the agent',
      )
    }
  }
  const seen = server.front.requests
    .map(({ body }) => JSON.parse(body) as { recipient: { id: string }; message: { type: string; text?: string } })
    .filter(({ recipient, message }) => recipient.id === customer && message.type === 'text')
    .map(({ message }) => message.text)
  assert.equal(seen.at(-1), 'a person', `${customer} saw ${seen.join(', ')}`)
  assert.equal(seen.length, early + 1)
  return { early, late: answers.size - early }
}
