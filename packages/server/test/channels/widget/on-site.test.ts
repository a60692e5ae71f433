import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { makeKeys } from '../../../src/platform/crypto.ts'
import { makeHandles } from '../../../src/channels/widget/handle.ts'
import { testKinds } from '../../db.ts'
import { startTestServer, type TestServer } from '../../test-server.ts'
import { nextId, openPage, WIDGET, WIDGET_ID, type OpenOptions } from './page.ts'
import { soon } from './soon.ts'

const SECOND_ID = 'Sec0ndSite'

for (const kind of testKinds())
  suite(`visitors on the site, ${kind}`, () => {
    let server: TestServer
    before(async () => {
      server = await startTestServer({
        kind,
        channels: [WIDGET, { ...WIDGET, name: 'Second', publicId: SECOND_ID }],
        env: { TRUST_PROXY: '127.0.0.1' },
      })
    })
    after(() => server.close())

    const list = async () =>
      ((await server.agent().call('GET', '/visitors')).body as unknown as { visitors: OnSite[] }).visitors
    const from = (address: string, more: OpenOptions = {}) =>
      openPage(server, { headers: { 'x-forwarded-for': address }, ...more })

    test('a visitor who gives a name is listed by it, in each of their tabs', async () => {
      const first = await from('192.0.2.9', { visit: 'tab-one-of-cy', visitor: 'cy' })
      const names = async () =>
        (await list()).filter(({ site }) => site.address === '192.0.2.9').map(({ name }) => name)
      assert.deepEqual(await names(), [null])
      await first.writes('hello')
      const second = await from('192.0.2.9', { visit: 'tab-two-of-cy', visitor: 'cy' })
      await second.ask({ t: 'contact', id: nextId(), contact: { name: 'Cy' } })
      await soon(async () => (await names()).join() === 'Cy,Cy')
      await second.ask({ t: 'contact', id: nextId(), contact: { email: 'cy@shop.test', phone: '+49 30 123' } })
      const ways = async () =>
        (await list()).filter(({ name }) => name === 'Cy').map(({ email, phone }) => `${email} ${phone}`)
      await soon(async () => (await ways()).join() === 'cy@shop.test +49 30 123,cy@shop.test +49 30 123')
      await Promise.all([first, second].map((page) => page.close()))
    })

    test('W23 pages with the same tab id from two addresses, or on two widgets, have two handles', async () => {
      const here = await from('192.0.2.1', { visit: 'tab-of-ada', visitor: 'ada' })
      const [ada] = await list()
      const there = await from('192.0.2.2', { visit: 'tab-of-ada', visitor: 'mallory' })
      const other = await from('192.0.2.1', { visit: 'tab-of-ada', visitor: 'ada', widget: SECOND_ID })
      const all = await list()
      assert.equal(all.length, 3)
      assert.equal(new Set(all.map(({ visit }) => visit)).size, 3)
      for (const { visit } of all) assert.match(visit, /^[A-Za-z0-9_-]{22}$/)
      assert.ok(ada && all.some(({ visit }) => visit === ada.visit))
      // The chat is opened on the chosen page, even if another page has the same tab id.
      const begun = await server.agent().call('POST', `/visitors/${ada.visit}/chat`, { text: 'may I help?' })
      assert.equal(begun.status, 200)
      await here.receives('may I help?')
      assert.deepEqual([...there.texts(), ...other.texts()], [])
      await Promise.all([here, there, other].map((page) => page.close()))
    })

    test('W23 a reconnecting page has the same handle, also in another process', async () => {
      const page = await from('192.0.2.7', { visit: 'tab-of-bea', visitor: 'bea' })
      const handle = (await list()).find(({ site }) => site.address === '192.0.2.7')?.visit
      assert.ok(handle)
      const site = server.services.directory.channelByPublicId(WIDGET_ID)
      const elsewhere = makeHandles(await makeKeys(['a key for tests alone']))
      const address = { address: '192.0.2.7', userAgent: '' }
      assert.equal(elsewhere({ account: 1, channelId: site?.id ?? 0, tab: 'tab-of-bea', from: address }), handle)
      await page.close()
      const again = await from('192.0.2.7', { visit: 'tab-of-bea', visitor: 'bea' })
      assert.equal((await list()).find(({ site }) => site.address === '192.0.2.7')?.visit, handle)
      const begun = await server.agent().call('POST', `/visitors/${handle}/chat`, { text: 'welcome back' })
      assert.equal(begun.status, 200)
      await again.receives('welcome back')
      await again.close()
    })

    test('W23 a duplicated tab is listed once, as its newest page', async () => {
      const first = await from('192.0.2.9', { visit: 'tab-of-cid', visitor: 'cid', title: 'First' })
      const second = await from('192.0.2.9', { visit: 'tab-of-cid', visitor: 'cid', title: 'Second' })
      const mine = async () => (await list()).filter(({ site }) => site.address === '192.0.2.9')
      assert.deepEqual(
        (await mine()).map(({ site }) => site.title),
        ['Second'],
      )
      await second.close()
      await soon(async () => (await mine())[0]?.site.title === 'First')
      await first.close()
      await soon(async () => (await mine()).length === 0)
    })

    test('W17 the location is that of the address from a trusted proxy, with a socket and without', async () => {
      const page = await from('8.8.8.8', { visitor: 'dan' })
      const found = async () => (await list()).find(({ site }) => site.address === '8.8.8.8')
      await soon(async () => (await found())?.site.place !== undefined, 20_000)
      const { site } = (await found()) ?? {}
      assert.equal(site?.place?.['city'], 'Mountain View')
      assert.equal(site?.place?.['organization'], 'Google LLC')
      assert.equal(site?.placeFrom, 'db-ip')
      await page.writes('hi')
      const [chat] = await server.agent().chats()
      assert.deepEqual(chat?.visitor.site?.place, site?.place)
      await page.close()

      const hello = { t: 'hello', visitor: null, visit: 'tab-of-eve', url: 'https://shop.test/', title: 'Shop' }
      await server.ask(`/widget/${WIDGET_ID}/frames`, {
        method: 'POST',
        headers: { 'x-forwarded-for': '::ffff:8.8.4.4' },
        body: JSON.stringify({ session: 'a-page-without-a-socket', after: 0, wait: 0, frames: [hello] }),
      })
      await soon(async () => (await list()).some((one) => one.site.place?.['country_code'] === 'US'))
    })
  })
