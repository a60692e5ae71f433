import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test, type TestContext } from 'node:test'
import { certificate } from '../certificate.ts'
import { openTrunk, type Trunk } from '../../src/calls/sip/trunk.ts'
import type { FromTrunk, TrunkSettings } from '../../src/calls/sip/thread-messages.ts'
import { soon } from '../channels/widget/soon.ts'
import { startExchange, type Exchange } from './exchange.ts'
import { without } from '../without.ts'
import { Phone } from './phone.ts'

const skip = without('baresip', 'kamailio')
/** What is waited for on a busy machine (ms). */
const WITHIN = 30_000
/** What the media engine would say: nothing listens there. */
const SDP = [
  ...['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 'c=IN IP4 127.0.0.1', 't=0 0', 'm=audio 9000 RTP/AVP 8 101'],
  ...['a=rtpmap:8 PCMA/8000', 'a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-15', 'a=sendrecv', ''],
].join('\r\n')

suite('a trunk', { skip }, () => {
  let exchange: Exchange
  let phone: Phone
  before(async () => {
    exchange = await startExchange()
    phone = await Phone.open({ name: 'client', exchange: exchange.address, tone: 1000 })
  })
  after(async () => {
    await phone.close()
    await exchange.close()
  })
  beforeEach(() => phone.forget())

  function open(t: TestContext, more: Partial<TrunkSettings> = {}) {
    const told: FromTrunk[] = []
    const trunk: Trunk = openTrunk(
      {
        ...{ kind: 'udp', host: '127.0.0.1', port: exchange.port, addresses: ['127.0.0.1'], registers: true },
        ...{ user: 'desk', password: 'p-desk', ...more },
      },
      (message) => {
        told.push(message)
        if (message.t === 'calling') trunk.send({ t: 'go', leg: message.leg })
      },
    )
    t.after(() => trunk.close())
    const until = async <T extends FromTrunk['t']>(what: T): Promise<FromTrunk & { t: T }> => {
      const is = (one: FromTrunk): one is FromTrunk & { t: T } => one.t === what
      await soon(() => told.some(is), WITHIN).catch(() => {
        throw new Error(`no ${what}, but ${JSON.stringify(told)}`)
      })
      return told.find(is)!
    }
    return { trunk, told, until, kinds: () => told.flatMap(({ t: kind }) => (kind === 'calling' ? [] : [kind])) }
  }

  for (const kind of ['udp', 'tcp', 'tls'] as const)
    test(`over ${kind} it registers, calls a telephone, and hangs up`, async (t) => {
      const more = kind === 'tls' && { port: exchange.tlsPort, ca: certificate.cert, domain: exchange.address }
      const { trunk, until, kinds } = open(t, { kind, user: `desk-${kind}`, password: `p-desk-${kind}`, ...more })
      await until('registered')
      phone.when('CALL_INCOMING', 'accept')
      trunk.send({ t: 'invite', leg: 'a', number: 'client', callerId: '+4930123', sdp: SDP })
      const { sdp, dialog } = await until('answered')
      assert.match(sdp, /m=audio \d+ /)
      assert.ok(dialog.callId && dialog.localTag && dialog.remoteTag)
      const closed = phone.until('CALL_CLOSED', WITHIN)
      trunk.send({ t: 'hang_up', leg: 'a' })
      await closed
      await until('ended')
      assert.deepEqual(kinds(), ['connected', 'registered', 'ringing', 'answered', 'ended'])
    })

  test('a telephone that hangs up, declines, or does not exist is told apart', async (t) => {
    const { trunk, until, told } = open(t)
    await until('registered')
    phone.when('CALL_INCOMING', 'accept')
    phone.when('CALL_ESTABLISHED', 'hangup', { after: 300 })
    trunk.send({ t: 'invite', leg: 'talks', number: 'client', sdp: SDP })
    await until('ended')
    phone.forget()
    phone.when('CALL_INCOMING', 'hangup')
    trunk.send({ t: 'invite', leg: 'declines', number: 'client', sdp: SDP })
    trunk.send({ t: 'invite', leg: 'nobody', number: '9999999', sdp: SDP })
    trunk.send({ t: 'invite', leg: 'refused', number: 'premium1', sdp: SDP })
    trunk.send({ t: 'invite', leg: 'broken', number: 'moved1', sdp: SDP })
    const failures = () => told.filter((one) => one.t === 'failed')
    await soon(() => failures().length === 4, WITHIN)
    const statuses = Object.fromEntries(failures().map(({ leg, status }) => [leg, status]))
    assert.deepEqual(statuses, { declines: 486, nobody: 404, refused: 403, broken: 503 })
  })

  test('an agent who gives up stops the telephone that rings', async (t) => {
    const { trunk, until } = open(t)
    await until('registered')
    const stops = phone.until('CALL_CLOSED', WITHIN)
    const rings = phone.until('CALL_INCOMING', WITHIN)
    trunk.send({ t: 'invite', leg: 'a', number: 'client', sdp: SDP })
    await rings
    await until('ringing')
    trunk.send({ t: 'hang_up', leg: 'a' })
    await stops
    assert.equal((await until('failed')).status, undefined)
  })

  test('a call that comes in is told, answered, and ends when the caller hangs up', async (t) => {
    const { trunk, until } = open(t, { user: 'desk-in', password: 'p-desk-in' })
    await until('registered')
    phone.does('dial', `sip:desk-in@${exchange.address}`)
    const incoming = await until('incoming')
    assert.deepEqual([incoming.from, incoming.to], ['client', 'desk-in'])
    assert.match(incoming.sdp, /PCMA/)
    const talks = phone.until('CALL_ESTABLISHED', WITHIN)
    trunk.send({ t: 'answer', leg: incoming.leg, sdp: SDP })
    await talks
    await until('answered')
    phone.does('hangup')
    await until('ended')
  })

  test('a wrong password is told with what the trunk said', async (t) => {
    const { until } = open(t, { user: 'desk-wrong', password: 'wrong' })
    assert.match((await until('not_registered')).why, /^40[13] /)
  })

  test('a trunk that is not there is lost', async (t) => {
    const { until } = open(t, { kind: 'tcp', port: 1 })
    assert.match((await until('lost')).why, /ECONNREFUSED/)
  })

  test('a telephone that rings for a process that was killed is stopped by the next one', async (t) => {
    const first = open(t)
    await first.until('registered')
    const rings = phone.until('CALL_INCOMING', WITHIN)
    first.trunk.send({ t: 'invite', leg: 'a', number: 'client', sdp: SDP })
    await rings
    const kept = first.told.filter((one) => one.t === 'calling').at(-1)?.kept
    assert.ok(kept)
    const second = open(t)
    await second.until('registered')
    const closed = phone.until('CALL_CLOSED', WITHIN)
    second.trunk.send({ t: 'end_kept', leg: 'a', dialog: kept })
    await closed
    assert.equal((await second.until('kept_ended')).how, 'ended')
  })

  test('a call of a process that was killed is ended by the next one', async (t) => {
    const first = open(t)
    await first.until('registered')
    phone.when('CALL_INCOMING', 'accept')
    first.trunk.send({ t: 'invite', leg: 'a', number: 'client', sdp: SDP })
    const { dialog } = await first.until('answered')
    const second = open(t)
    await second.until('registered')
    const closed = phone.until('CALL_CLOSED', WITHIN)
    second.trunk.send({ t: 'end_kept', leg: 'a', dialog })
    assert.equal((await second.until('kept_ended')).how, 'ended')
    await closed
    second.trunk.send({ t: 'end_kept', leg: 'b', dialog })
    await soon(() => second.told.filter(({ t: kind }) => kind === 'kept_ended').length === 2, WITHIN)
    assert.deepEqual(second.told.at(-1), { t: 'kept_ended', leg: 'b', how: 'gone' })
  })
})
