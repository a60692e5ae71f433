import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { AccountChats } from '../../src/routing/account-chats.ts'
import { makeKnownChats, type KnownChats } from '../../src/routing/known-chats.ts'
import { startServer } from '../agent-api/servers.ts'
import { seeded } from '../checker/random.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer } from '../test-server.ts'

const OFFERED = { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 30 } as const
const STEPS = 250

/** Everything that a turn of the router asks for. */
function digest(chats: AccountChats, { agents, channels }: { agents: number[]; channels: number[] }) {
  return {
    parts: chats
      .parts()
      .map(({ channel, team }) => `${channel} ${team}`)
      .toSorted(),
    queue: chats
      .queue(channels, 100)
      .map(({ id, channel, place, state }) => ({ id, channel, place, last: state.last, epoch: state.epoch }))
      .toSorted((a, b) => a.id - b.id),
    offers: chats.offers().toSorted((a, b) => a.chat - b.chat),
    loads: agents.map((agent) => [...chats.of(agent)].toSorted(([a], [b]) => a - b)),
  }
}

/** What another process knows, which hears of each change by the bus alone. */
function far({ services }: TestServer): KnownChats {
  const chats = makeKnownChats(services)
  services.chatEvents.subscribe({
    onCommitted: ({ account, chat, state }) => chats.onChangedElsewhere({ account, chat, last: state.last }),
    onErased: chats.onErased,
  })
  return chats
}

function near({ services }: TestServer): KnownChats {
  const chats = makeKnownChats(services)
  services.chatEvents.subscribe({ onDurable: chats.onDurable, onErased: chats.onErased })
  return chats
}

for (const kind of testKinds())
  suite(`the chats that the router knows, ${kind}`, () => {
    test('after every change they are those of a new reading, where they change here and where another process changes them', async (t) => {
      const server = await startServer({ kind, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => server.close())
      const people = [server.agent(ANN), server.agent(BOB)] as const
      const [ann] = people
      const sockets = await Promise.all(people.map((one) => one.connects()))
      const ids = await Promise.all(people.map(async (one) => Number((await one.call('GET', '/me')).body['id'])))
      const { body } = await ann.call('GET', '/departments')
      const [sales] = (body as unknown as { departments: { id: number }[] }).departments
      assert.equal((await ann.call('PATCH', '/routing', { policy: OFFERED })).status, 200)

      const [here, there] = [near(server), far(server)]
      await here.read(1)
      await there.read(1)
      const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e9))
      const { between } = seeded(seed)
      const one = <T>(of: readonly T[]): T => of[between(0, of.length - 1)]!
      const until = Date.now() + 3_600_000
      let accepted = 0
      for (let step = 0; step < STEPS; step++) {
        const name = `visitor ${between(1, 12)}`
        const agent = one(people)
        const chat = (await ann.chats('?limit=100')).find(({ visitor }) => visitor.id === name)
        if (!chat || between(1, 4) === 1) await server.visitor(name).writes(`step ${step}`)
        else {
          const [path, sent] = one<[string, object?]>([
            ['accept'],
            ['accept', { takeOver: true }],
            ['close'],
            ['leave'],
            ['decline', {}],
            ['snooze', { until }],
            ['wake'],
            ['offer', { to: one(ids) }],
            ['hand-over', { to: one(ids) }],
            ['hand-over', { department: sales?.id }],
          ])
          const { status } = await agent.call('POST', `/chats/${chat.id}/${path}`, sent)
          if (status === 200) accepted++
        }
        if (step % 60 === 59) {
          const found = (await ann.chats('?limit=100')).at(0)
          if (found) await ann.call('DELETE', `/visitors/${found.visitor.number}`)
        }
        // A reading while chats change.
        const reading = between(1, 8) === 1 ? there.read(1) : undefined
        if (step % 10 !== 9) continue
        await reading
        const { directory, commit } = server.services
        const of = { agents: ids, channels: directory.channels(1).map(({ id }) => id) }
        // The router may commit something between two readings.
        for (let tries = 1; ; tries++) {
          await commit.idle()
          const known = here.now(1)
          assert.ok(known, 'nothing has to be read where the changes are made')
          const all = [digest(known, of), digest(await there.read(1), of)]
          const fresh = digest(await makeKnownChats(server.services).read(1), of)
          if (tries < 20 && all.some((one) => !isDeepStrictEqual(one, fresh))) continue
          assert.deepEqual(all[0], fresh, `here, step ${step}, SEED=${seed}`)
          assert.deepEqual(all[1], fresh, `elsewhere, step ${step}, SEED=${seed}`)
          break
        }
      }
      assert.ok(accepted > STEPS / 10, `${accepted} changes, SEED=${seed}`)
      for (const socket of sockets) socket.close()
    })

    test('of an account that is no longer routed nothing is known', async (t) => {
      const server = await startServer({ kind })
      t.after(() => server.close())
      const here = near(server)
      await here.read(1)
      assert.ok(here.now(1))
      here.keep([])
      assert.equal(here.now(1), undefined)
    })
  })
