import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { CallSignal } from '@deskbell/protocol/agent/call'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { testKinds } from '../db.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'

/** Of what takes up to two seconds (ms). */
const WITHIN = 20_000
const skip = testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL'
const candidate = (n: number): CallSignal => ({
  kind: 'candidate',
  offer: 7,
  candidate: `candidate:${n}`,
  mid: '0',
  line: 0,
})

suite('a page at one process and an agent at another, without NATS', { skip }, () => {
  let here: TestServer
  let there: TestServer
  before(async () => {
    here = await startTestServer({ kind: 'server', channels: [WIDGET] })
    there = await startTestServer({ kind: 'server', channels: [WIDGET], place: here.place })
    await here.agent().call('PATCH', '/call-settings', { fromPage: true })
  })
  after(async () => {
    await there?.stop()
    await here?.close()
  })

  /** A visitor calls, and Ann takes the call at the other process. */
  async function talks(visitor: string) {
    const agent = there.agent(ANN)
    const ann = await agent.connects()
    // Where the page is, it is known within two seconds that she has come.
    await soon(async () => (await here.agent().call('GET', '/agents')).text.includes('"online"'), WITHIN)
    const page = await openPage(here, { visitor })
    const answer = await page.ask({ t: 'call', id: nextId() })
    assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
    const { id } = answer.call
    await ann.sees((one) => one.type === 'call' && one.call.id === id && one.call.rings.some((ring) => ring.id === 1))
    assert.equal((await agent.call('POST', `/calls/${id}/accept`, {})).status, 200)
    return { agent, ann, page, id }
  }

  test('a call rings, is taken, is connected by what the pages tell each other, and ends', async () => {
    const { ann, page, id } = await talks('far away')
    await soon(() => page.frames.some((one) => one.t === 'call' && one.call.agents.includes(1)), WITHIN)

    const offered: CallSignal[] = [{ kind: 'offer', offer: 7, sdp: 'v=0 from Ann' }, ...[1, 2, 3].map(candidate)]
    for (const signal of offered) ann.send({ type: 'signal', call: id, to: 'visitor', signal })
    const heard = () => page.frames.flatMap((one) => (one.t === 'signal' && one.call === id ? [one.signal] : []))
    await soon(() => heard().length >= offered.length, WITHIN)
    assert.deepEqual(heard(), offered)
    const answered: CallSignal = { kind: 'answer', offer: 7, sdp: 'v=0 from the page' }
    page.send({ t: 'signal', call: id, to: 1, signal: answered })
    const got = await ann.sees((one) => one.type === 'signal' && one.call === id)
    assert.deepEqual(got.type === 'signal' && got.signal, answered)

    await page.ask({ t: 'hang', id: nextId(), call: id })
    const over = await ann.sees((one) => one.type === 'call' && one.call.id === id && one.call.ended !== null)
    assert.equal(over.type === 'call' && over.call.status, 'end')
    await page.close()
  })

  test('an agent who hangs up at the other process ends the call on the page', async () => {
    const { agent, page, id } = await talks('hung up on')
    assert.equal((await agent.call('POST', `/calls/${id}/hang-up`, {})).status, 200)
    await soon(() => page.frames.some((one) => one.t === 'call' && one.call.id === id && one.call.over), WITHIN)
    await page.close()
  })
})
