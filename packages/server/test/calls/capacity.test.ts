import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import type { AgentsForCall } from '../../src/conversation/calls/agents-for-call.ts'
import { makeRecent } from '../../src/platform/recent.ts'
import { makeAgentsForCall } from '../../src/routing/call-agents.ts'
import { toPolicies } from '../../src/routing/policies.ts'
import { readRouting } from '../../src/routing/settings.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

const ROUTING = {
  policy: { distribution: 'least-busy', lastAgentFirst: false, acceptWithin: 120 },
  capacity: { total: 1, kinds: {} },
} as const

/** The agents as the server asks for them, with settings that are always read. */
function agentsFor({ services }: TestServer): AgentsForCall {
  const { db, clock } = services
  const policies = makeRecent({ clock, fresh: 0, read: async (account) => toPolicies(await readRouting(db, account)) })
  return makeAgentsForCall({ ...services, policies })
}

for (const kind of testKinds())
  suite(`who has room for a call, ${kind}`, () => {
    test('S5 a chat that is snoozed or being closed takes no room, one that is held or offered does', async (t) => {
      const server = await startTestServer({ kind })
      t.after(() => server.close())
      const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
      await Promise.all([ann.connects(), bob.connects()])
      const asked = agentsFor(server)
      await server.visitor('vera').writes('hello')
      const [chat] = await ann.chats()
      assert.ok(chat)
      const channel = chat.channel.id
      const free = async () => {
        const { agents } = await asked({ account: 1, call: 1, channel, department: null, visitor: 1 })
        return agents.flatMap(({ name, isFree }) => (isFree ? [name] : [])).toSorted()
      }
      assert.equal((await ann.call('PATCH', '/routing', ROUTING)).status, 200)
      await soon(async () => (await ann.chat(chat.id)).offer !== undefined)
      const to = (await ann.chat(chat.id)).offer?.to.name
      assert.deepEqual(await free(), to === 'Ann' ? ['Bob'] : ['Ann'], 'offered')
      const holder = to === 'Ann' ? ann : bob
      await holder.accepts(chat.id)
      assert.deepEqual(await free(), to === 'Ann' ? ['Bob'] : ['Ann'], 'held')
      assert.equal((await holder.call('POST', `/chats/${chat.id}/snooze`, { until: null })).status, 200)
      assert.deepEqual(await free(), ['Ann', 'Bob'], 'snoozed')
      assert.equal((await holder.call('POST', `/chats/${chat.id}/wake`)).status, 200)
      assert.deepEqual(await free(), to === 'Ann' ? ['Bob'] : ['Ann'], 'woken')
      assert.equal((await holder.call('POST', `/chats/${chat.id}/close`, { undoFor: 20 })).status, 200)
      assert.deepEqual(await free(), ['Ann', 'Bob'], 'being closed')
    })
  })
