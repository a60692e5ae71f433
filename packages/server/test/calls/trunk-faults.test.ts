import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { TrunkBody, TrunkStatus } from '@deskbell/protocol/agent/call-trunk'
import { seedOfRun } from '../../../../tools/extent.ts'
import { certificate } from '../certificate.ts'
import { soon } from '../channels/widget/soon.ts'
import { NotReached, openSides, type CalledSides } from './called-sides.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { openLossyLink } from './lossy-link.ts'
import { without } from '../without.ts'
import { startTelephony, type Telephony } from './telephony.ts'
import { WITHIN } from './trunk-of.ts'

const skip = without('rtpengine', 'baresip', 'kamailio')
/** Of SIP packets, each way. */
const LOST = 0.3

suite('faults of trunks, through the whole server', { skip }, () => {
  let telephony: Telephony
  let sides: CalledSides
  let restarted: Exchange | undefined
  before(async () => {
    telephony = await startTelephony()
    sides = await openSides(telephony)
  })
  after(async () => {
    await sides?.close()
    await telephony?.close()
    await restarted?.close()
  })
  afterEach(() => {
    for (const one of [sides.client, sides.phone]) one.forget()
  })

  const status = async () => (await telephony.owner.call('GET', '/call-trunk')).body as unknown as TrunkStatus
  const isIn = (state: TrunkStatus['state']) => soon(async () => (await status()).state === state, WITHIN)
  async function connects(body: Partial<TrunkBody>): Promise<void> {
    const { port } = telephony.exchange
    const answer = await telephony.owner.call('PUT', '/call-trunk', {
      ...{ kind: 'udp', host: '127.0.0.1', port, user: 'desk', password: 'p-desk', registers: true },
      ...body,
    })
    assert.equal(answer.status, 200, answer.text)
  }
  async function talksAndEnds(visitor: string): Promise<void> {
    const { id, page } = await sides.talk(visitor)
    const closed = sides.phone.until('CALL_CLOSED', WITHIN)
    sides.client.does('hangup')
    await closed
    await telephony.until(id, ({ status: now, recorded }) => now === 'end' && recorded)
    await page.close()
  }

  test('over TCP calls go as over UDP', async () => {
    await connects({ kind: 'tcp' })
    await telephony.isReady()
    await talksAndEnds('over tcp')
  })

  test('over TLS a certificate that is not trusted is refused with its reason; trusted, calls go', async () => {
    const port = telephony.exchange.tlsPort
    await connects({ kind: 'tls', port })
    await isIn('lost')
    assert.match((await status()).why ?? '', /self.signed/i)
    await connects({ kind: 'tls', port, ca: certificate.cert })
    await telephony.isReady()
    await talksAndEnds('over tls')
  })

  test('of 30 % of the packets of SIP lost, calls begin and end all the same', async (t) => {
    const link = await openLossyLink({ to: telephony.exchange.port, share: LOST, seed: seedOfRun() })
    t.after(() => link.close())
    // A lost INVITE is repeated after half a second, and each time after twice as long.
    const rings = (ring: number) => telephony.owner.call('PATCH', '/call-settings', { ring })
    await rings(30)
    await connects({ port: link.port, domain: telephony.exchange.address })
    await telephony.isReady()
    let talked = 0
    // By chance each of the six packets with one request, or its answer, is lost: one call of ten or so rings nowhere.
    for (let n = 0; n < 8 && talked < 3; n++)
      await talksAndEnds(`lossy ${'abcdefgh'[n]}`).then(
        () => void talked++,
        (error: unknown) => assert.ok(error instanceof NotReached, String(error)),
      )
    assert.equal(talked, 3)
    assert.ok(link.lost > 10, `${link.lost} packets lost`)
    await rings(10)
    await connects({})
    await telephony.isReady()
  })

  test('a password that the trunk does not take any more closes call-backs, and says so', async () => {
    await connects({ password: 'wrong' })
    await isIn('refused')
    assert.match((await status()).why ?? '', /40[137]/)
    const { body } = await telephony.owner.call('POST', '/calls', { contact: 1, phone: '+49 30 123456' })
    assert.equal((body['error'] as { code?: string } | undefined)?.code, 'trunk_not_ready')
    await connects({})
    await telephony.isReady()
  })

  test('a trunk that is gone in a call ends it with words, and calls go again when it is back', async () => {
    const { exchange } = telephony
    await connects({ kind: 'tcp' })
    await telephony.isReady()
    const { id, page } = await sides.talk('cut off')
    await exchange.close()
    const { failure } = await telephony.until(id, ({ status: now }) => now === 'error')
    assert.equal(failure, 'trunk_unavailable')
    await isIn('lost')
    assert.match((await status()).why ?? '', /./)
    assert.ok((await status()).next !== null)
    await page.close()
    restarted = await startExchange(exchange.port)
    await telephony.isReady()
    await sides.close()
    sides = await openSides(telephony)
    await talksAndEnds('back again')
  })
})
