import assert from 'node:assert/strict'
import { suite, test, type TestContext } from 'node:test'
import { removeAgent } from '../../src/identity/agents.ts'
import { makeReassignment } from '../../src/conversation/reassign.ts'
import { statement } from '../../src/db/statement.ts'
import { OPERATOR } from '../../src/settings/change.ts'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { makePlace, testKinds, type DbKind } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

const ANNS = 1
const BOBS = 2

/** As many as the job looks for at once. */
const CHATS_MAX = 200

const copyVisitor = statement(
  'test_copy_visitor',
  `insert into visitor select copy.* from visitor v, generate_series(1001, 1000 + $1::int) i,
     jsonb_populate_record(v, jsonb_build_object('number', i, 'key', 'copy' || i)) copy
   where v.number = 1`,
)
const copyChat = statement(
  'test_copy_chat',
  `insert into chat select copy.* from chat c, generate_series(1001, 1000 + $1::int) i,
     jsonb_populate_record(c, jsonb_build_object('id', i, 'visitor_number', i, 'agent_id', $2::int)) copy
   where c.id = 1`,
)

/** A server whose agent Bob holds the chats 1 to `chats`. */
async function start(t: TestContext, kind: DbKind, chats = 1) {
  const place = await makePlace(kind)
  const clock = handClock()
  const server = await startTestServer({ kind, place, clock })
  t.after(() => server.close())
  for (let chat = 1; chat <= chats; chat++) {
    await server.visitor(`v${chat}`).writes('Hello')
    await server.agent(BOB).accepts(chat)
  }
  return { place, clock, server }
}

/** Removes an agent and ends before the chats are handed over, like a process that dies then. */
const onlyRemove = ({ services: { db, clock } }: TestServer, by: number, agent: number) =>
  db.asAccount(1, (tx) => removeAgent({ tx, account: 1 }, { ...OPERATOR, id: by }, agent, clock.now()))

const ownerOf = async (server: TestServer, chat: number) => {
  const { owner, agent } = await server.agent(ANN).chat(chat)
  return `${owner} ${agent?.name ?? ''}`.trim()
}

