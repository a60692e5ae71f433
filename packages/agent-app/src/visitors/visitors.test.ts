import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { inOrder } from './order.ts'
import { campaignOf, hostOf, nameOf, widgetNames } from './visitor-names.ts'

const SITE: OnSite['site'] = { url: 'https://shop.test/', title: 'Shop', address: '192.0.2.1', userAgent: '' }
const visitor = (visit: string, since: number): OnSite => ({
  visit,
  since,
  channel: 1,
  number: null,
  name: null,
  email: null,
  phone: null,
  chat: null,
  visits: 1,
  site: SITE,
})

test('visitors are sorted newest first, in one order however the server lists them', () => {
  const all = [visitor('a', 1), visitor('b', 3), visitor('c', 2), visitor('d', 3)]
  assert.deepEqual(
    inOrder(all).map(({ visit }) => visit),
    ['b', 'd', 'c', 'a'],
  )
  assert.deepEqual(inOrder(all.toReversed()), inOrder(all))
})

test('a visitor is shown by name, else e-mail, phone or number, or as new', () => {
  const unknown = { name: null, email: null, phone: null, number: null }
  const known = { name: 'Ada', email: 'ada@shop.test', phone: '+49 30 1', number: '7' }
  assert.equal(nameOf(known), 'Ada')
  assert.equal(nameOf({ ...known, name: null }), 'ada@shop.test')
  assert.equal(nameOf({ ...known, name: null, email: null }), '+49 30 1')
  assert.equal(nameOf({ ...unknown, number: '7' }), 'Visitor 7')
  assert.equal(nameOf(unknown), null)
})

test('a referrer must be a web site, and a campaign is named by its available parameters', () => {
  assert.equal(hostOf('https://search.test/find?q=1'), 'search.test')
  for (const referrer of [undefined, '', 'javascript:alert(1)', 'nonsense']) assert.equal(hostOf(referrer), null)
  assert.equal(campaignOf({ ...SITE, utm: { source: 'mail', campaign: 'spring' } }), 'spring · mail')
  assert.equal(campaignOf(SITE), null)
})

test('a page names its widget when there is more than one', () => {
  const app = { id: 1, kind: 'api', name: 'App' } as const
  const shop = { id: 2, kind: 'widget', name: 'Shop' } as const
  const help = { id: 3, kind: 'widget', name: 'Help' } as const
  const alone = widgetNames([app, shop])
  const both = widgetNames([app, shop, help])
  assert.deepEqual([alone({ channel: 2 }), both({ channel: 2 }), both({ channel: 3 })], [null, 'Shop', 'Help'])
  // A widget that was just removed.
  assert.equal(both({ channel: 4 }), null)
})
