import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Me } from '@deskbell/protocol/agent/people'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { addAgent, startServer } from './servers.ts'

for (const kind of testKinds())
  suite(`departments, ${kind}`, () => {
    let testServer: TestServer
    let [ann, bob, cy] = [0, 0, 0]
    before(async () => {
      testServer = await startServer({ kind, channels: [{ ...WIDGET, agents: [BOB], widget: { departments: true } }] })
      cy = (await addAgent(testServer, 'cy@shop.test')).id
      const idOf = (email: string) =>
        testServer.services.directory.agents(1).find((one) => one.email === email)?.id ?? 0
      ;[ann, bob] = [idOf(ANN), idOf(BOB)]
    })
    after(() => testServer.close())

    const call = (method: string, path: string, body?: unknown, as = ANN) =>
      testServer.agent(as).call(method, path, body)
    const listed = async () => (await call('GET', '/departments')).body['departments'] as unknown as Department[]
    async function make(name: string, agents: number[] = []): Promise<number> {
      const made = await call('POST', '/departments', { name, agents })
      assert.equal(made.status, 201, made.text)
      return (made.body as unknown as Department).id
    }
    afterEach(async () => {
      for (const { id } of await listed()) await call('DELETE', `/departments/${id}`)
    })
    const offered = async () => {
      const { body } = await testServer.ask(`/widget/${WIDGET_ID}/settings`)
      return (body['departments'] as unknown as Department[]).map(({ name }) => name)
    }

    test('departments are added, changed and removed, and an error names the field', async () => {
      const sales = await make('Sales', [ann, bob])
      assert.deepEqual(await listed(), [{ id: sales, name: 'Sales', agents: [ann, bob] }])
      assert.equal(
        (await call('PATCH', `/departments/${sales}`, { agents: [cy] })).text,
        JSON.stringify((await listed())[0]),
      )
      assert.deepEqual(await listed(), [{ id: sales, name: 'Sales', agents: [cy] }])
      const help = await make('Help')
      for (const [method, path, body, status, code, field] of [
        ['POST', '/departments', { name: 'Sales' }, 409, 'name_taken', undefined],
        ['PATCH', `/departments/${help}`, { name: 'Sales' }, 409, 'name_taken', undefined],
        ['POST', '/departments', { name: '' }, 400, 'invalid_field', '/name'],
        ['POST', '/departments', { name: 'x', agents: [1, 1] }, 400, 'invalid_field', '/agents'],
        ['POST', '/departments', { name: 'x', agents: [bob, 987] }, 400, 'invalid_field', '/agents/1'],
        ['PATCH', `/departments/${help}`, { agents: [987] }, 400, 'invalid_field', '/agents/0'],
        ['PATCH', `/departments/${help}`, { title: 'x' }, 400, 'invalid_field', '/title'],
        ['PATCH', '/departments/987', { name: 'x' }, 404, 'not_found', undefined],
        ['DELETE', '/departments/987', undefined, 404, 'not_found', undefined],
      ] as const) {
        const { status: got, text } = await call(method, path, body)
        const { error } = JSON.parse(text) as { error: { code: string; field?: string } }
        assert.deepEqual([got, error.code, error.field], [status, code, field], `${method} ${path} ${text}`)
      }
      assert.equal((await call('DELETE', `/departments/${help}`)).status, 204)
      assert.deepEqual(
        (await listed()).map(({ name }) => name),
        ['Sales'],
      )
    })

    test('T18 agents see them; owners and admins change them', async () => {
      const id = await make('Sales')
      assert.equal((await call('GET', '/departments', undefined, BOB)).status, 200)
      for (const [method, path, body] of [
        ['POST', '/departments', { name: 'Mine' }],
        ['PATCH', `/departments/${id}`, { agents: [bob] }],
        ['DELETE', `/departments/${id}`, undefined],
        // The answer must not show them whether the department exists.
        ['DELETE', '/departments/987', undefined],
      ] as const)
        assert.equal((await call(method, path, body, BOB)).status, 403, `${method} ${path}`)
      assert.deepEqual(await listed(), [{ id, name: 'Sales', agents: [] }])
    })

    test('open pages learn of a change, and members of their own', async (t) => {
      const live = await testServer.agent(BOB).connects()
      t.after(() => live.close())
      const stale = (what: string, from: number) =>
        live.sees((frame) => frame.type === 'stale' && frame.what === what && live.frames.indexOf(frame) >= from)
      const id = await make('Sales', [bob])
      await stale('departments', 0)
      await stale('me', 0)
      assert.deepEqual(((await call('GET', '/me', undefined, BOB)).body as unknown as Me).departments, [id])
      assert.deepEqual(((await call('GET', '/me')).body as unknown as Me).departments, [])
      const from = live.frames.length
      await call('PATCH', `/departments/${id}`, { name: 'Advice' })
      await stale('departments', from)
      assert.ok(!live.frames.slice(from).some((frame) => frame.type === 'stale' && frame.what === 'me'))
    })

    test('W20 a widget offers the departments with a member who is assigned to it', async () => {
      // Ann is the owner: she sees the chats of all channels, but is assigned to none of them.
      await make('Owners', [ann])
      await make('Empty')
      const sales = await make('Sales', [ann, bob])
      assert.deepEqual(await offered(), ['Sales'])
      await call('PATCH', `/departments/${sales}`, { agents: [cy] })
      assert.deepEqual(await offered(), [])
      const channel = testServer.services.directory.channelByPublicId(WIDGET_ID)?.id
      await call('PATCH', `/channels/${channel}`, { agents: [bob, cy] })
      assert.deepEqual(await offered(), ['Sales'])
      await call('PATCH', `/channels/${channel}`, { widget: { departments: false } })
      assert.deepEqual(await offered(), [])
      await call('PATCH', `/channels/${channel}`, { agents: [bob], widget: { departments: true } })
    })

    test('W4 a page may name a department also if visitors are not asked for one', async () => {
      const repairs = await make('Repairs', [bob])
      const channel = testServer.services.directory.channelByPublicId(WIDGET_ID)?.id
      await call('PATCH', `/channels/${channel}`, { widget: { departments: false } })
      const page = await openPage(testServer, { visitor: 'invited', visit: 'visit-0003' })
      await page.ask({ t: 'message', id: nextId(), text: 'named by the page', department: repairs })
      const chat = (await testServer.agent(ANN).chats()).find(({ preview }) => preview === 'named by the page')
      assert.deepEqual(chat?.department, { id: repairs, name: 'Repairs' })
      await testServer.agent(ANN).closes(chat.id)
      await call('PATCH', `/channels/${channel}`, { widget: { departments: true } })
      await page.close()
    })

    test('W20 a chat keeps the name of its department when the department is renamed or removed', async () => {
      const sales = await make('Sales', [bob])
      const owners = await make('Owners', [ann])
      const page = await openPage(testServer, { visitor: 'chooses' })
      await page.ask({ t: 'message', id: nextId(), text: 'hello', department: sales })
      const other = await openPage(testServer, { visitor: 'guesses', visit: 'visit-0002' })
      await other.ask({ t: 'message', id: nextId(), text: 'hello', department: owners })
      const [guessed, chosen] = await testServer.agent(ANN).chats()
      assert.ok(chosen && guessed)
      assert.deepEqual(chosen.department, { id: sales, name: 'Sales' })
      assert.equal(guessed.department, undefined, 'one that is not offered is all of them')

      await call('PATCH', `/departments/${sales}`, { name: 'Advice' })
      await call('DELETE', `/departments/${sales}`)
      assert.deepEqual((await testServer.agent(ANN).chat(chosen.id)).department, { id: sales, name: 'Sales' })
      const entries = await testServer.agent(ANN).entries(chosen.id)
      const chose = entries.find((entry) => entry.type === 'department.chosen')
      assert.deepEqual(chose?.type === 'department.chosen' && chose.department, { id: sales, name: 'Sales' })
      await page.close()
      await other.close()
    })
  })
