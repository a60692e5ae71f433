import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { suite, test } from 'node:test'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { RoutingTurn } from '@deskbell/protocol/agent/routing'
import { decideTurn, type Turn } from '@deskbell/rules'
import { turnMade } from '../../src/routing/effect.ts'
import { addAccount, addAgent, startServer } from '../agent-api/servers.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestAgent } from '../test-server.ts'

const LEAST = { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 30 } as const
type Routed = Extract<Entry, { type: 'chat.routed' }>

for (const kind of testKinds())
  suite(`routing, ${kind}`, () => {
    async function start(t: { after: (fn: () => Promise<void>) => void }, change: object = { policy: LEAST }) {
      const clock = handClock()
      const server = await startServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      const ids = {} as Record<'ann' | 'bob' | 'sales', number>
      for (const [name, agent] of [
        ['ann', ann],
        ['bob', bob],
      ] as const)
        ids[name] = Number((await agent.call('GET', '/me')).body['id'])
      const { departments } = (await ann.call('GET', '/departments')).body as unknown as {
        departments: { id: number }[]
      }
      ids.sales = departments[0]?.id ?? 0
      const changed = await ann.call('PATCH', '/routing', change)
      assert.equal(changed.status, 200, changed.text)
      /** Moves the clock, second by second, until the condition holds. */
      const becomes = (holds: () => Promise<boolean>) =>
        soon(async () => {
          await clock.move(1000)
          return holds()
        }, 20_000)
      const writes = async (id: string, text = 'hello'): Promise<number> => {
        await server.visitor(id).writes(text)
        const found = (await ann.chats('?limit=100')).find(({ visitor }) => visitor.id === id)
        assert.ok(found)
        return found.id
      }
      const last = async (chat: number) => (await ann.entries(chat)).findLast(({ type }) => type !== 'message')
      /** The newest entry of the router in a chat, when it is offered to this agent. */
      async function offered(chat: number, to: number): Promise<Routed> {
        await becomes(async () => (await ann.chat(chat)).offer?.to.id === to)
        const entry = (await ann.entries(chat)).findLast(({ type }) => type === 'chat.routed')
        assert.ok(entry?.type === 'chat.routed')
        assert.equal(entry.to.id, to)
        return entry
      }
      return { clock, server, ann, bob, ids, becomes, writes, last, offered }
    }
    const accept = async (agent: TestAgent, chat: number) => void (await agent.accepts(chat))

    test('S5 a waiting chat is offered to the least busy agent at once, says why, and is theirs when they accept', async (t) => {
      const { ann, bob, ids, server, writes, offered, becomes } = await start(t)
      const [anns] = [await ann.connects(), await bob.connects()]
      await becomes(async () => (await ann.call('GET', '/agents')).text.split('"online"').length === 3)
      const first = await writes('vera')
      const entry = await offered(first, ids.ann)
      assert.deepEqual(entry.why, { by: 'least-busy', load: 0, capacity: 5, among: 2 })
      // The agent's socket tells the offer, and alerts the agent.
      await anns.seesChat(({ id, offer }) => id === first && offer?.to.id === ids.ann)
      const alert = await anns.sees((frame) => frame.type === 'alert' && frame.what === 'offered')
      assert.equal(alert.type === 'alert' && alert.chat, first)
      const second = await writes('otto')
      await offered(second, ids.bob)
      await accept(ann, first)
      await accept(bob, second)
      const third = await writes('mia')
      await offered(third, ids.ann)
      assert.equal((await ann.chat(third)).owner, 'queue')

      const { body } = await ann.call('GET', `/routing/turns/${entry.turn}`)
      const turn = body as unknown as RoutingTurn
      assert.deepEqual(turn.routed, [{ chat: first, to: ids.ann, why: entry.why }])
      assert.deepEqual(
        turn.input.agents.map(({ id, load }) => [id, load]),
        [
          [ids.ann, {}],
          [ids.bob, {}],
        ],
      )
      const input = {
        ...turn.input,
        policies: turn.input.policies.map((policy) => ({
          ...policy,
          acceptWithin: Number(policy.acceptWithin) * 1000,
        })),
      } as unknown as Turn
      assert.deepEqual(decideTurn(input), turn.routed, 'the stored inputs give the same decision')
      const other = await addAccount(server, { chats: 0 })
      assert.equal((await other.agent.call('GET', `/routing/turns/${entry.turn}`)).status, 404, 'T17')
    })

    test('S5 a chat goes on when its agent declines, does not answer, or goes offline, and begins again after all', async (t) => {
      const { ann, bob, ids, writes, offered } = await start(t)
      const socket = await ann.connects()
      let bobs = await bob.connects()
      const chat = await writes('vera')
      await offered(chat, ids.ann)
      assert.equal((await ann.call('POST', `/chats/${chat}/decline`, { reason: 'lunch' })).status, 200)
      await offered(chat, ids.bob)
      // Bob does not answer for 30 seconds.
      const again = await offered(chat, ids.ann)
      assert.equal(again.why.again, true)
      await offered(chat, ids.bob)
      bobs.close()
      await offered(chat, ids.ann)
      const ends = (await ann.entries(chat)).flatMap((entry) => (entry.type === 'offer.ended' ? [entry.why] : []))
      assert.deepEqual(ends, ['unanswered', 'unanswered', 'offline'])
      await accept(ann, chat)
      socket.close()
      bobs = await bob.connects()
      bobs.close()
    })

    test('N13 an agent to whom the router gives a chat without asking is alerted once, and nobody else', async (t) => {
      const { ann, bob, ids, becomes, writes, clock } = await start(t, { policy: { ...LEAST, acceptWithin: null } })
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      // The first chat waits until the router has begun; the second one is given within moments of the clock.
      const first = await writes('a')
      await becomes(async () => (await ann.chat(first)).agent !== null)
      const chat = await writes('b')
      await soon(async () => {
        await clock.move(10)
        return (await ann.chat(chat)).agent !== null
      })
      const isAnns = (await ann.chat(chat)).agent?.id === ids.ann
      const [given, other] = isAnns ? [anns, bobs] : [bobs, anns]
      const alert = await given.sees((frame) => frame.type === 'alert' && frame.chat === chat)
      assert.equal(alert.type === 'alert' && alert.what, 'handed')
      for (let second = 0; second < 20; second++) await clock.move(1000)
      const count = ({ frames }: typeof anns) =>
        frames.filter((one) => one.type === 'alert' && one.chat === chat).length
      assert.deepEqual([count(given), count(other)], [1, 0])
      anns.close()
      bobs.close()
    })

    test('S5 no agent gets more than their capacity; a chat that ends, and an agent who comes, make room', async (t) => {
      const { ann, bob, ids, becomes, writes } = await start(t, {
        policy: { ...LEAST, acceptWithin: null },
        capacity: { total: 1, kinds: {} },
      })
      const anns = await ann.connects()
      const chats = [await writes('a'), await writes('b'), await writes('c')] as const
      const holderOf = async (chat: number) => (await ann.chat(chat)).agent?.id
      await becomes(async () => (await holderOf(chats[0])) === ids.ann)
      const types = (await ann.entries(chats[0])).map(({ type }) => type)
      assert.deepEqual(types, ['message', 'chat.routed', 'agent.joined'])
      assert.deepEqual([await holderOf(chats[1]), await holderOf(chats[2])], [undefined, undefined])
      await ann.closes(chats[0])
      await becomes(async () => (await holderOf(chats[1])) === ids.ann)
      const bobs = await bob.connects()
      await becomes(async () => (await holderOf(chats[2])) === ids.bob)
      // An agent accepts more by hand, and then gets none.
      const more = await writes('d')
      await accept(ann, more)
      const waits = await writes('e')
      await bob.closes(chats[2])
      await becomes(async () => (await holderOf(waits)) === ids.bob)
      assert.equal(
        (
          await ann.call('PATCH', '/routing', {
            agents: [{ agent: ids.ann, capacity: { total: 3, kinds: { api: 3 } } }],
          })
        ).status,
        200,
      )
      const third = await writes('f')
      await becomes(async () => (await holderOf(third)) === ids.ann)
      anns.close()
      bobs.close()
    })

    test('S5 the policy of a team comes before that of the channel; a team’s chat goes to its agents alone', async (t) => {
      const { ann, bob, ids, becomes, writes, offered, last } = await start(t, {})
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      const chat = await writes('vera')
      await accept(ann, chat)
      assert.equal((await ann.call('POST', `/chats/${chat}/hand-over`, { department: ids.sales })).status, 200)
      const left = await writes('otto')
      await ann.call('PATCH', '/routing', { departments: [{ department: ids.sales, policy: LEAST }] })
      const entry = await offered(chat, ids.bob)
      assert.deepEqual([entry.why.team?.name, entry.why.among], ['Sales', 1])
      assert.equal((await last(left))?.type, undefined, 'the channel’s chat waits for everybody')
      const channel = (await ann.chat(left)).channel.id
      await ann.call('PATCH', '/routing', {
        channels: [{ channel, policy: { ...LEAST, distribution: 'round-robin' } }],
      })
      await becomes(async () => (await ann.chat(left)).offer !== undefined)
      anns.close()
      bobs.close()
    })

    test('S5 priorities decide which chat comes first, and the agent of the last chat may come first', async (t) => {
      const { ann, bob, ids, becomes, writes, offered } = await start(t, {})
      const [anns, bobs] = [await ann.connects(), await bob.connects()]
      const earlier = await writes('vera')
      await accept(bob, earlier)
      await bob.closes(earlier)
      const [plain, tagged] = [await writes('otto'), await writes('mia')]
      const tag = Number((await ann.call('POST', '/tags', { name: 'Urgent' })).body['id'])
      await ann.call('POST', `/chats/${tagged}/tags`, { add: [tag] })
      await ann.call('PATCH', '/routing', {
        policy: { ...LEAST, lastAgentFirst: true },
        capacity: { total: 1, kinds: {} },
        agents: [{ agent: ids.bob, capacity: { total: 0, kinds: {} } }],
        priorities: [{ when: { tag }, priority: 2 }],
      })
      await offered(tagged, ids.ann)
      assert.equal((await ann.chat(plain)).offer, undefined)
      await ann.call('PATCH', '/routing', { agents: [], capacity: { total: 9, kinds: {} } })
      await becomes(async () => (await ann.chat(plain)).offer !== undefined)
      const again = await writes('vera')
      assert.equal((await offered(again, ids.bob)).why.by, 'last-agent')
      anns.close()
      bobs.close()
    })

    test('S5 the agent who held the last chat gets the next one, and not a colleague who joined it later', async (t) => {
      const { ann, bob, ids, server, writes, offered, becomes } = await start(t, {
        policy: { ...LEAST, lastAgentFirst: true },
      })
      const sockets = [await ann.connects(), await bob.connects()]
      await becomes(async () => (await ann.call('GET', '/agents')).text.split('"online"').length === 3)
      const chat = await writes('vera')
      await becomes(async () => (await ann.chat(chat)).offer !== undefined)
      await accept(ann, chat)
      assert.equal((await ann.call('POST', `/chats/${chat}/colleagues`, { to: ids.bob })).status, 200)
      assert.equal((await bob.call('POST', `/chats/${chat}/join`, {})).status, 200)
      await ann.closes(chat)
      await becomes(async () => (await ann.chat(chat)).state === 'closed')
      await server.visitor('vera').writes('again')
      const again = (await ann.chats()).find(({ visitor }) => visitor.id === 'vera')?.id ?? 0
      const entry = await offered(again, ids.ann)
      assert.equal(entry.why.by, 'last-agent')
      for (const socket of sockets) socket.close()
    })

    test('S5 a waiting chat that an agent is closing is given to nobody, until the closing is taken back', async (t) => {
      const { ann, clock, ids, writes, offered, becomes } = await start(t, {})
      const chat = await writes('vera')
      const socket = await ann.connects()
      await becomes(async () => (await ann.call('GET', '/agents')).text.includes('"online"'))
      const closing = await ann.call('POST', `/chats/${chat}/close`, { undoFor: 10_000 })
      assert.equal(closing.status, 200, closing.text)
      assert.ok((await ann.chat(chat)).closing, closing.text)
      assert.equal((await ann.call('PATCH', '/routing', { policy: LEAST })).status, 200)
      await clock.move(1500)
      await soon(async () => (await ann.call('GET', '/live')).status === 200)
      assert.equal((await ann.chat(chat)).offer, undefined)
      const kept = await ann.call('POST', `/chats/${chat}/keep-open`, {})
      assert.equal(kept.status, 200, kept.text)
      await offered(chat, ids.ann)
      socket.close()
    })

    test('S5 what a process decided after it lost its lease is not written, and other commands of the batch are', async (t) => {
      // No policy gives chats to agents, so that no router holds the account.
      const { server, ann, ids, writes } = await start(t, {})
      const chat = await writes('vera')
      const turn = { now: 1, policies: [], pools: [], agents: [], chats: [] }
      const made = { account: 1, holder: randomUUID(), id: randomUUID(), input: turn, routed: [], overflowed: [] }
      const why = { by: 'least-busy', load: 0, capacity: 1, among: 1 } as const
      const { commit } = server.services
      const socket = await ann.connects()
      const offer = { type: 'routing.offer', within: null, why, turn: made.id, epoch: 1 } as const
      const agent = { id: ids.ann, name: 'Ann' }
      /** The router's command and another one, in one batch. */
      const statuses = async (to: { id: number; name: string }) => {
        const target = { account: 1, target: { chat } }
        const done = await Promise.allSettled([
          commit({ ...target, command: { ...offer, to }, attached: [turnMade.with(made)] }),
          commit({ ...target, command: { type: 'agent.note', agent, text: 'hi', mentions: [] } }),
        ])
        return done.map(({ status }) => status)
      }
      // Bob is not online, so the decision is void in any case: it is written only for an agent who is.
      assert.deepEqual(await statuses({ id: ids.bob, name: 'Bob' }), ['fulfilled', 'fulfilled'])
      assert.deepEqual(await statuses(agent), ['rejected', 'fulfilled'])
      const types = (await ann.entries(chat)).map(({ type }) => type)
      assert.equal(types.includes('agent.joined'), false)
      socket.close()
    })

    test('S5 settings that cannot be are refused with their field and change nothing', async (t) => {
      const { server, ann, ids } = await start(t)
      const before = (await ann.call('GET', '/routing')).text
      const refused: [object, string][] = [
        [{ policy: { ...LEAST, distribution: 'luck' } }, '/policy/distribution'],
        [{ policy: { ...LEAST, acceptWithin: 5 } }, '/policy/acceptWithin'],
        [{ channels: [{ channel: 99, policy: LEAST }] }, '/channels/0/channel'],
        [{ departments: [{ department: 99, policy: LEAST }] }, '/departments/0/department'],
        [{ agents: [{ agent: 99, capacity: { total: 1, kinds: {} } }] }, '/agents/0/agent'],
        [{ agents: [1, 2].map(() => ({ agent: ids.ann, capacity: { total: 1, kinds: {} } })) }, '/agents/1/agent'],
        [{ capacity: { total: 201, kinds: {} } }, '/capacity/total'],
        [{ capacity: { total: 1, kinds: { fax: 1 } } }, '/capacity/kinds/fax'],
        [{ priorities: [{ when: { tag: 99 }, priority: 1 }] }, '/priorities/0/when/tag'],
        [{ priorities: [{ when: { waited: 5 }, priority: 10 }] }, '/priorities/0/priority'],
        [{ colour: 1 }, '/colour'],
      ]
      for (const [body, field] of refused) {
        const answer = await ann.call('PATCH', '/routing', body)
        assert.deepEqual([answer.status, answer.body['error']?.['field']], [400, field], JSON.stringify(body))
      }
      assert.equal((await ann.call('GET', '/routing')).text, before)
      const carl = await addAgent(server, 'carl@shop.test')
      for (const [method, path] of [
        ['GET', '/routing'],
        ['PATCH', '/routing'],
        ['GET', `/routing/turns/${randomUUID()}`],
      ] as const)
        assert.equal((await carl.call(method, path, method === 'PATCH' ? {} : undefined)).status, 403)
    })
  })
