import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { suite, test, type TestContext } from 'node:test'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { BusMessage } from '@deskbell/protocol/bus/messages'
import { openBus } from '../../../src/realtime/bus/open.ts'
import { realClock } from '../../../src/platform/clock.ts'
import { realIds } from '../../../src/platform/ids.ts'
import { certificate } from '../../certificate.ts'
import { testKinds } from '../../db.ts'
import { canStartNats, startNats } from '../../nats.ts'
import { startIntegratorServer } from '../../integrator-server.ts'
import { openPage } from '../../channels/widget/page.ts'
import { soon } from '../../channels/widget/soon.ts'
import { startTwo, whileTimePasses } from './two.ts'

const wake = { type: 'chat', account: 1, chat: 2, last: 3 } as const satisfies BusMessage

function join2(natsUrl: string, thereUrl = natsUrl) {
  const logged: string[] = []
  const log = {
    info: (fields: object, message: string) => void logged.push(message + JSON.stringify(fields)),
    warn: (_: object, message: string) => void logged.push(message),
  }
  const options = {
    natsUrl,
    installation: 'ours',
    key: createSecretKey(Buffer.alloc(32, 1)),
    ids: realIds,
    clock: realClock,
    log,
  }
  const [here, there] = [openBus(options), openBus({ ...options, natsUrl: thereUrl })]
  const received: BusMessage[] = []
  there.subscribe((message) => received.push(message))
  there.join(wake.account)
  return {
    here,
    received,
    logged,
    /** Resolves when a message that is published now arrives. */
    async carries() {
      const from = received.length
      await soon(() => {
        here.publish(wake)
        return received.length > from
      }, 20_000)
    },
    close: () => Promise.all([here.close(), there.close()]),
  }
}

/**
 * A proxy in front of NATS. It cuts the first connection when the client has subscribed on it and asks for confirmation,
 * and passes on all others. Returns how many connections are open.
 */
async function startCutting(t: TestContext, port: number) {
  const sockets = new Set<Socket>()
  let isFirst = true
  const server = createServer((client) => {
    const cuts = isFirst
    isFirst = false
    const upstream = connect(port, '127.0.0.1')
    sockets.add(client)
    const end = () => {
      sockets.delete(client)
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end)
    upstream.pipe(client)
    let subscribed = false
    client.on('data', (bytes) => {
      if (cuts && subscribed) return end()
      subscribed ||= bytes.includes('SUB ')
      if (cuts && subscribed) return end()
      upstream.write(bytes)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { url: `nats://127.0.0.1:${(server.address() as AddressInfo).port}`, open: () => sockets.size }
}

suite('with a NATS server that the test starts and stops', { skip: canStartNats ? false : 'needs nats-server' }, () => {
  test(
    'R6 a connection that is lost while the process subscribes leaves one connection, and messages arrive once',
    { timeout: 60_000 },
    async (t) => {
      const nats = await startNats()
      t.after(() => nats.stop())
      const proxy = await startCutting(t, nats.port)
      const bus = join2(nats.url, proxy.url)
      t.after(() => bus.close())
      await bus.carries()
      // A second client would be opened after two seconds.
      await soon(() => bus.logged.some((line) => line.includes('reconnect')), 20_000)
      await new Promise((resolve) => realClock.after(2500, () => resolve(undefined)))
      assert.equal(proxy.open(), 1)
      const before = bus.received.length
      bus.here.publish({ ...wake, chat: 77 })
      await soon(() => bus.received.slice(before).some((one) => 'chat' in one && one.chat === 77), 20_000)
      bus.here.publish({ ...wake, chat: 78 })
      await soon(() => bus.received.some((one) => 'chat' in one && one.chat === 78), 20_000)
      assert.equal(bus.received.filter((one) => 'chat' in one && one.chat === 77).length, 1)
      assert.deepEqual(
        bus.logged.filter((line) => line.includes('dropped')),
        [],
      )
    },
  )

  test(
    'R6 after NATS was stopped and started again, processes receive each other’s messages again',
    { timeout: 60_000 },
    async () => {
      const first = await startNats()
      const bus = join2(first.url)
      await bus.carries()
      await first.stop()
      await soon(() => bus.logged.some((line) => line.includes('disconnect')), 20_000)
      const second = await startNats([], first.port)
      await bus.carries()
      assert.deepEqual(bus.received.at(-1), wake)
      await bus.close()
      await second.stop()
    },
  )

  test(
    'R6 the bus connects with user and password over TLS, with a certificate that the machine trusts',
    { timeout: 60_000 },
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'deskbell-nats-'))
      const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
      writeFileSync(cert, certificate.cert)
      writeFileSync(key, certificate.key)
      const args = ['--tls', '--tlscert', cert, '--tlskey', key, '--user', 'desk', '--pass', 'p@ss']
      const server = await startNats(args)
      const known = getCACertificates()
      try {
        setDefaultCACertificates([...known, certificate.cert])
        const bus = join2(`tls://desk:p%40ss@127.0.0.1:${server.port}`)
        await bus.carries()
        await bus.close()
        const wrong = join2(`tls://desk:wrong@127.0.0.1:${server.port}`)
        await soon(() => wrong.logged.some((line) => line.includes('cannot connect to NATS')), 20_000)
        await wrong.close()
      } finally {
        setDefaultCACertificates(known)
        await server.stop()
        rmSync(folder, { recursive: true })
      }
    },
  )
})

suite('without a bus', { skip: testKinds().includes('server') ? false : 'needs TEST_DATABASE_URL' }, () => {
  test('T52 a process drops what another one erased at its next poll', { timeout: 60_000 }, async () => {
    const integrator = await startIntegratorServer()
    const { here, there, close } = await startTwo(undefined, { channel: { serverUrl: `${integrator.url}/chat` } })
    const ann = here.testServer.agent()
    const page = await openPage(here.testServer, { visitor: 'alone' })
    await page.ask({ t: 'contact', id: 'request-contact', contact: { name: 'Vera Secret' } })
    const names = async () => {
      const { body } = await ann.call('GET', '/visitors')
      return (body['visitors'] as unknown as { name: string | null }[]).map(({ name }) => name)
    }
    await here.testServer.visitor('in hand').writes('hello')
    const [chat] = await ann.chats()
    assert.ok(chat)
    await ann.accepts(chat.id)
    integrator.behaves((_request, response) => void response.writeHead(500).end())
    await ann.writes(chat.id, 'to be tried again')
    await soon(() => integrator.requests.length > 0)
    const screen = await ann.connects()
    screen.send({ type: 'follow', chat: chat.id, after: 0 })
    await screen.sees((frame) => frame.type === 'entries')

    const boss = there.testServer.agent()
    const [visiting] = await here.testServer.services.db.query<{ number: number }>(
      { name: 'test_vera', text: `select number from visitor where name = 'Vera Secret'` },
      [],
    )
    for (const number of [visiting?.number, chat.visitor.number])
      assert.equal((await boss.call('DELETE', `/visitors/${number}`)).status, 200)
    assert.deepEqual(await names(), ['Vera Secret'])
    await here.clock.move(2000)
    // It has noticed the other process by now, and asks it for its visitors, too.
    await soon(async () => (await whileTimePasses({ here, there }, names())).every((name) => name === null))
    await soon(() => here.testServer.services.worker.leased === 0)
    await screen.seesChat(({ id, erased }) => id === chat.id && erased === true)
    const sent = integrator.requests.length
    await here.clock.move(12_000)
    assert.equal(integrator.requests.length, sent)
    screen.close()
    await page.close()
    await close()
    await integrator.close()
  })
})
