import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Call } from '@deskbell/protocol/agent/call'
import { keyOf } from '../../src/channels/widget/secret.ts'
import { statement } from '../../src/db/statement.ts'
import { portrait } from '../agent-app/pictures/drawings.ts'
import { nextId, openPage, secretOf, WIDGET_ID } from '../channels/widget/page.ts'
import { startSite } from '../channels/widget/site.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, tokenOf } from '../test-server.ts'
import { CALL_FLAGS } from './call-browser.ts'
import { startExchange } from './exchange.ts'
import { Phone } from './phone.ts'
import { talkingPage } from './talking-page.ts'
import { connectTrunk, mediaEnv, WITHIN } from './trunk-of.ts'

export const NUMBER = '+4930123456'

const tookLong = statement(
  'test_calls_took_long',
  `update call set state = jsonb_set(state, '{connectedAt,agent}', to_jsonb((state->>'startedAt')::bigint + 25000))`,
)

export type TelephoneSite = Awaited<ReturnType<typeof startTelephoneSite>>

/** A site whose visitors are called back: a server with a trunk and a media engine, an exchange, and a telephone at it. */
export async function startTelephoneSite(options: Parameters<typeof startSite>[0] = {}) {
  const exchange = await startExchange()
  const phone = await Phone.open({ name: NUMBER, exchange: exchange.address, tone: 1000 })
  const site = await startSite({ ...options, flags: CALL_FLAGS, env: await mediaEnv() })
  const { server } = site
  // Pictures take longer than calls ring otherwise.
  const settings = { countries: ['DE', 'AT', 'US'], ring: 120, wait: 300 }
  const { read } = await connectTrunk(server, exchange, settings)
  await server.agent().call('PATCH', '/me', { name: 'Ann Berger' })
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(await portrait('ann'))]), 'ann.png')
  await server.ask('/api/me/photo', { method: 'PUT', headers: { authorization: `Bearer ${tokenOf(ANN)}` }, body: form })
  const blank = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  blank.listen(0, '127.0.0.1')
  await once(blank, 'listening')
  const on = (call: number, what: string, body: object = {}) =>
    server.agent().call('POST', `/calls/${call}/${what}`, body)
  const live = async () =>
    ((await server.agent().call('GET', '/calls?state=live')).body as unknown as { calls: Call[] }).calls
  let last = 0

  return {
    ...site,
    phone,
    read,
    on,
    /** The newest call once it rings at an agent. */
    async rings(): Promise<number> {
      await soon(async () => {
        const ringing = (await live()).find(({ id, rings }) => id > last && rings.length > 0)
        if (ringing) last = ringing.id
        return ringing !== undefined
      }, WITHIN)
      return last
    },
    /** Ends what is left of a test that failed, and forgets what the telephone was to do. */
    async isFree(): Promise<void> {
      phone.forget()
      for (const { id, agents } of await live()) await on(id, agents.length > 0 ? 'hang-up' : 'decline')
    },
    /** Five earlier calls, which an agent took after 25 seconds. */
    async hasCalled(): Promise<void> {
      const { callCommit, db, directory } = server.services
      const channel = directory.channelByPublicId(WIDGET_ID)
      const [one] = directory.agents(1)
      if (!channel || !one) throw new Error('there is no channel')
      const page = await openPage(server, { visitor: 'was called' })
      await page.ask({ t: 'number', id: nextId() })
      await page.close()
      for (let n = 0; n < 5; n++) {
        const outcome = await callCommit.start({
          ...{ account: 1, visitor: { channel: channel.id, key: keyOf(secretOf('was called')) }, carrier: 'direct' },
          ...{ request: nextId() },
          command: { type: 'call.start', call: 'callback', phone: NUMBER, records: false },
          also: [{ type: 'call.ring', agents: [one] }],
        })
        if (outcome.kind === 'refused') throw new Error(outcome.why.refused)
        await callCommit.change(1, outcome.call.id, [{ type: 'call.accept', agent: one }])
        await callCommit.change(1, outcome.call.id, [{ type: 'call.fail', why: 'client_busy' }])
      }
      await db.query(tookLong, [])
    },
    until: (call: number, matches: (call: Call) => boolean) => soon(async () => matches(await read(call)), WITHIN),
    /** Ann accepts in a browser: the telephone is called. Returns the function that closes her page. */
    async accepts(call: number, ann: { send(frame: object): void }): Promise<() => Promise<void>> {
      const tab = await site.browser.newPage()
      await tab.goto(`http://127.0.0.1:${(blank.address() as AddressInfo).port}/`)
      const talks = await talkingPage(tab, 440)
      await on(call, 'accept')
      ann.send({ type: 'signal', call, to: 'visitor', signal: { kind: 'offer', offer: 1, sdp: await talks.offer() } })
      return () => tab.close()
    },
    async close(): Promise<void> {
      blank.close()
      await site.close()
      await phone.close()
      await exchange.close()
    },
  }
}
