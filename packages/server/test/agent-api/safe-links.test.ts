import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { Me } from '@deskbell/protocol/agent/people'
import { testKinds } from '../db.ts'
import { ANN, BOB, type TestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { startServer } from './servers.ts'

/** Links of custom data, and whether agents see them while `shop.test` is the safe host. */
const LINKS: readonly [link: string, isSafe: boolean][] = [
  ['https://shop.test/crm/1', true],
  ['http://shop.test:8080/', true],
  ['https://crm.shop.test/1', true],
  ['HTTPS://Shop.TEST/1', true],
  ['https://shop.test./1', true],
  ['https://evil.example@shop.test/', true],
  ['https://shop.test.evil.example/', false],
  ['https://evilshop.test/', false],
  ['https://shop.test@evil.example/', false],
  ['https://evil.example/?shop.test', false],
  ['https://evil.example\\@shop.test', false],
  ['https://shоp.test/', false], // a Cyrillic letter
  ['javascript:alert(1)//shop.test', false],
  ['data:text/html,shop.test', false],
  ['//shop.test/1', false],
  ['/crm/1', false],
]

/** The other settings: defaults, and no mail server. */
const OTHERS = {
  name: 'Shop',
  logo: null,
  timeZone: 'UTC',
  mailLogTo: [],
  keepDays: 0,
  ratingMailAfter: 0,
  mail: false,
}

for (const kind of testKinds())
  suite(`safe links, ${kind}`, () => {
    let testServer: TestServer
    let page: Awaited<ReturnType<typeof openPage>>
    before(async () => {
      testServer = await startServer({ kind, channels: [WIDGET] })
      page = await openPage(testServer, { visitor: 'linked' })
      await page.writes('hello')
      const fields = LINKS.map(([link], i) => ({ title: `field ${i}`, content: `text ${i}`, link }))
      await page.ask({ t: 'custom', id: nextId(), fields })
    })
    after(async () => {
      await page.close()
      await testServer.close()
    })

    afterEach(() => put([]))

    const put = (safeUrl: unknown, as = ANN) => testServer.agent(as).call('PATCH', '/settings', { safeUrl })
    const chat = async (): Promise<ChatForMe> => {
      const [line] = await testServer.agent(BOB).chats()
      assert.ok(line)
      const whole = await testServer.agent(BOB).chat(line.id)
      assert.equal(whole.visitor.customTag, line.visitor.customTag)
      return whole
    }
    const links = ({ visitor }: Pick<ChatForMe, 'visitor'>) => visitor.custom?.map(({ link }) => link)
    const all = LINKS.map(([link]) => link)
    const safe = LINKS.map(([link, isSafe]) => (isSafe ? link : undefined))

    test('C13 T28 a link to a host that is not on the list is removed, and its text stays', async () => {
      assert.deepEqual(links(await chat()), all)
      assert.deepEqual((await put(['Shop.TEST', 'shop.test'])).body, { ...OTHERS, safeUrl: ['shop.test'] })
      const shown = await chat()
      assert.deepEqual(links(shown), safe)
      assert.deepEqual(
        shown.visitor.custom?.map(({ title, content }) => [title, content]),
        LINKS.map((_, i) => [`field ${i}`, `text ${i}`]),
      )
      await put([])
      assert.deepEqual(links(await chat()), all)
    })

    test('C13 T28 a new list applies at once: open pages reload it, and later messages follow it', async (t) => {
      const live = await testServer.agent(BOB).connects()
      t.after(() => live.close())
      await put(['shop.test'])
      for (const what of ['inbox', 'me', 'settings'])
        await live.sees((frame) => frame.type === 'stale' && frame.what === what)
      await page.writes('and another')
      const told = await live.sees((frame) => frame.type === 'chat')
      const shown = await chat()
      assert.equal(told.type === 'chat' && told.chat.visitor.customTag, shown.visitor.customTag)
      assert.deepEqual(links(shown), safe)
    })

    test('C13 a list accepts only hosts, and a refusal names the invalid entries', async () => {
      await put(['shop.test'])
      for (const [given, field, message] of [
        [['shop.test', 'https://shop.test'], '/safeUrl/1', /"https:\/\/shop\.test" is not a host/],
        [['shop.test:443'], '/safeUrl/0', /"shop\.test:443" is not a host/],
        [['*.shop.test'], '/safeUrl/0', /is not a host/],
        [['shop.test/x'], '/safeUrl/0', /is not a host/],
        [[''], '/safeUrl/0', /not empty/],
        [Array.from({ length: 101 }, (_, i) => `s${i}.test`), '/safeUrl', /at most 100/],
        ['shop.test', '/safeUrl', /a list/],
      ] as const) {
        const { status, text } = await put(given)
        const { error } = JSON.parse(text) as { error: { code: string; field: string; message: string } }
        assert.deepEqual([status, error.code, error.field], [400, 'invalid_field', field], text)
        assert.match(error.message, message)
      }
      assert.deepEqual((await testServer.agent(BOB).call('GET', '/settings')).body, {
        ...OTHERS,
        safeUrl: ['shop.test'],
      })
      assert.deepEqual((await put(['bücher.test', '2001:db8::1', '192.0.2.7'])).body, {
        ...OTHERS,
        safeUrl: ['xn--bcher-kva.test', '[2001:db8::1]', '192.0.2.7'],
      })
    })

    test('T18 agents read the settings of the account; owners and admins change them', async () => {
      assert.equal((await put(['evil.example'], BOB)).status, 403)
      assert.deepEqual((await testServer.agent(BOB).call('GET', '/settings')).body, { ...OTHERS, safeUrl: [] })
      await put(['shop.test'])
      const me = (await testServer.agent(BOB).call('GET', '/me')).body as unknown as Me
      assert.deepEqual(me.account, { id: 1, name: 'Shop', logo: null, safeUrl: ['shop.test'] })
    })

    test('T18 only agents who may change the addresses for chat logs can read them', async () => {
      const change = (mailLogTo: unknown, as = ANN) => testServer.agent(as).call('PATCH', '/settings', { mailLogTo })
      assert.deepEqual((await change(['log@shop.test'])).body['mailLogTo'], ['log@shop.test'])
      assert.equal((await change(['evil@shop.test'], BOB)).status, 403)
      assert.deepEqual((await testServer.agent(BOB).call('GET', '/settings')).body['mailLogTo'], [])
      assert.deepEqual((await testServer.agent(ANN).call('GET', '/settings')).body['mailLogTo'], ['log@shop.test'])
      for (const bad of [
        ['no address'],
        ['a@b, c@d'],
        ['a@b', 'a@b'],
        Array(21).fill('a@b'),
        'a@b',
        [`${'a'.repeat(400)}@b`],
      ])
        assert.equal((await change(bad)).status, 400, JSON.stringify(bad))
      // The operator configures whether mail is sent; the API cannot change it.
      assert.equal((await testServer.agent(ANN).call('PATCH', '/settings', { mail: true })).status, 400)
      await change([])
    })

    test('limits that an operator set stay when the list changes', async () => {
      const before = testServer.services.directory.account(1)?.settings.limits
      await put(['shop.test'])
      assert.deepEqual(testServer.services.directory.account(1)?.settings.limits, before)
    })
  })
