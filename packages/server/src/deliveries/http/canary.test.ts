import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { settle } from '../../../test/clock.ts'
import { startIntegratorServer } from '../../../test/integrator-server.ts'
import { forbiddenNames, forbiddenUrls, NAMES } from '../../../test/targets.ts'
import { realClock } from '../../platform/clock.ts'
import { makeGuard, type GuardOptions } from './guard.ts'
import { makeSender, type Answer } from './send.ts'

/** Listens on this machine, on both address families if available, and counts connections. */
async function startCanary(t: TestContext) {
  let visits = 0
  const listen = async (host: string, port: number) => {
    const server = createServer((socket: Socket) => {
      visits++
      socket.on('error', () => {})
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 6\r\n\r\ncanary'))
    })
    server.listen(port, host)
    await once(server, 'listening')
    t.after(() => server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await listen('127.0.0.1', 0)
  await listen('::1', port).catch(() => {})
  return { port, visits: () => visits }
}

function senderFor(t: TestContext, guard: GuardOptions) {
  const lookup = async (host: string) => NAMES[host] ?? []
  const sender = makeSender({ guard: makeGuard({ lookup, ...guard }), clock: realClock, userAgent: 'Deskbell/0.1.0' })
  t.after(() => sender.close())
  return sender
}

// Short, so that the run without the guard ends soon where a target does not answer.
const get = { method: 'GET', timeoutMs: 500, maxBytes: 1_000, redirects: 3 } as const

const forbidden = (answer: Answer) => answer.kind === 'failed' && answer.reason === 'forbidden'

test('T13 a request to a target that the operator allows reaches the canary', async (t) => {
  const canary = await startCanary(t)
  const sender = senderFor(t, { allowTargets: ['127.0.0.1'] })
  for (const host of ['127.0.0.1', '0x7f.1', 'localtest.me']) {
    assert.equal((await sender.send({ ...get, url: `http://${host}:${canary.port}/` })).kind, 'answered', host)
  }
  assert.equal(canary.visits(), 3)
})

test('T13 no request reaches a forbidden target', { timeout: 60_000 }, async (t) => {
  const canary = await startCanary(t)
  const sender = senderFor(t, { ports: [canary.port] })
  for (const url of [...forbiddenUrls(canary.port), ...forbiddenNames(canary.port)]) {
    const [got, posted] = await Promise.all([
      sender.send({ ...get, url }),
      sender.send({ ...get, url, method: 'POST', body: '{}' }),
    ])
    assert.ok(forbidden(got) && forbidden(posted), `${url} ${JSON.stringify(got)}`)
  }
  assert.equal(canary.visits(), 0)
})

test('T13 no redirect reaches a forbidden target', { timeout: 60_000 }, async (t) => {
  const canary = await startCanary(t)
  const integrator = await startIntegratorServer()
  t.after(() => integrator.close())
  const sender = senderFor(t, { ports: [canary.port], allowTargets: [`127.0.0.1:${integrator.port}`] })
  let tried = 0
  for (const url of [...forbiddenUrls(canary.port), ...forbiddenNames(canary.port)]) {
    // A relative target stays on the integrator; a header can only contain Latin-1.
    const target = URL.parse(url)?.href
    if (!target) continue
    tried++
    integrator.redirects(302, target)
    const answer = await sender.send({ ...get, url: integrator.url })
    assert.ok(forbidden(answer), `${url} ${JSON.stringify(answer)}`)
  }
  assert.ok(tried >= 70)
  assert.equal(canary.visits(), 0)
})

test(
  'T13 a name that resolves differently at each look-up reaches no forbidden target',
  { timeout: 60_000 },
  async (t) => {
    const canary = await startCanary(t)
    const integrator = await startIntegratorServer()
    t.after(() => integrator.close())
    let lookups = 0
    // The first answer for each connection is allowed, every second one would be the canary.
    const lookup = async () => (lookups++ % 2 === 0 ? ['127.0.0.1'] : ['127.0.0.1', '::1'])
    const sender = senderFor(t, { allowTargets: ['127.0.0.1'], ports: [canary.port], lookup })
    const url = `http://rebind.test:${integrator.port}/`

    const first = await sender.send({ ...get, url })
    assert.ok(first.kind === 'answered' && first.address === '127.0.0.1')
    assert.equal(lookups, 1, 'the checked address is used without another look-up')
    assert.equal(integrator.requests[0]?.header('host'), `rebind.test:${integrator.port}`)

    const second = await sender.send({ ...get, url })
    assert.equal(second.kind, 'answered')
    assert.equal(lookups, 1, 'an open connection causes no look-up')

    await integrator.refuses()
    await integrator.recovers()
    await settle()
    assert.ok(forbidden(await sender.send({ ...get, url })), 'the next connection is checked by its own look-up')
    assert.equal(lookups, 2)
    assert.equal(canary.visits(), 0)
  },
)

test('T13 a DNS change between saving and sending reaches no forbidden target', { timeout: 60_000 }, async (t) => {
  const canary = await startCanary(t)
  let leads = ['93.184.216.34']
  const options = { ports: [canary.port], lookup: async () => leads }
  const url = `http://rebind.test:${canary.port}/`
  assert.ok(makeGuard(options).checkUrl(url).ok)
  leads = ['127.0.0.1']
  assert.ok(forbidden(await senderFor(t, options).send({ ...get, url })))
  assert.equal(canary.visits(), 0)
})
