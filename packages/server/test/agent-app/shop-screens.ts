import { WIDGET } from '../channels/widget/page.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { openLumen } from './pictures/lumen.ts'
import { MORNING, setClock } from './pictures/set-clock.ts'
import type { Window } from './window.ts'

/** A server with three agents on an ordinary morning (`MORNING`), with one of everything that an owner can set up. */
export async function startShop() {
  const integrator = await startIntegratorServer()
  const clock = setClock(MORNING - 27 * 24 * 60 * 60_000)
  const testServer = await startTestServer({
    clock,
    readTime: async () => clock.now(),
    env: { TRUST_PROXY: '127.0.0.1' },
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
    webhooks: [{ name: 'CRM', url: `${integrator.url}/crm`, events: ['chat_accepted', 'chat_finished'] }],
  })
  const shop = await openLumen(testServer, integrator, clock).catch(async (error: unknown) => {
    // An open server would keep the process from ending.
    await testServer.close()
    await integrator.close()
    throw error
  })
  await setRouting(testServer)
  return {
    testServer,
    ...shop,
    close: async () => {
      await shop.close()
      await testServer.close()
      await integrator.close()
    },
  }
}

/** No chat of the shop waits for the department with a policy. */
async function setRouting(testServer: TestServer): Promise<void> {
  const ann = testServer.agent(ANN)
  const { departments } = (await ann.call('GET', '/departments')).body as unknown as {
    departments: { id: number; name: string }[]
  }
  const department = departments.find(({ name }) => name === 'Workshop')?.id ?? 0
  const answer = await ann.call('PATCH', '/routing', {
    departments: [{ department, policy: { distribution: 'least-busy', lastAgentFirst: true, acceptWithin: 60 } }],
    capacity: { total: 4, kinds: {} },
    priorities: [
      { when: { page: '/checkout' }, priority: 5 },
      { when: { waited: 10 }, priority: 3 },
    ],
  })
  if (answer.status !== 200) throw new Error(answer.text)
}

export type Shop = Awaited<ReturnType<typeof startShop>>

/** A screen: its address, what stands there when it is ready, and what is done on it first. */
export interface ShopScreen {
  name: string
  path: (shop: Shop) => string
  wait: string
  act?: (window: Window) => Promise<unknown>
}

export const press =
  (name: string | RegExp, wait = '[role=dialog]') =>
  async ({ page }: Window): Promise<void> => {
    await page.getByRole('button', { name }).first().click()
    await page.locator(wait).first().waitFor()
  }
const key =
  (keys: string, wait: string) =>
  async ({ page }: Window): Promise<void> => {
    await page.keyboard.press(keys)
    await page.locator(wait).first().waitFor()
  }

/** Every screen of the agent application that the documentation has a picture of. */
export const SHOP_SCREENS: readonly ShopScreen[] = [
  { name: 'list', path: () => '/inbox/waiting', wait: '[role=option]' },
  { name: 'chat', path: ({ mine }) => `/inbox/all/${mine}`, wait: 'textarea' },
  { name: 'chat-held', path: ({ held }) => `/inbox/all/${held}`, wait: '[role=log]' },
  { name: 'chat-waiting', path: ({ waiting }) => `/inbox/waiting/${waiting}`, wait: '[role=log]' },
  { name: 'chat-bot', path: ({ withBot }) => `/inbox/all/${withBot}`, wait: '[role=log]' },
  { name: 'chat-details', path: ({ mine }) => `/inbox/mine/${mine}/details`, wait: 'aside h2, aside h3' },
  { name: 'live', path: () => '/live', wait: 'main h2' },
  { name: 'on-site', path: () => '/visitors', wait: 'main ul li' },
  { name: 'offline-messages', path: () => '/offline', wait: 'main h1' },
  { name: 'archive', path: () => '/archive', wait: 'main li' },
  { name: 'contacts', path: () => '/contacts', wait: 'main li' },
  { name: 'contact', path: () => '/contacts/1', wait: 'main h2' },
  { name: 'tasks', path: () => '/tasks', wait: 'main h2' },
  { name: 'calls', path: () => '/calls', wait: 'main li' },
  { name: 'calls-settings', path: () => '/settings/calls', wait: 'main h2' },
  { name: 'calls-trunk', path: () => '/settings/calls/trunk', wait: 'main h2' },
  { name: 'search', path: () => '/search?q=lamp', wait: 'main [role=option]' },
  {
    name: 'command-menu',
    path: () => '/inbox/waiting',
    wait: '[role=option]',
    act: key('Control+k', '[role=dialog] [role=option]'),
  },
  { name: 'shortcuts', path: () => '/inbox/waiting', wait: '[role=option]', act: key('?', '[role=dialog]') },
  { name: 'filters', path: () => '/inbox/all', wait: '[role=option]', act: press(/^Filters/, 'section select') },
  { name: 'import', path: () => '/contacts', wait: 'main li', act: press(/^Import/, '[role=dialog]') },
  { name: 'alerts', path: () => '/me/alerts', wait: 'text=How you are alerted' },
  { name: 'getting-started', path: () => '/settings/start', wait: 'main li' },
  { name: 'canned-answers', path: () => '/settings/canned', wait: 'main h1' },
  { name: 'routing', path: () => '/settings/routing', wait: 'main h2' },
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

/** Screens with a picture whose dialog `waiting.browser.test.ts` looks at. */
export const PICTURED: readonly ShopScreen[] = [
  ...SHOP_SCREENS,
  { name: 'hand-over', path: ({ mine }) => `/inbox/all/${mine}`, wait: 'textarea', act: press('Hand over') },
]
