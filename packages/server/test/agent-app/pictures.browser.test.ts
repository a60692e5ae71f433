import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { after, before, test } from 'node:test'
import sharp from 'sharp'
import { openBrowser } from '../browser.ts'
import { WIDGET } from '../channels/widget/page.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { beyond } from './looks.ts'
import { openShop } from './shop.ts'
import { openWindow, type Window } from './window.ts'

/** Set: the pictures of the documentation are made anew. */
const KEPT = process.env['SCREENSHOTS_KEPT']
const PICTURES = fileURLToPath(new URL('../../../../docs/pictures/', import.meta.url))

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { name: 'Lumen app', serverUrl: `${integrator.url}/chat` },
  channels: [{ ...WIDGET, name: 'Lumen website' }],
  departments: [
    { name: 'Workshop', agents: [BOB] },
    { name: 'Sales', agents: [ANN, BOB] },
  ],
  bots: [
    {
      name: 'Helper',
      providerId: 'helper',
      providerUrl: `${integrator.url}/bot`,
      token: 'provider-token-1',
      channels: [],
    },
  ],
  webhooks: [{ name: 'CRM', url: `${integrator.url}/crm`, events: ['chat_finished'] }],
})
const browser = await openBrowser()
let shop: Awaited<ReturnType<typeof openShop>>
let window: Window
before(async () => {
  shop = await openShop(testServer, integrator)
  window = await openWindow(browser, testServer)
})
after(async () => {
  await browser.close()
  await shop.close()
  await testServer.close()
  await integrator.close()
})

const LOOKS = [
  ['', { width: 1440, height: 900 }, 'light'],
  ['-dark', { width: 1440, height: 900 }, 'dark'],
  ['-phone', { width: 390, height: 844 }, 'light'],
  ['-phone-dark', { width: 390, height: 844 }, 'dark'],
] as const

type Shown = { name: string; path: () => string; wait: string; act?: (window: Window) => Promise<unknown> }
const SHOWN: Shown[] = [
  { name: 'list', path: () => '/inbox/waiting', wait: '[role=option]' },
  { name: 'chat', path: () => `/inbox/mine/${shop.mine}`, wait: 'textarea' },
  { name: 'chat-held', path: () => `/inbox/all/${shop.held}`, wait: '[role=log]' },
  { name: 'chat-waiting', path: () => `/inbox/waiting/${shop.waiting}`, wait: '[role=log]' },
  { name: 'chat-details', path: () => `/inbox/mine/${shop.mine}/details`, wait: 'aside h2, aside h3' },
  { name: 'on-site', path: () => '/visitors', wait: 'main li' },
  { name: 'offline-messages', path: () => '/offline', wait: 'main h1' },
  { name: 'archive', path: () => '/archive', wait: 'main li' },
  { name: 'contacts', path: () => '/contacts', wait: 'main li' },
  { name: 'alerts', path: () => '/me/alerts', wait: 'text=How you are alerted' },
  { name: 'getting-started', path: () => '/settings/start', wait: 'main li' },
  { name: 'canned-answers', path: () => '/settings/canned', wait: 'main h1' },
  { name: 'macros', path: () => '/settings/macros', wait: 'main h1' },
  { name: 'tags', path: () => '/settings/tags', wait: 'main h1' },
  { name: 'profile', path: () => '/me', wait: 'text=API tokens' },
  { name: 'general', path: () => '/settings', wait: 'text=Safe links' },
  { name: 'team', path: () => '/team', wait: 'text=Workshop' },
  { name: 'channels', path: () => '/channels', wait: 'main li' },
  { name: 'channel', path: () => '/channels/1', wait: 'text=Channel address' },
  { name: 'widget-look', path: () => '/channels/2/look', wait: 'text=Preview' },
  { name: 'widget-rules', path: () => '/channels/2/rules', wait: 'main h2' },
  { name: 'bots', path: () => '/bots', wait: 'main li' },
  { name: 'bot', path: () => '/bots/1', wait: 'main h2' },
  { name: 'webhooks', path: () => '/settings/webhooks', wait: 'main li' },
  { name: 'webhook', path: () => '/settings/webhooks/1', wait: 'main h2' },
  { name: 'deliveries', path: () => '/settings/deliveries', wait: 'main li' },
]

for (const { name, path, wait, act } of SHOWN) {
  test(`${name}: the screen fits on a desktop and a phone, and its pictures are kept when asked`, async () => {
    const { page } = window
    await page.setViewportSize(LOOKS[0][1])
    await window.go(path(), wait)
    await act?.(window)
    for (const [look, size, colorScheme] of LOOKS) {
      await page.setViewportSize(size)
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      assert.equal(await beyond(page), 0, look)
      if (!KEPT) continue
      await page.waitForLoadState('networkidle')
      const png = await page.screenshot()
      // Few colours: a palette makes the file a quarter of its size.
      writeFileSync(`${PICTURES}app-${name}${look}.png`, await sharp(png).png({ palette: true, effort: 8 }).toBuffer())
    }
  })
}
