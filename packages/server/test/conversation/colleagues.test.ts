import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OFFER_WITHIN, RETURN_WITHIN } from '@deskbell/rules'
import { addAccount, addAgent } from '../agent-api/servers.ts'
import { atRest } from '../at-rest.ts'
import { soon } from '../channels/widget/soon.ts'
import { handClock } from '../clock.ts'
import { testKinds } from '../db.ts'
import { ANN, BOB, startTestServer, type TestAgent } from '../test-server.ts'

for (const kind of testKinds()) {
  async function start(t: { after: (fn: () => Promise<void>) => void }) {
    const clock = handClock()
    const server = await startTestServer({ kind, clock, departments: [{ name: 'Sales', agents: [BOB] }] })
    t.after(() => server.close())
    const [ann, bob] = [server.agent(ANN), server.agent(BOB)]
    const cleo = await addAgent(server, 'cleo@acme.test', 'admin')
    const vera = server.visitor('vera')
    await vera.writes('hello')
    const [{ id: chat } = { id: 0 }] = await ann.chats()
    await ann.accepts(chat)
    const call = async (agent: TestAgent, method: string, path: string, body?: object) => {
      const answer = await agent.call(method, `/chats/${chat}${path}`, body)
      return answer.status === 200 ? answer.body : ([answer.status, answer.body['error']?.['code']] as never)
    }
    const numberOf = async (agent: TestAgent) => (await agent.call('GET', '/me')).body['id'] as unknown as number
    const types = async () => {
      const { body } = await ann.call('GET', `/chats/${chat}/entries`)
      return (body['entries'] as unknown as { type: string }[]).map(({ type }) => type)
    }
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 10_000) {
        await clock.move(10_000)
        await atRest([server], [])
      }
    }
    const { body } = await ann.call('GET', '/departments')
    const [{ id: department } = { id: 0 }] = body['departments'] as unknown as { id: number }[]
    /** Moves the clock until the log ends with these types: the server looks at due chats every second. */
    const endsWith = (...wanted: string[]) =>
      soon(async () => {
        await clock.move(1000)
        return (await types()).slice(-wanted.length).join(' ') === wanted.join(' ')
      }, 20_000)
    return { server, endsWith, department, ann, bob, cleo, chat, call, numberOf, types, pass }
  }

  test(`S1 a chat is offered with a comment, accepted by the colleague alone, and the visitor is told nothing before, ${kind}`, async (t) => {
    const { ann, bob, chat, call, numberOf, types } = await start(t)
    const [me, to] = [await numberOf(ann), await numberOf(bob)]
    const offered = await call(ann, 'PUT', '/offer', { to, comment: 'knows refunds' })
    assert.deepEqual(
      [offered['agent']?.['id'], offered['offer']?.['to']?.['id'], offered['offer']?.['by']?.['id']],
      [me, to, me],
    )
    assert.deepEqual((await types()).slice(-1), ['chat.offered'])
    const { body } = await bob.call('GET', `/chats/${chat}/entries`)
    const [last] = (body['entries'] as unknown as { comment?: string }[]).slice(-1)
    assert.equal(last?.comment, 'knows refunds')
    const taken = await call(bob, 'POST', '/accept', {})
    assert.deepEqual([taken['agent']?.['id'], taken['offer']], [to, undefined])
    assert.deepEqual(await call(ann, 'POST', '/accept', {}), [409, 'taken'])
  })

  test(`S1 bad offers are refused with their field and change nothing, ${kind}`, async (t) => {
    const { ann, chat, call, numberOf, types } = await start(t)
    const before = await types()
    const me = await numberOf(ann)
    for (const [body, field] of [
      [{ to: me }, '/to'],
      [{ to: 999 }, '/to'],
      [{}, '/to'],
      [{ to: me, comment: '' }, '/comment'],
      [{ to: me, comment: 'x'.repeat(1001) }, '/comment'],
    ] as const)
      for (const [method, path] of [
        ['PUT', 'offer'],
        ['POST', 'colleagues'],
      ] as const) {
        const refused = await ann.call(method, `/chats/${chat}/${path}`, body)
        assert.deepEqual([refused.status, refused.body['error']?.['field']], [400, field], JSON.stringify(body))
      }
    assert.deepEqual(await call(ann, 'POST', '/decline', {}), [409, 'not_offered'])
    assert.deepEqual(await types(), before)
  })

  test(`S2 an offer that is not answered in two minutes leaves the chat with the sender who is online, else in the queue, ${kind}`, async (t) => {
    const { ann, bob, chat, call, numberOf, types, pass, endsWith } = await start(t)
    const to = await numberOf(bob)
    const screen = await ann.connects()
    await call(ann, 'PUT', '/offer', { to })
    await pass(OFFER_WITHIN - 20_000)
    assert.deepEqual((await types()).slice(-1), ['chat.offered'])
    await pass(20_000)
    await endsWith('offer.ended')
    assert.equal((await ann.chat(chat)).agent?.id, await numberOf(ann))
    screen.close()
    await pass(10_000)
    await call(ann, 'PUT', '/offer', { to })
    await pass(OFFER_WITHIN)
    await endsWith('offer.ended', 'agent.left')
    assert.equal((await ann.chat(chat)).owner, 'queue')
  })

  test(`S2 a declined offer says why, and can be withdrawn before, ${kind}`, async (t) => {
    const { ann, bob, call, numberOf, types } = await start(t)
    const screen = await ann.connects()
    const to = await numberOf(bob)
    await call(ann, 'PUT', '/offer', { to })
    assert.deepEqual((await call(bob, 'POST', '/decline', { reason: 'at lunch' }))['offer'], undefined)
    await call(ann, 'PUT', '/offer', { to })
    assert.deepEqual((await call(ann, 'DELETE', '/offer'))['offer'], undefined)
    assert.deepEqual((await types()).slice(-4), ['chat.offered', 'offer.declined', 'chat.offered', 'offer.ended'])
    assert.deepEqual(await call(bob, 'POST', '/accept', {}), [409, 'taken'])
    screen.close()
  })

  test(`S1 S3 a colleague is asked, joins, writes to the visitor beside the holder, and leaves, ${kind}`, async (t) => {
    const { ann, bob, cleo, chat, call, numberOf, types } = await start(t)
    const to = await numberOf(bob)
    assert.deepEqual(await call(bob, 'POST', '/join'), [409, 'taken'])
    assert.deepEqual((await call(ann, 'POST', '/colleagues', { to, comment: 'please' }))['asked']?.[0]?.['id'], to)
    const joined = await call(bob, 'POST', '/join')
    assert.deepEqual(
      [joined['asked'], joined['colleagues']?.[0]?.['id'], joined['agent']?.['id']],
      [undefined, to, await numberOf(ann)],
    )
    await bob.writes(chat, 'I am Bob')
    await ann.writes(chat, 'and I am Ann')
    await call(cleo, 'POST', '/join')
    await cleo.writes(chat, 'and I am Cleo, who may join unasked')
    assert.deepEqual(await call(bob, 'POST', '/close', {}), [409, 'taken'])
    await call(bob, 'POST', '/leave')
    assert.deepEqual(
      (await types()).filter((type) => type.startsWith('colleague.')),
      ['colleague.asked', 'colleague.joined', 'colleague.joined', 'colleague.left'],
    )
  })

  test(`S4 a late message is refused, kept once for agents under its key, and never delivered, ${kind}`, async (t) => {
    const { ann, bob, chat, call, numberOf, types } = await start(t)
    await call(ann, 'PUT', '/offer', { to: await numberOf(bob) })
    await call(bob, 'POST', '/accept', {})
    for (let i = 0; i < 2; i++) {
      const key = { 'idempotency-key': 'late-1' }
      const late = await ann.call('POST', `/chats/${chat}/messages`, { text: 'too late' }, key)
      assert.equal(late.status, 409, late.text)
      assert.match(late.text, /too_late.*kept/)
    }
    assert.deepEqual(
      (await types()).filter((type) => type === 'message.late'),
      ['message.late'],
    )
    assert.equal((await types()).filter((type) => type === 'message').length, 1)
  })

  test(`S2 a chat that the holder gives to a department returns to them after five minutes without an accept, ${kind}`, async (t) => {
    const { ann, chat, call, pass, endsWith, department } = await start(t)
    const screen = await ann.connects()
    const routed = await call(ann, 'POST', '/hand-over', { department, comment: 'a refund' })
    assert.equal(routed['owner'], 'queue')
    await pass(RETURN_WITHIN - 20_000)
    assert.equal((await ann.chat(chat)).owner, 'queue')
    await pass(20_000)
    await endsWith('chat.returned', 'agent.joined')
    assert.equal((await ann.chat(chat)).agent?.name, 'Ann')
    screen.close()
  })

  test(`T17 T18 an agent’s list has no chat of another account or of a channel that they may no longer see, ${kind}`, async (t) => {
    const { server, ann, bob, chat, call, numberOf } = await start(t)
    const [me, to] = [await numberOf(ann), await numberOf(bob)]
    const other = await addAccount(server, { chats: 1 })
    const olga = { id: other.agent.id, name: 'Olga' }
    const target = { channel: other.channel, key: 'o1' }
    for (const command of [
      { type: 'agent.accept' as const, agent: olga, takeOver: false },
      // Of the other account’s agents the one with Bob’s number.
      { type: 'agent.ask' as const, agent: olga, anyone: false, to: { id: to, name: 'Otto' } },
    ])
      assert.equal((await server.services.commit({ account: other.account, target, command })).kind, 'done')
    await call(ann, 'POST', '/colleagues', { to })
    const lists = ['?view=mine', `?view=mine&agent=${me}`]
    const listed = () => Promise.all(lists.map(async (query) => (await bob.chats(query)).map(({ id }) => id)))
    assert.deepEqual(await listed(), [[chat], [chat]])
    const channel = (await ann.chat(chat)).channel.id
    assert.equal((await ann.call('PATCH', `/channels/${channel}`, { agents: [me] })).status, 200)
    assert.deepEqual(await listed(), [[], []])
  })
}
