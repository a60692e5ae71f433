import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import { addAccount, addAgent, startServer } from '../agent-api/servers.ts'
import { handClock, settle } from '../clock.ts'
import { testKinds } from '../db.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, type TestAgent, type TestServer } from '../test-server.ts'

const VIEW = { name: 'Refunds', view: 'all', filter: { tag: 3, unread: 'true' } }

for (const kind of testKinds())
  suite(`saved views, ${kind}`, () => {
    let testServer: TestServer
    let ann: TestAgent
    let bob: TestAgent
    const clock = handClock()
    before(async () => {
      testServer = await startServer({ kind, clock })
      ann = testServer.agent(ANN)
      bob = testServer.agent(BOB)
    })
    after(() => testServer.close())

    const list = async (agent: TestAgent) => (await agent.call('GET', '/views')).body['views'] as unknown as SavedView[]
    async function save(agent: TestAgent, view: object): Promise<SavedView> {
      const answer = await agent.call('POST', '/views', view)
      assert.equal(answer.status, 201, answer.text)
      return answer.body as unknown as SavedView
    }

    test('a view is its owner’s alone, and a shared one everyone’s; only owners and admins share', async () => {
      const own = await save(bob, VIEW)
      assert.deepEqual(own, { id: own.id, shared: false, ...VIEW })
      const shared = await save(ann, { ...VIEW, name: ' VIP  first ', shared: true })
      assert.equal(shared.name, 'VIP first')
      assert.deepEqual(await list(bob), [own, shared])
      assert.deepEqual(await list(ann), [shared])
      assert.equal((await bob.call('POST', '/views', { ...VIEW, shared: true })).status, 403)
      for (const [method, body] of [
        ['PATCH', { name: 'Mine' }],
        ['DELETE', undefined],
      ] as const) {
        assert.equal((await bob.call(method, `/views/${shared.id}`, body)).status, 403)
        assert.equal((await ann.call(method, `/views/${own.id}`, body)).status, 404)
      }
      assert.equal((await bob.call('PATCH', `/views/${own.id}`, { shared: true })).status, 403)
      const changed = await ann.call('PATCH', `/views/${shared.id}`, {
        name: 'VIP',
        view: 'waiting',
        filter: { waited: 5 },
      })
      assert.deepEqual(changed.body as unknown, {
        id: shared.id,
        shared: true,
        name: 'VIP',
        view: 'waiting',
        filter: { waited: 5 },
      })
      assert.equal((await bob.call('DELETE', `/views/${own.id}`)).status, 204)
      assert.equal((await ann.call('DELETE', `/views/${shared.id}`)).status, 204)
      assert.deepEqual(await list(bob), [])
    })

    test('each agent has an order of their own, and new views come last', async () => {
      const views = []
      for (const name of ['a', 'b', 'c']) views.push(await save(ann, { ...VIEW, name, shared: true }))
      const [a, b, c] = views.map(({ id }) => id)
      const ordered = await bob.call('PUT', '/views/order', { views: [c, a] })
      assert.deepEqual(
        (ordered.body['views'] as unknown as SavedView[]).map(({ id }) => id),
        [c, a, b],
      )
      const last = await save(bob, { ...VIEW, name: 'd' })
      assert.deepEqual(
        (await list(bob)).map(({ id }) => id),
        [c, a, b, last.id],
      )
      assert.deepEqual(
        (await list(ann)).map(({ id }) => id),
        [a, b, c],
      )
      const refused = await ann.call('PUT', '/views/order', { views: [a, last.id] })
      assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, '/views/1'], 'a view of another agent')
      for (const { id } of [...views, last]) await (id === last.id ? bob : ann).call('DELETE', `/views/${id}`)
    })

    test('an agent has at most 50 views, whatever arrives at once, and the account 50 shared ones', async () => {
      const carl = await addAgent(testServer, `carlviews${kind}@shop.test`, 'admin')
      for (const shared of [false, true]) {
        const many = Array.from({ length: 52 }, async (_, i) => {
          const add = () => carl.call('POST', '/views', { ...VIEW, name: `many ${i}`, shared })
          // A request that waited too long for its turn changes nothing, and is sent again.
          for (let answer = await add(); ; answer = await add()) if (answer.status !== 503) return answer
        })
        const statuses = (await Promise.all(many)).map(({ status }) => status)
        assert.equal(statuses.filter((status) => status === 201).length, 50)
        assert.equal(statuses.filter((status) => status === 400).length, 2)
      }
      const mine = (await list(carl)).find(({ shared }) => !shared)
      assert.equal((await carl.call('PATCH', `/views/${mine?.id}`, { shared: true })).status, 400)
      for (const { id } of await list(carl)) await carl.call('DELETE', `/views/${id}`)
    })

    test('bad input is refused with its field, and changes nothing', async () => {
      const own = await save(ann, VIEW)
      for (const [body, field] of [
        [{ ...VIEW, name: ' ' }, '/name'],
        [{ ...VIEW, name: 'x'.repeat(61) }, '/name'],
        [{ ...VIEW, view: 'erased' }, '/view'],
        [{ ...VIEW, view: 'closed' }, '/filter/unread'],
        [{ ...VIEW, filter: { tag: 0 } }, '/filter/tag'],
        [{ ...VIEW, filter: { color: 'red' } }, '/filter/color'],
        [{ ...VIEW, colour: 'red' }, '/colour'],
        [{ name: 'x', filter: {} }, '/view'],
      ] as const)
        for (const [method, path] of [
          ['POST', '/views'],
          ['PATCH', `/views/${own.id}`],
        ] as const) {
          if (method === 'PATCH' && field === '/view' && !('view' in body)) continue
          const refused = await ann.call(method, path, body)
          assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, field], JSON.stringify(body))
        }
      assert.deepEqual(await list(ann), [own])
    })

    test('a view of closed chats has no condition that closed chats cannot meet', async () => {
      const closed = await save(ann, { name: 'Done by Bob', view: 'closed', filter: { agent: 2, tag: 3 } })
      assert.deepEqual([closed.view, closed.filter], ['closed', { agent: 2, tag: 3 }])
      for (const filter of [{ waited: 5 }, { unread: 'true' }, { agent: 0 }]) {
        const refused = await ann.call('PATCH', `/views/${closed.id}`, { filter })
        assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, `/filter/${Object.keys(filter)[0]}`])
      }
      const opened = await ann.call('PATCH', `/views/${closed.id}`, { view: 'all', filter: { agent: 0 } })
      assert.equal(opened.status, 200)
      assert.equal((await ann.call('DELETE', `/views/${closed.id}`)).status, 204)
    })

    test('T17 no view of another account is seen or changed', async () => {
      const { agent } = await addAccount(testServer, { email: 'olgaviews@other.test', chats: 0 })
      const [own] = await list(ann)
      assert.deepEqual(await list(agent), [])
      assert.equal((await agent.call('PATCH', `/views/${own?.id}`, { name: 'x' })).status, 404)
      assert.equal((await agent.call('DELETE', `/views/${own?.id}`)).status, 404)
    })

    test('T21 N12 all agents are told of a changed shared view, and only its owner of a private one', async () => {
      // What was changed before this test is told before the screens are open.
      await clock.move(2000)
      const screens = [await ann.connects(), await bob.connects()]
      const told = () =>
        screens.map(({ frames }) => frames.filter((frame) => frame.type === 'stale' && frame.what === 'views').length)
      const isTold = (both: readonly [number, number]) => soon(() => told().join() === both.join())
      const own = await save(bob, { ...VIEW, name: 'Only mine' })
      await isTold([0, 1])
      const shared = await save(ann, { ...VIEW, name: 'For all', shared: true })
      await isTold([1, 2])
      for (const waited of [15, 20]) {
        const filter = { ...VIEW.filter, waited }
        assert.equal((await ann.call('PATCH', `/views/${shared.id}`, { filter })).status, 200)
        assert.deepEqual((await list(bob)).find(({ id }) => id === shared.id)?.filter, filter)
      }
      await settle()
      assert.deepEqual(told(), [1, 2], 'changes within a second wait')
      await clock.move(1000)
      await isTold([2, 3])
      await settle()
      assert.deepEqual(told(), [2, 3], 'changes within a second are told together')
      for (const id of [own.id, shared.id]) await (id === own.id ? bob : ann).call('DELETE', `/views/${id}`)
      for (const screen of screens) screen.close()
    })
  })
