import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { extent, isFull, tell } from '../../../../tools/extent.ts'
import { nextId, openPage } from '../channels/widget/page.ts'
import { testKinds } from '../db.ts'
import { connect } from '../test-server.ts'
import { ACCOUNT, DESK, startProvider, TOKEN, type Provider } from './provider.ts'
import { ANN_PHONE, CLIENT } from './provider-desk.ts'
import { authorization, soon, startServerToKill, WITHIN } from './server-to-kill.ts'

const ROUNDS = extent(1, 5)

/**
 * When the server is killed, and what happens at the telephones while it is away. `unnamed`: the provider has taken the request, and its
 * answer is lost with the process.
 */
const STATES = [
  { title: 'rings at the agent, who does not answer', told: 1 },
  { title: 'is asked for at the provider, whose answer is lost', told: 1 },
  { title: 'rings at the client, who is busy', told: 2 },
  { title: 'is talked in, and the client hangs up', told: 3 },
  { title: 'is talked in, and the agent hangs up', told: 3 },
  { title: 'is over, and its recording is not stored', told: 3 },
  { title: 'is talked in, and goes on', told: 3 },
] as const

for (const kind of testKinds())
  suite(`calls over a provider of a killed server, ${kind}`, () => {
    let provider: Provider
    let started: Awaited<ReturnType<typeof startServerToKill>>
    let tried = 0

    before(async () => {
      provider = await startProvider()
      started = await startServerToKill(kind, {
        calls: { ring: 60, wait: 60 },
        env: (port) => ({ PUBLIC_URL: `http://127.0.0.1:${port}` }),
      })
      const { ask } = started
      await ask('PUT', '/call-provider', { accountSid: ACCOUNT, token: TOKEN, number: DESK, url: provider.url })
      await ask('PATCH', '/me', { phone: ANN_PHONE })
      await ask('PUT', '/me/calls', { on: 'phone' })
    })
    after(async () => {
      tell({
        what: `C17 kills of the server in each state of a call over a provider, ${kind}`,
        count: tried,
        violations: 0,
      })
      await started?.close()
      await provider?.close()
    })
    afterEach(() => {
      provider.forget()
      started.integrator.requests.length = 0
    })

    const all = Array.from({ length: ROUNDS }, (_, round) => STATES.map((one, at) => [round, at, one] as const))
    for (const [round, at, { title, told }] of all.flat()) {
      // `npm test` tries two for each store: each costs two starts of the server.
      if (!isFull && !(kind === 'server' ? [1, 3] : [2, 5]).includes(at)) continue
      test(`C17 when the server is killed while a call ${title}, its telephones become free, and it has one final status${round > 0 ? `, ${round + 1}` : ''}`, async () => {
        const { server, readCall, told: heard } = started
        let ann = await connect(server.url, authorization)
        const page = await openPage(server, { visitor: `killed ${'abcdefg'[at]}${'h'.repeat(round)}` })
        await soon('call-backs', () => page.frames.some((one) => 'callback' in one && one.callback === 'on'))
        const isUnnamed = title.includes('is lost')
        if (isUnnamed) provider.keepsAnswers(true)
        const answer = await page.ask({ t: 'call', id: nextId(), phone: '030 123456' })
        assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
        const { id } = answer.call
        const agent = await provider.rings(ANN_PHONE, WITHIN)
        if (at >= 2) {
          await agent.answer()
          await agent.press('1')
        }
        const client = at >= 2 ? await provider.rings(CLIENT, WITHIN) : undefined
        if (at >= 3) {
          await client?.answer()
          await soon('the recording', () => agent.recordings.length === 1)
        }
        if (title.startsWith('is over')) {
          provider.keepsRecordings(true)
          await client?.hangUp()
          await soon('the end at the agent', async () => !provider.open().includes(agent))
        }
        await server.kill()
        provider.keepsAnswers(false)
        // What the provider tells meanwhile is lost.
        if (at === 0) await agent.refuses('no-answer')
        if (title.endsWith('busy')) await client?.refuses('busy')
        if (title.endsWith('client hangs up')) await client?.hangUp()
        if (title.endsWith('agent hangs up')) await agent.hangUp()
        provider.keepsRecordings(false)
        await server.start()
        ann.close()
        ann = await connect(server.url, authorization)
        if (title.endsWith('goes on')) {
          await pause(3000)
          assert.deepEqual(
            [(await readCall(id)).status, agent.isOver, client?.isOver],
            ['client_connected', false, false],
          )
          await client?.hangUp()
        }
        // The telephone of the agent rings on, and is answered as if nothing had been.
        if (isUnnamed) {
          await soon('the ring', async () => (await readCall(id)).status === 'error' || !agent.isOver)
          if (!agent.isOver) await agent.refuses('no-answer')
        }
        await soon('free telephones', () => provider.open().length === 0)
        await soon('the final status', async () => ['end', 'error'].includes((await readCall(id)).status))
        const over = await readCall(id)
        assert.equal(over.status, told === 3 ? 'end' : 'error', JSON.stringify(over))
        assert.equal(over.recorded, told === 3)
        if (title.endsWith('busy'))
          assert.ok(['client_busy', 'client_unanswered'].includes(over.failure ?? ''), over.failure)
        await soon('the last event', () => heard().some((status) => status === 'end' || status === 'error'))
        assert.deepEqual(heard(), [...['start', 'agent_connected', 'client_connected'].slice(0, told), over.status])
        ann.close()
        await page.close()
        tried++
      })
    }
  })
