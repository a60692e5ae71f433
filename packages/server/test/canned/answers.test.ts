import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { OWN_ANSWERS_MAX, type CannedAnswer } from '@deskbell/protocol/agent/canned'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type Answer, type TestServer } from '../test-server.ts'

for (const kind of testKinds())
  suite(`canned answers, ${kind}`, () => {
    let testServer: TestServer
    before(async () => {
      testServer = await startTestServer({ kind })
    })
    after(() => testServer.close())

    const call = (method: string, path: string, body?: unknown, as = ANN) =>
      testServer.agent(as).call(method, `/canned-answers${path}`, body)
    const listed = async (as = ANN) =>
      (await call('GET', '', undefined, as)).body['answers'] as unknown as CannedAnswer[]
    async function make(body: object, as = ANN): Promise<number> {
      const made = await call('POST', '', body, as)
      assert.equal(made.status, 201, made.text)
      return (made.body as unknown as CannedAnswer).id
    }
    afterEach(async () => {
      for (const as of [ANN, BOB]) for (const { id } of await listed(as)) await call('DELETE', `/${id}`, undefined, as)
    })

    test('shared answers are seen by all agents, own ones by their agent alone', async () => {
      const shared = await make({ shared: true, title: 'Hello', shortcut: 'hi', text: 'Hello {visitor.name|there}' })
      const own = await make({ title: 'Mine', text: 'mine' }, BOB)
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [shared],
      )
      assert.deepEqual(
        (await listed(BOB)).map(({ id, shared }) => [id, shared]),
        [
          [shared, true],
          [own, false],
        ],
      )
      // An owner gets the same refusal as for an answer that does not exist.
      for (const [method, path] of [
        ['PATCH', `/${own}`],
        ['DELETE', `/${own}`],
        ['POST', `/${own}/use`],
      ] as const) {
        const body = method === 'PATCH' ? { title: 'x' } : undefined
        assert.equal((await call(method, path, body)).text, (await call(method, path.replace(/\d+/, '987'), body)).text)
      }
      assert.equal((await listed(BOB)).length, 2)
    })

    test('T18 agents change their own answers; owners and admins change shared ones', async () => {
      const shared = await make({ shared: true, title: 'Hello', text: 'hello' })
      const own = await make({ title: 'Mine', text: 'mine' }, BOB)
      assert.equal((await call('PATCH', `/${own}`, { text: 'still mine' }, BOB)).status, 200)
      for (const [method, path, body] of [
        ['POST', '', { shared: true, title: 'x', text: 'x' }],
        ['PATCH', `/${shared}`, { text: 'x' }],
        ['PATCH', `/${own}`, { shared: true }],
        ['PATCH', `/${shared}`, { shared: false }],
        ['DELETE', `/${shared}`, undefined],
      ] as const)
        assert.equal((await call(method, path, body, BOB)).status, 403, `${method} ${path}`)
      assert.equal(
        (await call('PATCH', `/${shared}`, { text: 'hello again', title: 'Hi' })).body['text'],
        'hello again',
      )
    })

    test('a refusal names the field: unknown variables, taken shortcuts, blank texts', async () => {
      await make({ shared: true, title: 'Hello', shortcut: 'hi', text: 'hello' })
      const own = await make({ title: 'Bye', shortcut: 'bye', text: 'bye' })
      for (const [method, path, body, field, said] of [
        ['POST', '', { title: 'x', text: 'Hi {visitor.nmae}' }, '/text', /no variable {visitor\.nmae}/],
        ['POST', '', { title: 'x', shortcut: 'HI', text: 'x' }, '/shortcut', /"Hello" already has this shortcut/],
        ['PATCH', `/${own}`, { shortcut: 'hi' }, '/shortcut', /"Hello"/],
        ['PATCH', `/${own}`, { text: '{company|}{agent.phone}' }, '/text', /agent\.phone/],
        ['POST', '', { title: 'x', shortcut: 'two words', text: 'x' }, '/shortcut', /./],
        ['POST', '', { title: ' ', text: 'x' }, '/title', /name/],
        ['POST', '', { title: 'x', text: ' \n' }, '/text', /text/],
        ['POST', '', { title: 'x', text: 'x'.repeat(10_001) }, '/text', /10000/],
        ['POST', '', { title: 'x', text: 'x', colour: 'red' }, '/colour', /./],
      ] as const) {
        const answer = await call(method, path, body)
        const { error } = JSON.parse(answer.text) as { error: { field?: string; message: string } }
        assert.deepEqual([answer.status, error.field], [400, field], answer.text)
        assert.match(error.message, said)
      }
      // The answer that has a shortcut keeps it, and another agent may have it for their own.
      assert.equal((await call('PATCH', `/${own}`, { shortcut: 'bye', title: 'Good bye' })).status, 200)
      await make({ title: 'Bye', shortcut: 'bye', text: 'bye' }, BOB)
      assert.equal((await call('PATCH', `/${own}`, { shortcut: null })).body['shortcut'], null)
    })

    test('answers are listed by use', async () => {
      const [a, b] = [await make({ title: 'A', text: 'a' }), await make({ title: 'B', text: 'b' })]
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [a, b],
      )
      assert.equal((await call('POST', `/${b}/use`)).status, 204)
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [b, a],
      )
      await call('POST', `/${a}/use`)
      await call('POST', `/${a}/use`)
      assert.deepEqual(
        (await listed()).map(({ id }) => id),
        [a, b],
      )
    })

    test('of answers added at once none exceeds the limit or takes the same shortcut', async () => {
      const add = (count: number) =>
        Promise.all(Array.from({ length: count }, (_, i) => call('POST', '', { title: `${i}`, text: 'x' })))
      // In rounds: of more at once, an agent's last ones would be refused because they wait too long for their turn.
      const many: Answer[] = []
      while (many.length < OWN_ANSWERS_MAX - 20) many.push(...(await add(20)))
      many.push(...(await add(23)))
      assert.equal(many.filter(({ status }) => status === 201).length, OWN_ANSWERS_MAX)
      const refused = many.find(({ status }) => status !== 201)
      assert.match(refused?.text ?? '', /200 already/)
      const same = await Promise.all(
        [1, 2, 3].map(() => call('POST', '', { title: 'x', shortcut: 'x', text: 'x' }, BOB)),
      )
      assert.equal(same.filter(({ status }) => status === 201).length, 1)
    })
  })
