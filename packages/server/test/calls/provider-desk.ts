import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Call } from '@deskbell/protocol/agent/call'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { freePort } from '../free-port.ts'
import type { DbKind } from '../db.ts'
import { ANN, BOB } from '../test-server.ts'
import { startWithCrm } from '../webhooks/hook.ts'
import { listen, type Heard } from './listen.ts'
import { ACCOUNT, DESK, startProvider, TOKEN } from './provider.ts'

export const WITHIN = 20_000
export const CLIENT = '+4930123456'
export const [ANN_PHONE, BOB_PHONE] = ['+4930200001', '+4930200002']

/** A server whose account has a hosted provider, with Ann and Bob at their own telephones, and a CRM that hears of its calls. */
export async function startProviderDesk(kind: DbKind = 'embedded', settings: object = {}) {
  const provider = await startProvider()
  const port = await freePort()
  // The provider calls the public address.
  const env = { PORT: String(port), PUBLIC_URL: `http://127.0.0.1:${port}` }
  const { server, crm, close } = await startWithCrm({ kind, channels: [WIDGET], env })
  const owner = server.agent()
  const set = await owner.call('PUT', '/call-provider', {
    ...{ accountSid: ACCOUNT, token: TOKEN, number: DESK, url: provider.url },
  })
  assert.equal(set.status, 200, set.text)
  const changed = await owner.call('PATCH', '/call-settings', {
    ...{ callback: true, countries: ['DE'], record: true, ring: 10, wait: 30, language: 'de' },
    ...{ perVisitor: 0, perNumber: 0, perAddress: 0 },
    ...settings,
  })
  assert.equal(changed.status, 200, changed.text)
  for (const [agent, phone] of [
    [ANN, ANN_PHONE],
    [BOB, BOB_PHONE],
  ] as const) {
    await server.agent(agent).call('PATCH', '/me', { phone })
    assert.equal((await server.agent(agent).call('PUT', '/me/calls', { on: 'phone' })).status, 200)
  }
  const read = async (call: number) => (await owner.call('GET', `/calls/${call}`)).body as unknown as Call
  return {
    provider,
    server,
    crm,
    owner,
    read,
    /** A visitor asks to be called back. */
    async asks(visitor: string) {
      const page = await openPage(server, { visitor })
      await soon(() => page.frames.some((one) => 'callback' in one && one.callback === 'on'), WITHIN)
      const answer = await page.ask({ t: 'call', id: nextId(), phone: '030 123456' })
      assert.ok(answer.t === 'done' && answer.call, JSON.stringify(answer))
      return { page, id: answer.call.id }
    },
    /** The call, when it is so. */
    async until(call: number, matches: (call: Call) => boolean): Promise<Call> {
      await soon(async () => matches(await read(call)), WITHIN).catch(async () => {
        throw new Error(JSON.stringify(await read(call)))
      })
      return read(call)
    },
    /** The statuses that the CRM is told next, each checked against its schema. */
    async told(count: number): Promise<string[]> {
      const statuses = []
      for (let n = 0; n < count; n++) statuses.push((await crm.nextEvent('call_event')).event.call.status)
      return statuses
    },
    /** No telephone rings or talks any more. */
    isFree: () => soon(() => provider.open().length === 0, WITHIN),
    /** What is heard in the recording of a call. */
    async hears(call: number): Promise<Heard> {
      const { body } = await owner.call('GET', `/calls/${call}/recording`)
      const answer = await fetch(String(body['url']))
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'audio/mpeg'])
      const mp3 = join(tmpdir(), `deskbell-provider-${process.pid}-${call}.mp3`)
      writeFileSync(mp3, Buffer.from(await answer.arrayBuffer()))
      return listen(mp3, undefined)
    },
    async close(): Promise<void> {
      await close()
      await provider.close()
    },
  }
}
export type ProviderDesk = Awaited<ReturnType<typeof startProviderDesk>>
