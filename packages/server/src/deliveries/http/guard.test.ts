import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forbiddenNames, forbiddenUrls, NAMES } from '../../../test/targets.ts'
import { makeGuard, type GuardOptions } from './guard.ts'

const guardOf = (options: GuardOptions = {}) => makeGuard({ lookup: async (host) => NAMES[host] ?? [], ...options })

test('T13 no forbidden target can be saved', () => {
  // An open port, so that only the address can be the reason.
  const guard = guardOf({ ports: [4321] })
  const urls = forbiddenUrls(4321)
  assert.ok(urls.length >= 70)
  assert.deepEqual(
    urls.filter((url) => guard.checkUrl(url).ok),
    [],
  )
})

test('T13 a name that resolves to a private address is refused for the connection', async () => {
  const guard = guardOf({ ports: [4321] })
  for (const url of forbiddenNames(4321)) {
    const checked = guard.checkUrl(url)
    assert.ok(checked.ok, url)
    const { refusal } = await guard.resolve(checked.url.hostname, 4321)
    assert.ok(refusal, url)
    for (const address of NAMES[checked.url.hostname] ?? []) assert.ok(!refusal.includes(`to ${address}`), refusal)
  }
})

test('T13 public addresses pass on the ports of the web', async () => {
  const guard = guardOf({ lookup: async () => ['93.184.216.34', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'] })
  for (const url of [
    'http://shop.test/',
    'https://shop.test/chat?x=1',
    'https://shop.test:8443/',
    'http://shop.test:443/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'https://bücher.test/',
    'https://localhost.shop.test/',
    'https://notlocalhost/',
    'https://100.128.0.1/',
    'https://172.32.0.1/',
  ]) {
    assert.ok(guard.checkUrl(url).ok, url)
  }
  assert.equal((await guard.resolve('shop.test', 443)).refusal, undefined)
  assert.match((await guard.resolve('shop.test', 25)).refusal ?? '', /port 25/)
})

test('T13 the operator may allow single private targets', async () => {
  const rows: [allow: string, url: string, ok: boolean][] = [
    ['127.0.0.1', 'http://127.0.0.1:5000/', true],
    ['127.0.0.1', 'http://127.0.0.2:5000/', false],
    ['127.0.0.1:5000', 'http://127.0.0.1:5000/', true],
    ['127.0.0.1:5000', 'http://127.0.0.1:5001/', false],
    ['127.0.0.1:5000', 'http://127.0.0.1/', false],
    ['10.0.0.0/8', 'http://10.9.8.7:9000/', true],
    ['10.0.0.0/8', 'http://11.0.0.1:9000/', false],
    ['10.0.0.0/8:9000', 'http://10.9.8.7:9000/', true],
    ['10.0.0.0/8:9000', 'http://10.9.8.7:9001/', false],
    ['::1', 'http://[::1]:5000/', true],
    ['[::1]:5000', 'http://[::1]:5000/', true],
    ['[::1]:5000', 'http://[::1]:5001/', false],
    ['fd00::/8', 'http://[fd12::1]:5000/', true],
    ['fd00::/8', 'http://10.0.0.1/', false],
    ['crm.lan', 'http://crm.lan:5000/', true],
    ['crm.lan', 'http://CRM.lan.:5000/', true],
    ['crm.lan:5000', 'http://crm.lan:5001/', false],
    ['crm.lan', 'http://x.crm.lan:5000/', false],
    ['bücher.lan', 'http://bücher.lan:5000/', true],
    ['localhost', 'http://localhost:5000/', true],
    ['127.0.0.0/8', 'http://localhost:5000/', true],
    ['10.0.0.1', 'http://user@10.0.0.1/', false],
    ['10.0.0.1', 'ftp://10.0.0.1/', false],
  ]
  for (const [allow, url, ok] of rows) {
    assert.equal(guardOf({ allowTargets: [allow] }).checkUrl(url).ok, ok, `${allow} ${url}`)
  }
  const lookup = async (host: string) => (host === 'crm.lan' ? ['10.0.0.5'] : ['10.0.0.5', '192.168.0.5'])
  const refusal = async (allow: string, host: string, port: number) =>
    (await guardOf({ allowTargets: [allow], lookup }).resolve(host, port)).refusal
  assert.equal(await refusal('crm.lan', 'crm.lan', 5000), undefined, 'allowed by name, whatever it resolves to')
  assert.equal(await refusal('10.0.0.0/8', 'crm.lan', 5000), undefined, 'allowed by where it leads')
  assert.equal(await refusal('10.0.0.0/8', 'two.lan', 5000), 'two.lan leads to a private address')
  assert.equal(await refusal('10.0.0.0/8:80', 'crm.lan', 5000), 'crm.lan leads to a private address')
})

test('T39 C21 secrets are sent over http only to hosts that the operator names; an address range does not count', () => {
  const rows: [allow: string, url: string, ok: boolean][] = [
    ['10.0.0.0/8', 'http://shop.test/', false],
    ['10.0.0.0/8', 'http://crm.lan/', false],
    ['10.0.0.0/8', 'http://8.8.8.8/', false],
    ['10.0.0.0/8', 'http://localhost/', false],
    ['0.0.0.0/0', 'http://shop.test/', false],
    ['127.0.0.1', 'http://shop.test/', false],
    ['10.0.0.0/8', 'https://shop.test/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8:80', 'http://10.1.2.3/', true],
    ['10.0.0.0/8:81', 'http://10.1.2.3/', false],
    ['crm.lan', 'http://crm.lan/', true],
    ['crm.lan:81', 'http://crm.lan/', false],
    ['shop.test', 'http://shop.test/', true],
    ['127.0.0.0/8', 'http://localhost:5000/', true],
    ['127.0.0.1:5000', 'http://localhost:5000/', true],
    ['127.0.0.1:5001', 'http://localhost:5000/', false],
  ]
  for (const purpose of ['bot', 'webhook', 'token'] as const)
    for (const [allow, url, ok] of rows) {
      const checked = guardOf({ allowTargets: [allow] }).checkUrl(url, purpose)
      assert.equal(checked.ok, ok, `${allow} ${url} ${purpose}`)
      if (!checked.ok && url.startsWith('http://shop')) assert.match(checked.reason, /https.*ALLOW_TARGETS/)
    }
  // The channel interface allows integrators without https.
  assert.ok(guardOf({ allowTargets: ['10.0.0.0/8'] }).checkUrl('http://shop.test/', 'channel').ok)
})

test('T13 an invalid entry of the allow list is an error with an explanation', () => {
  for (const entry of [
    '',
    '10.0.0.0/33',
    '10.0.0/8',
    'fd00::/129',
    'http://crm.lan',
    'crm.lan/x',
    'a b',
    '[::1',
    '10.0.0.1:99999',
    '0x7f.1',
    '*',
  ]) {
    assert.throws(() => makeGuard({ allowTargets: [entry] }), /ALLOW_TARGETS: ".*" is not/, entry)
  }
})

test('T16 the server’s own host is refused, except for media', () => {
  const guard = guardOf({ ownHosts: ['chat.shop.test', 'localhost:4000'], allowTargets: ['localhost'] })
  assert.deepEqual(guard.checkUrl('https://chat.shop.test/r/ID', 'webhook'), {
    ok: false,
    reason: 'chat.shop.test is this server itself',
    why: { reason: 'own_server', host: 'chat.shop.test' },
  })
  assert.equal(guard.checkUrl('http://Chat.Shop.test./x', 'bot').ok, false)
  assert.equal(guard.checkUrl('http://localhost:4000/x', 'webhook').ok, false)
  assert.equal(guard.checkUrl('http://localhost:4001/x', 'webhook').ok, true)
  assert.equal(guard.checkUrl('https://chat.shop.test/file/1', 'media').ok, true)
})

test('T15 a reason names only the host of the address', () => {
  const guard = guardOf()
  const secret = 'S3CR3T'
  for (const url of [
    `http://10.0.0.1/${secret}?${secret}#${secret}`,
    `http://localhost/${secret}`,
    `http://shop.test:99/${secret}`,
    `http://${secret}:${secret}@shop.test/`,
    `ftp://shop.test/${secret}`,
    `${secret}`,
  ]) {
    const checked = guard.checkUrl(url)
    assert.ok(!checked.ok && !checked.reason.includes(secret), url)
  }
})

test('T39 requests with a token or a secret require https, unless the operator allows the address', () => {
  const strict = makeGuard()
  for (const purpose of ['bot', 'token'] as const) {
    for (const host of ['bot.example.com', '93.184.216.34']) {
      const plain = strict.checkUrl(`http://${host}/hook`, purpose)
      assert.ok(!plain.ok && /https/.test(plain.reason), `${purpose} ${host}`)
      assert.ok(strict.checkUrl(`https://${host}/hook`, purpose).ok)
    }
    const allowing = makeGuard({ allowTargets: ['bot.example.com', '10.0.0.7:8080'] })
    assert.ok(allowing.checkUrl('http://bot.example.com/hook', purpose).ok)
    assert.ok(allowing.checkUrl('http://10.0.0.7:8080/hook', purpose).ok)
    assert.ok(!allowing.checkUrl('http://other.example.com/hook', purpose).ok)
  }
  assert.ok(strict.checkUrl('http://shop.example.com/chat', 'channel').ok, 'requests there contain no secret')
})
