import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import ipaddr from 'ipaddr.js'
import { realClock } from '../../platform/clock.ts'
import { makeGuard } from './guard.ts'
import { makeLookup } from './lookup.ts'
import { makeSender } from './send.ts'

type Answer = (name: string) => string[] | 'sick'
/** Record types whose queries are never answered. */
type Silent = 'A' | 'AAAA'

const [A, AAAA] = [1, 28]

/** A real name server that answers A and AAAA with a TTL of 0. */
async function startNameServer(t: TestContext, answer: Answer, silent?: Silent) {
  const asked: string[] = []
  const socket = createSocket('udp4')
  socket.on('message', (question, { port, address }) => {
    const labels: string[] = []
    let at = 12
    for (let length = question.readUInt8(at); length; length = question.readUInt8(at)) {
      labels.push(question.toString('latin1', at + 1, at + 1 + length))
      at += 1 + length
    }
    const name = labels.join('.')
    const type = question.readUInt16BE(at + 1)
    asked.push(`${type === A ? 'A' : 'AAAA'} ${name}`)
    if (silent === (type === A ? 'A' : 'AAAA')) return
    const found = answer(name)
    const records = (found === 'sick' ? [] : found)
      .map((text) => Buffer.from(ipaddr.parse(text).toByteArray()))
      .filter((bytes) => type === (bytes.length === 4 ? A : AAAA))
    const header = Buffer.from(question.subarray(0, 12))
    // Answered; 2: the server failed, 3: no such name.
    header.writeUInt16BE(0x8180 | (found === 'sick' ? 2 : found.length ? 0 : 3), 2)
    header.fill(0, 4)
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(records.length, 6)
    const answers = records.map((bytes) => {
      const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length])
      return Buffer.concat([head, bytes])
    })
    socket.send(Buffer.concat([header, question.subarray(12, at + 5), ...answers]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  t.after(() => socket.close())
  return { servers: [`127.0.0.1:${socket.address().port}`], asked }
}

const nowhere = '/nonexistent'

test('T13 all addresses of a name are found, of both families', async (t) => {
  const dns = await startNameServer(t, () => ['93.184.216.34', '10.0.0.1', '2606:4700::1111'])
  const lookup = makeLookup({ hostsFile: nowhere, servers: dns.servers })
  assert.deepEqual(await lookup('shop.test'), ['93.184.216.34', '10.0.0.1', '2606:4700::1111'])
  assert.deepEqual(dns.asked.toSorted(), ['A shop.test', 'AAAA shop.test'])
})

test('T13 no answer is cached; only concurrent queries share one', async (t) => {
  let n = 0
  const dns = await startNameServer(t, () => [`10.0.0.${++n}`])
  const lookup = makeLookup({ hostsFile: nowhere, servers: dns.servers })
  const [one, two] = await Promise.all([lookup('shop.test'), lookup('shop.test')])
  assert.deepEqual(one, two)
  assert.equal(dns.asked.length, 2)
  assert.notDeepEqual(await lookup('shop.test'), one)
  assert.equal(dns.asked.length, 4)
})

test('the hosts file comes first', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'deskbell-'))
  t.after(() => rm(folder, { recursive: true }))
  const hostsFile = join(folder, 'hosts')
  await writeFile(hostsFile, '# ours\n10.0.0.7\tCRM.lan crm # the CRM\nfd00::7 crm.lan\nnonsense\n')
  const dns = await startNameServer(t, () => ['93.184.216.34'])
  const lookup = makeLookup({ hostsFile, servers: dns.servers })
  assert.deepEqual(await lookup('crm.lan'), ['10.0.0.7', 'fd00::7'])
  assert.deepEqual(await lookup('crm'), ['10.0.0.7'])
  assert.equal(dns.asked.length, 0)
  assert.deepEqual(await lookup('other.lan'), ['93.184.216.34'])
})

test('R7 a failing name server is an error, and the operating system is not asked', async (t) => {
  const dns = await startNameServer(t, () => 'sick')
  // The operating system would know this name.
  await assert.rejects(makeLookup({ hostsFile: nowhere, servers: dns.servers })('localhost'), { code: 'ESERVFAIL' })
})

test('the operating system is asked for a name that the name servers do not know', async (t) => {
  const dns = await startNameServer(t, () => [])
  const lookup = makeLookup({ hostsFile: nowhere, servers: dns.servers })
  assert.ok((await lookup('localhost')).includes('127.0.0.1'))
})

test('T13 a name server that changes its answer reaches no private address', { timeout: 20_000 }, async (t) => {
  let visits = 0
  const canary = createServer((socket) => {
    visits++
    socket.on('error', () => {}).destroy()
  })
  canary.listen(0, '127.0.0.1')
  await once(canary, 'listening')
  t.after(() => canary.close())
  const { port } = canary.address() as AddressInfo
  let n = 0
  // Public at the first look-up, then this machine.
  const dns = await startNameServer(t, () => (n++ < 2 ? ['93.184.216.34'] : ['127.0.0.1']))
  const guard = makeGuard({ ports: [port], lookup: makeLookup({ hostsFile: nowhere, servers: dns.servers }) })
  const url = `http://rebind.test:${port}/`
  assert.ok(guard.checkUrl(url).ok)
  assert.equal((await guard.resolve('rebind.test', port)).refusal, undefined)
  const sender = makeSender({ guard, clock: realClock, userAgent: 'Deskbell/0.1.0' })
  t.after(() => sender.close())
  for (let i = 0; i < 5; i++) {
    const answer = await sender.send({ method: 'POST', url, body: '{}', timeoutMs: 3_000, maxBytes: 1_000 })
    assert.ok(answer.kind === 'failed' && answer.reason === 'forbidden', JSON.stringify(answer))
    assert.equal(answer.detail, 'rebind.test leads to a loopback address')
  }
  assert.equal(visits, 0)
})

for (const silent of ['A', 'AAAA'] as const)
  test(`A24 a name server that never answers ${silent} causes no delay`, async (t) => {
    const dns = await startNameServer(t, () => ['93.184.216.34', '2606:4700::1111'], silent)
    const lookup = makeLookup({ hostsFile: nowhere, servers: dns.servers })
    const began = performance.now()
    assert.deepEqual(await lookup('shop.test'), [silent === 'A' ? '2606:4700::1111' : '93.184.216.34'])
    assert.ok(performance.now() - began < 1000)
  })
