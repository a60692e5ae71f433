import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { OWN_MACROS_MAX, type Macro, type MacroStep } from '@deskbell/protocol/agent/macro'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'

const SEND: MacroStep = { type: 'send', text: 'Thank you, {visitor.name|friend}! {agent.name}' }
const CLOSE: MacroStep = { type: 'close' }
const NOTE: MacroStep = { type: 'note', text: 'asked for {channel}' }

for (const kind of testKinds())
  suite(`macros, ${kind}`, () => {
    let testServer: TestServer
    let tag: number
    let department: number
    before(async () => {
      testServer = await startTestServer({ kind })
      tag = Number((await call('POST', '/tags', { name: 'VIP' })).body['id'])
      department = Number((await call('POST', '/departments', { name: 'Sales', agents: [] })).body['id'])
    })
    after(() => testServer.close())

    const call = (method: string, path: string, body?: unknown, as = ANN) =>
      testServer.agent(as).call(method, path, body)
    const listed = async (as = ANN) =>
      (await call('GET', '/macros', undefined, as)).body['macros'] as unknown as Macro[]
    async function make(steps: readonly MacroStep[], more: object = {}, as = ANN): Promise<number> {
      const made = await call('POST', '/macros', { title: 'Done', steps, ...more }, as)
      assert.equal(made.status, 201, made.text)
      return (made.body as unknown as Macro).id
    }
    let serial = 0
    async function begun(name: string | null, accepted = true): Promise<number> {
      const key = `m${++serial}`
      await testServer.visitor(key, name === null ? {} : { name }).writes('hello')
      const chat = (await testServer.agent(ANN).chats('?limit=200')).find(({ visitor }) => visitor.id === key)
      assert.ok(chat)
      if (accepted) await testServer.agent(ANN).accepts(chat.id)
      return chat.id
    }
    const run = (chat: number, macro: number, body: object = {}, as = ANN) =>
      call('POST', `/chats/${chat}/macros/${macro}/run`, body, as)
    /** Without the failures: the channel has no server that takes messages. */
    const typesOf = async (chat: number, after = 0) =>
      (await testServer.agent(ANN).entries(chat))
        .filter(({ n, type }) => n > after && type !== 'message.failed')
        .map(({ type }) => type)
    const errorOf = ({ text }: { text: string }) =>
      (JSON.parse(text) as { error: { code: string; field?: string; message: string } }).error
    afterEach(async () => {
      for (const as of [ANN, BOB])
        for (const { id } of await listed(as)) await call('DELETE', `/macros/${id}`, undefined, as)
    })

    test('all steps are carried out in their order, with the values of the chat', async () => {
      const macro = await make([SEND, { type: 'tag', add: [tag], remove: [] }, NOTE, CLOSE], { shared: true })
      const chat = await begun('Vera')
      const { last } = await testServer.agent(ANN).chat(chat)
      const done = await run(chat, macro, { undoFor: 5000 })
      assert.equal(done.status, 200, done.text)
      const { closing, tags } = (done.body as unknown as { chat: { closing?: object; tags?: number[] } }).chat
      assert.ok(closing)
      assert.deepEqual(tags, [tag])
      assert.deepEqual(await typesOf(chat, last), ['message', 'tags.changed', 'note.written', 'chat.closing'])
      const texts = (await testServer.agent(ANN).entries(chat)).flatMap((one) =>
        one.type === 'message' || one.type === 'note.written' ? [one.text] : [],
      )
      assert.deepEqual(texts, ['hello', 'Thank you, Vera! Ann', 'asked for App'])
      // The closing is taken back as that of the request that closes alone.
      assert.equal((await call('POST', `/chats/${chat}/keep-open`)).status, 200)
      assert.equal((await testServer.agent(ANN).chat(chat)).state, 'open')
    })

    test('a macro takes a waiting chat, offers a chat to a colleague, and gives one to a department', async () => {
      const bob = ((await call('GET', '/agents')).body['agents'] as unknown as { id: number; name: string }[]).find(
        ({ name }) => name === 'Bob',
      )
      assert.ok(bob)
      const toBob = await make([{ type: 'accept' }, SEND, { type: 'hand-over', to: bob.id }, NOTE])
      const chat = await begun('Otto', false)
      assert.equal((await run(chat, toBob)).status, 200)
      const { agent, offer } = await testServer.agent(ANN).chat(chat)
      assert.deepEqual([agent?.name, offer?.to.id], ['Ann', bob.id])
      const toSales = await make([{ type: 'hand-over', department }])
      const other = await begun('Mia')
      assert.equal((await run(other, toSales)).status, 200)
      const { owner, department: given } = await testServer.agent(ANN).chat(other)
      assert.deepEqual([owner, given?.name], ['queue', 'Sales'])
      assert.deepEqual((await typesOf(other)).slice(-2), ['agent.left', 'department.changed'])
    })

    test('a hand-over names an agent or a department of the account', async () => {
      const chat = await begun('Nora')
      for (const [body, field] of [
        [{}, '/to'],
        [{ to: 2, department }, '/department'],
        [{ department: 98_765 }, '/department'],
        [{ to: 98_765 }, '/to'],
      ] as const) {
        const refused = await call('POST', `/chats/${chat}/hand-over`, body)
        assert.deepEqual([refused.status, errorOf(refused).field], [400, field], refused.text)
      }
      assert.equal((await call('POST', `/chats/${chat}/hand-over`, { department })).status, 200)
    })

    test('a refused step is named, and nothing has changed', async () => {
      const macro = await make([{ type: 'tag', add: [tag], remove: [] }, NOTE, SEND])
      const chat = await begun('Zoe', false)
      const before = await testServer.agent(ANN).chat(chat)
      const refused = await run(chat, macro)
      assert.deepEqual([refused.status, errorOf(refused).code, errorOf(refused).field], [409, 'not_yours', '/steps/2'])
      assert.match(errorOf(refused).message, /^Step 3: No agent has accepted/)
      assert.deepEqual(await testServer.agent(ANN).chat(chat), before)
      assert.equal((await listed()).find(({ id }) => id === macro)?.rank, 0)
    })

    test('a missing value, a colleague who is gone, refuse the macro by the step', async () => {
      const gap = await make([NOTE, { type: 'send', text: 'Dear {visitor.name},' }])
      const gone = await make([NOTE, { type: 'hand-over', to: 98_765 }])
      const chat = await begun(null)
      const before = await testServer.agent(ANN).chat(chat)
      for (const [macro, said] of [
        [gap, /step 2: {visitor\.name} has no value here/i],
        [gone, /step 2: there is no agent with the number 98765/i],
      ] as const) {
        const refused = await run(chat, macro)
        assert.deepEqual([refused.status, errorOf(refused).field], [400, '/steps/1'], refused.text)
        assert.match(errorOf(refused).message, said)
      }
      assert.deepEqual(await testServer.agent(ANN).chat(chat), before)
    })

    test('a request that is sent again with its key runs the macro once', async () => {
      const macro = await make([SEND])
      const chat = await begun('Kim')
      const { last } = await testServer.agent(ANN).chat(chat)
      const send = () =>
        testServer.agent(ANN).call('POST', `/chats/${chat}/macros/${macro}/run`, {}, { 'idempotency-key': 'once' })
      assert.equal((await send()).status, 200)
      const again = await send()
      assert.equal(again.status, 200, again.text)
      assert.deepEqual(await typesOf(chat, last), ['message'])
    })

    test('T18 an agent runs no macro in a chat that they may not see, and hands no colleague’s chat over', async () => {
      const macro = await make([{ type: 'hand-over', department }], { shared: true })
      const chat = await begun('Ida')
      const refused = await run(chat, macro, {}, BOB)
      assert.deepEqual([refused.status, errorOf(refused).code, errorOf(refused).field], [409, 'taken', '/steps/0'])
    })

    test('T18 own macros are seen by their agent alone; owners and admins change shared ones', async () => {
      const shared = await make([SEND], { shared: true, title: 'Shared' })
      const own = await make([SEND], { title: 'Mine' }, BOB)
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [shared],
      )
      for (const [method, path, body] of [
        ['POST', '/macros', { shared: true, title: 'x', steps: [SEND] }],
        ['PATCH', `/macros/${shared}`, { title: 'x' }],
        ['PATCH', `/macros/${own}`, { shared: true }],
        ['DELETE', `/macros/${shared}`, undefined],
      ] as const)
        assert.equal((await call(method, path, body, BOB)).status, 403, `${method} ${path}`)
      const chat = await begun('Lea')
      assert.equal((await run(chat, own)).text, (await run(chat, 98_765)).text)
      assert.equal((await call('PATCH', `/macros/${own}`, { title: 'Still mine' }, BOB)).body['title'], 'Still mine')
    })

    test('a refusal names the step and the field', async () => {
      await make([SEND], { shortcut: 'done' })
      const of = (...steps: unknown[]) => ({ title: 'x', steps })
      for (const [body, field, said] of [
        [of(), '/steps', /./],
        [of(CLOSE, SEND), '/steps/1', /after `close`/],
        [of({ type: 'hand-over', to: 1 }, SEND), '/steps/1', /after `hand-over`/],
        [of({ type: 'accept' }, { type: 'accept' }), '/steps/1', /once/],
        [of(SEND, { type: 'send', text: '{visitor.nmae}' }), '/steps/1/text', /nmae/],
        [of({ type: 'note', text: '  ' }), '/steps/0/text', /./],
        [of({ type: 'tag', add: [], remove: [] }), '/steps/0/add', /./],
        [of({ type: 'hand-over' }), '/steps/0/to', /./],
        [of({ type: 'hand-over', to: 1, department: 1 }), '/steps/0/department', /./],
        [{ title: ' ', steps: [SEND] }, '/title', /name/],
        [{ ...of(SEND), shortcut: 'DONE' }, '/shortcut', /"Done" already/],
        [of(...Array.from({ length: 11 }, () => NOTE)), '/steps', /10/],
      ] as const) {
        const refused = await call('POST', '/macros', body)
        assert.deepEqual([refused.status, errorOf(refused).field], [400, field], refused.text)
        assert.match(errorOf(refused).message, said)
      }
      assert.equal((await call('POST', '/macros', of({ type: 'dance' }))).status, 400)
      assert.equal((await listed()).length, 1)
    })

    test('macros are listed by their runs, and limited', async () => {
      const [a, b] = [await make([NOTE], { title: 'A' }), await make([NOTE], { title: 'B' })]
      const chat = await begun('Uma')
      assert.equal((await run(chat, b)).status, 200)
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [b, a],
      )
      const many = await Promise.all(
        Array.from({ length: OWN_MACROS_MAX }, (_, i) => call('POST', '/macros', { title: `${i}`, steps: [NOTE] })),
      )
      assert.equal(many.filter(({ status }) => status === 201).length, OWN_MACROS_MAX - 2)
    })
  })
