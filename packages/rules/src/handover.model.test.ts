import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../tools/extent.ts'
import {
  apply,
  decide,
  deliveriesOf,
  fold,
  opened,
  type BotFacts,
  type Command,
  type Entry,
  type ChatDelivery,
} from './index.ts'

const T = 1_790_000_000_000
const bot = { id: 7, name: 'Helper' }
const HELPER: BotFacts = { ...bot, silenceLimitMs: 300_000 }
const agent = fc.constantFrom({ id: 1, name: 'Ann' }, { id: 2, name: 'Bob' })
const text = fc.constantFrom('yes', 'no', '1', 'help', 'a long story', 'hm')
const digest = fc.constantFrom('one', 'two', 'three')

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('visitor.write' as const),
      id: fc.uuid(),
      text,
      profile: fc.constant({}),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record(
      {
        type: fc.constant('bot.write' as const),
        bot: fc.constant(bot),
        id: fc.uuid(),
        text,
        digest,
        title: text,
        buttons: fc.constant([{ id: 'y', text: 'yes' }]),
      },
      { requiredKeys: ['type', 'bot', 'id', 'text'] },
    ),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'bot.invite' as const, bot }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('bot.gave-up' as const),
      bot: fc.constant(7),
      of: fc.integer({ min: 1, max: 12 }),
      text: fc.constant('no answer'),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ type: 'time.pass' as const }) },
  fc.record({ type: fc.constant('agent.accept' as const), agent, takeOver: fc.boolean() }),
  fc.record({ type: fc.constant('agent.leave' as const), agent, anyone: fc.boolean() }),
  fc.record({ type: fc.constant('agent.write' as const), agent, id: fc.uuid(), text }),
  fc.record({ type: fc.constant('agent.close' as const), agent, anyone: fc.boolean() }),
  fc.record({
    type: fc.constant('agent.close' as const),
    agent,
    anyone: fc.boolean(),
    undoFor: fc.constantFrom(500, 10_000),
  }),
  fc.record({ type: fc.constant('agent.hand-over' as const), agent, anyone: fc.boolean(), to: agent }),
  fc.record({ type: fc.constant('agent.keep-open' as const), agent, anyone: fc.boolean() }),
)
const step = fc.record({
  command,
  /** Time that passes before the command. */
  wait: fc.constantFrom(0, 1, 500, 9000, 130_000, 310_000),
  facts: fc.record({
    available: fc.boolean(),
    bot: fc.oneof(
      { weight: 8, arbitrary: fc.constant(HELPER) },
      fc.constant(null),
      fc.constant({ ...HELPER, failing: 'it is down' }),
      fc.constant({ ...HELPER, probe: true }),
    ),
  }),
})

test('M3 the rules of the hand-over hold for any commands in any order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      let state = opened(T)
      let now = T
      const log: Entry[] = []
      const deliveries: { delivery: ChatDelivery; after: number }[] = []
      for (const { command: one, wait, facts } of steps) {
        now += wait
        const bodies = decide(state, one, { now, known: {}, ...facts })
        if ('refused' in bodies) continue
        const made = bodies.map((body, i) => ({ ...body, n: state.last + 1 + i, at: now }))
        const before = state
        for (const entry of made) state = apply(state, entry)
        for (const entry of made)
          for (const delivery of deliveriesOf(state, entry, one, {
            channel: 1,
            followsLog: false,
            visitor: 1,
            chat: 1,
          }))
            deliveries.push({ delivery, after: log.length })
        log.push(...made)
        if (one.type === 'bot.gave-up' && made.length > 0)
          assert.notEqual(before.bot?.answered, one.of, 'the bot failed although it had answered')
      }
      assert.deepEqual(fold(T, log, opened), state)

      const at = (type: Entry['type']) => log.findIndex((entry) => entry.type === type)
      const end = log.findIndex(({ type }) => type === 'agent.joined' || type === 'bot.left' || type === 'chat.closed')
      const invited = at('agent.invited')
      const handedOver = [end, invited].filter((i) => i >= 0)
      const last = handedOver.length > 0 ? Math.min(...handedOver) : Infinity
      for (const [i, entry] of log.entries()) {
        if (entry.type === 'message' && entry.from === 'bot')
          assert.ok(end < 0 || i < end, 'a bot writes after an agent joined')
        if (entry.type === 'bot.joined') assert.equal(i, 0, 'a bot joins first or never')
      }
      for (const { delivery, after } of deliveries)
        if (delivery.kind === 'CLIENT_MESSAGE')
          assert.ok(after <= last, 'a message is delivered to the bot after agents took over')
      const asked = deliveries
        .filter(({ delivery: { kind } }) => kind === 'CLIENT_MESSAGE')
        .map(({ delivery: { of } }) => of)
      assert.equal(new Set(asked).size, asked.length, 'a message is delivered to the bot twice')
      for (const type of ['bot.left', 'agent.invited', 'bot.joined'] as const)
        assert.ok(log.filter((entry) => entry.type === type).length <= 1, `${type} twice`)
      const told = deliveries.filter(({ delivery: { kind } }) => kind === 'AGENT_JOINED').length
      assert.equal(
        told,
        log[0]?.type === 'bot.joined' && at('agent.joined') >= 0 ? 1 : 0,
        'the bot is told of the first agent only',
      )
      if (state.owner.kind === 'bot') assert.equal(end, -1)
    }),
    repeats('M3 hand-over', 2000, 20_000),
  )
})