for (const kind of testKinds())
  suite(`the open chats of a removed agent, ${kind}`, () => {
    test('N13 the successor of a removed agent is alerted to each chat that they get', async (t) => {
      const { server } = await start(t, kind, 2)
      const ann = await server.agent(ANN).connects()
      assert.equal((await server.agent(ANN).call('DELETE', `/agents/${BOBS}`)).status, 204)
      for (const chat of [1, 2])
        await ann.sees((frame) => frame.type === 'alert' && frame.chat === chat && frame.what === 'handed')
      await atRest([server], [])
      ann.close()
    })

    test('the agent who removes another takes over their open chats, and no closed one', async (t) => {
      const { server } = await start(t, kind, 3)
      await server.agent(BOB).closes(3)
      assert.equal((await server.agent(ANN).call('DELETE', `/agents/${BOBS}`)).status, 204)
      await atRest([server], [])
      assert.equal(await ownerOf(server, 1), 'agent Ann')
      assert.equal(await ownerOf(server, 2), 'agent Ann')
      assert.equal((await server.agent(ANN).chat(3)).state, 'closed')
    })

    test('after a process died between the removal and the hand-over, the next one hands the chats over', async (t) => {
      const { server, place, clock } = await start(t, kind, 2)
      await onlyRemove(server, ANNS, BOBS)
      assert.equal(await ownerOf(server, 1), 'agent Bob')
      await server.stop()
      const next = await startTestServer({ kind, place, clock })
      t.after(() => next.stop())
      const owners = async () => [await ownerOf(next, 1), await ownerOf(next, 2)].join()
      await soon(async () => (await owners()) === 'agent Ann,agent Ann')
      await atRest([next], [])
    })

    test('a chat whose acceptance is committed after the removal is handed over by the next poll', async (t) => {
      const { server, clock } = await start(t, kind)
      assert.equal((await server.agent(ANN).call('DELETE', `/agents/${BOBS}`)).status, 204)
      await atRest([server], [])
      await server.visitor('late').writes('Hello')
      const command = { type: 'agent.accept', agent: { id: BOBS, name: 'Bob' }, takeOver: false } as const
      await server.services.commit({ account: 1, target: { chat: 2 }, command })
      assert.equal(await ownerOf(server, 2), 'agent Bob')
      await clock.move(5000)
      await atRest([server], [])
      assert.equal(await ownerOf(server, 2), 'agent Ann')
    })

    test('the first owner takes over the chats of an admin who removes themselves', async (t) => {
      const { server, clock } = await start(t, kind)
      await onlyRemove(server, BOBS, BOBS)
      await clock.move(5000)
      await atRest([server], [])
      assert.equal(await ownerOf(server, 1), 'agent Ann')
    })

    test('with a successor who was removed as well, the chats go back into the queue', async (t) => {
      const { server, clock } = await start(t, kind)
      const added = { email: 'cleo@shop.test', name: 'Cleo', role: 'agent', password: 'good enough 1' }
      const { id } = (await server.agent(ANN).call('POST', '/agents', added)).body as unknown as { id: number }
      await onlyRemove(server, id, BOBS)
      await onlyRemove(server, ANNS, id)
      await clock.move(5000)
      await atRest([server], [])
      assert.equal(await ownerOf(server, 1), 'queue')
    })

    for (const [title, visitors] of [
      ['of which each stays with another agent', CHATS_MAX],
      ['that all refuse the command', 0],
    ] as const)
      test(`as many chats as the job looks for, ${title}, are tried once at each poll`, async (t) => {
        const { server, clock } = await start(t, kind)
        const { db, commit } = server.services
        await server.agent(ANN).call('POST', '/chats/1/accept', { takeOver: true })
        await onlyRemove(server, ANNS, BOBS)
        await db.query(copyVisitor, [visitors])
        await db.query(copyChat, [CHATS_MAX, BOBS])
        let tries = 0
        const reassignment = makeReassignment({
          db,
          clock,
          onError() {},
          async commit(input) {
            // A fault ends a job that would not end.
            if (++tries > 2 * CHATS_MAX) throw new Error('tried again and again')
            return commit(input)
          },
        })
        const stop = reassignment.start()
        try {
          await atRest([server], [], () => tries)
          assert.equal(tries, CHATS_MAX)
          await clock.move(5000)
          await atRest([server], [], () => tries)
          assert.equal(tries, 2 * CHATS_MAX)
        } finally {
          // Before the server closes, as in a process: a closing server moves the clock, and the job would go on without it.
          await stop()
        }
        assert.equal(await ownerOf(server, 1), 'agent Ann')
      })

    test('more chats than the job looks for at once are all handed over', async (t) => {
      const { server, clock } = await start(t, kind)
      const { db } = server.services
      await db.query(copyVisitor, [CHATS_MAX])
      await db.query(copyChat, [CHATS_MAX, BOBS])
      assert.equal((await server.agent(ANN).call('DELETE', `/agents/${BOBS}`)).status, 204)
      const owners = () => Promise.all([1, 1001, 1000 + CHATS_MAX].map((chat) => ownerOf(server, chat)))
      // On a slow machine some commits of so many are late, and are made again at the next look.
      await soon(async () => {
        await atRest([server], [])
        await clock.move(1000)
        return (await owners()).every((owner) => owner === 'agent Ann')
      }, 60_000)
    })

    test('a chat that another agent has accepted meanwhile stays with them', async (t) => {
      const { server } = await start(t, kind)
      const accept = { type: 'agent.accept', takeOver: true } as const
      const other = { id: 7, name: 'Cleo' }
      await server.services.commit({ account: 1, target: { chat: 1 }, command: { ...accept, agent: other } })
      const ann = { id: ANNS, name: 'Ann' }
      await server.services.commit({ account: 1, target: { chat: 1 }, command: { ...accept, agent: ann, from: BOBS } })
      assert.equal(await ownerOf(server, 1), 'agent Cleo')
    })
  })
