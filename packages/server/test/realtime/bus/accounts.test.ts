import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { suite, test, type TestContext } from 'node:test'
import { connect } from '@nats-io/transport-node'
import type { BusMessage } from '@deskbell/protocol/bus/messages'
import { realClock } from '../../../src/platform/clock.ts'
import { realIds } from '../../../src/platform/ids.ts'
import { openBus } from '../../../src/realtime/bus/open.ts'
import { soon } from '../../channels/widget/soon.ts'
import { findNats, withoutNats } from '../../nats.ts'

const wakeOf = (account: number, chat: number): BusMessage => ({ type: 'chat', account, chat, last: 1 })

async function start(t: TestContext) {
  const natsUrl = (await findNats()) ?? ''
  const installation = `test-${realIds.letters(12)}`
  const key = createSecretKey(Buffer.alloc(32, 1))
  let connected = 0
  const log = { info: () => void connected++, warn() {} }
  const open = () => openBus({ natsUrl, installation, key, ids: realIds, clock: realClock, log })
  const [here, there] = [open(), open()]
  t.after(() => Promise.all([here.close(), there.close()]))
  const heard: BusMessage[] = []
  there.subscribe((message) => heard.push(message))
  await soon(() => connected >= 2)
  /** All that was sent before has come, or never will. */
  async function passed() {
    const from = heard.length
    here.publish({ type: 'presence', account: 9, agent: 1 })
    await soon(() => heard.slice(from).some(({ type }) => type === 'presence'))
    heard.splice(
      heard.findLastIndex(({ type }) => type === 'presence'),
      1,
    )
  }
  await passed()
  return { here, there, heard, passed, natsUrl, installation }
}

suite('messages of accounts', { skip: await withoutNats() }, () => {
  test('R6 a process hears the messages of an account only while somebody of it is there', async (t) => {
    const { here, there, heard, passed } = await start(t)
    here.publish(wakeOf(1, 10))
    await passed()
    assert.deepEqual(heard, [])
    const [one, other] = [there.join(1), there.join(1)]
    await one.active
    assert.deepEqual([...there.joined().keys()], [1])
    here.publish(wakeOf(1, 11))
    here.publish(wakeOf(2, 12))
    await passed()
    assert.deepEqual(heard.splice(0), [wakeOf(1, 11)])
    one.leave()
    one.leave()
    here.publish(wakeOf(1, 13))
    await passed()
    assert.deepEqual(heard.splice(0), [wakeOf(1, 13)], 'another one is still there')
    other.leave()
    assert.equal(there.joined().size, 0)
    here.publish(wakeOf(1, 14))
    await passed()
    assert.deepEqual(heard, [])
  })

  test('T51 a message is not taken for one of another account, and one from before the process listened is dropped', async (t) => {
    const { here, there, heard, passed, natsUrl, installation } = await start(t)
    const tap = await connect({ servers: new URL(natsUrl).host })
    t.after(() => tap.close())
    const copies: Uint8Array[] = []
    tap.subscribe(`deskbell.${installation}.account.1`, { callback: (_error, { data }) => void copies.push(data) })
    await tap.flush()
    here.publish(wakeOf(1, 10))
    await soon(() => copies.length === 1)
    await there.join(2).active
    tap.publish(`deskbell.${installation}.account.2`, copies[0])
    tap.publish(`deskbell.${installation}.wake`, copies[0])
    await tap.flush()
    await passed()
    assert.deepEqual(heard, [])
  })

  test('R6 a message that NATS would refuse is sent without its entries', async (t) => {
    const { here, there, heard, passed } = await start(t)
    await there.join(1).active
    const text = 'x'.repeat(600_000)
    here.publish({ ...wakeOf(1, 10), changed: { state: {}, visitor: {}, entries: [{ text }, { text }] } } as BusMessage)
    here.publish({ ...wakeOf(1, 11), changed: { state: {}, visitor: {}, entries: [{ text: 'short' }] } } as BusMessage)
    await passed()
    const changed = heard.map((message) => message.type === 'chat' && message.changed !== undefined)
    assert.deepEqual(changed, [false, true])
  })
})
