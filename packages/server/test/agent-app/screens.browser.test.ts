import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { fillServer } from './filled.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})
const chats = await fillServer(testServer, integrator)
const window = await openWindow(browser, testServer)
const { page } = window

/** The address, the text to wait for, and the button to press first. */
interface Screen {
  name: string
  path: string
  wait: string
  act?: (window: Window) => Promise<void>
}

const click =
  (role: 'button' | 'menuitem', name: string | RegExp, wait: string) =>
  async ({ page }: Window): Promise<void> => {
    await page.getByRole(role, { name }).first().click()
    await page.locator(wait).first().waitFor()
  }

const SHOWN: Screen[] = [
  { name: 'waiting', path: '/inbox/waiting', wait: '[role=option]' },
  { name: 'all', path: '/inbox/all', wait: '[role=option]' },
  { name: 'closed', path: '/inbox/closed', wait: '[role=option]' },
  { name: 'conversation', path: `/inbox/mine/${chats.mine}`, wait: 'textarea' },
  { name: 'waiting conversation', path: `/inbox/waiting/${chats.waiting}`, wait: 'text=Replying assigns' },
  { name: 'held conversation', path: `/inbox/all/${chats.held}`, wait: 'text=Bob is handling this chat' },
  { name: 'closed conversation', path: `/inbox/closed/${chats.closed}`, wait: 'text=a new chat begins' },
  { name: 'details', path: `/inbox/mine/${chats.mine}/details`, wait: 'text=Given by the visitor, not verified' },
  { name: 'menu', path: '/inbox/all', wait: '[role=option]', act: click('button', 'Your menu', '[role=menu]') },
  { name: 'no such chat', path: '/inbox/all/999999', wait: '[role=alert]' },
  { name: 'nowhere', path: '/inbox/nowhere', wait: 'p:text("There is no page at this address")' },
  { name: 'channels', path: '/channels', wait: 'text=/^online ·/' },
  {
    name: 'new channel',
    path: '/channels',
    wait: 'text=/^online ·/',
    act: click('button', 'New channel', '[role=dialog]'),
  },
  {
    name: 'channel',
    path: '/channels/1',
    wait: 'text=Channel address',
    act: click('button', 'Check', 'text=Works'),
  },
  {
    name: 'deliveries',
    path: '/channels/1/deliveries',
    wait: 'li button',
    act: click('button', /agent_message/, 'text=Attempt 1'),
  },
  { name: 'notes', path: '/channels/1/notes', wait: 'main li code' },
  { name: 'team', path: '/team', wait: 'text=Bob' },
  { name: 'new agent', path: '/team', wait: 'text=Bob', act: click('button', 'Add agent', '[role=dialog]') },
  { name: 'me', path: '/me', wait: 'text=API tokens' },
]

for (const { name, path, wait, act } of SHOWN) {
  test(`${name}: axe finds nothing, light and dark, wide and narrow, and nothing is wider than the screen`, async () => {
    await window.go(path, wait)
    await act?.(window)
    await page.waitForLoadState('networkidle')
    for (const [screen, size] of Object.entries(SCREENS)) {
      await page.setViewportSize(size)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await screenshot(page, `agent-app ${name} ${screen} ${colorScheme}`)
        // Only colours differ between the schemes.
        const rules = colorScheme === 'dark' ? ['color-contrast'] : undefined
        assert.deepEqual(await axeViolations(page, rules), [], `${screen} ${colorScheme}`)
      }
      const width = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
      assert.equal(width, 0, screen)
    }
    await page.setViewportSize(SCREENS.desktop)
    // These screens show missing objects, so their requests get 404.
    assert.deepEqual(
      window.faults.splice(0).filter((fault) => !/404 \(Not Found\)/.test(fault)),
      [],
    )
  })
}

test('the sign-in shows its error, and leads to the requested page', async () => {
  const window = await openWindow(browser, testServer)
  const { page, context } = window
  await context.clearCookies()
  await window.go(`/inbox/mine/${chats.mine}`, 'input[type=password]')
  assert.deepEqual(await axeViolations(page), [])
  await page.getByLabel('E-mail').fill(ANN)
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.keyboard.press('Enter')
  await page.getByText('Wrong e-mail or password').waitFor()
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.keyboard.press('Enter')
  await page.locator('textarea').waitFor()
  await page.getByRole('button', { name: 'Your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.locator('input[type=password]').waitFor()
  await window.close()
})

test('an agent reads a channel without its secrets, and cannot change it', async () => {
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  await window.go('/channels/1', 'text=Only owners and admins can change')
  await page.getByText('Behaviour').waitFor()
  assert.equal(await page.getByText('Channel address').count(), 0)
  assert.equal(await page.getByText('Signing secret').count(), 0)
  assert.equal(await page.getByText('Delete channel').count(), 0)
  assert.equal(await page.getByText('no server URL').count(), 0)
  for (const choice of await page.locator('main').getByRole('switch').all()) assert.ok(await choice.isDisabled())
  await window.go('/team', 'text=Ann')
  // The previous page contains the name as well.
  await page.getByRole('heading', { level: 1 }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Add agent' }).count(), 0)
  assert.deepEqual(await axeViolations(page), [])
  await window.close()
})

test('with texts twice as large everything stays on the screen', async () => {
  // A window of 1440 pixels at 200 %: widths in rem are those of a phone.
  await page.setViewportSize({ width: 720, height: 900 })
  for (const [path, wait] of [
    ['/inbox/waiting', '[role=option]'],
    [`/inbox/mine/${chats.mine}`, 'textarea'],
    ['/channels/1', 'text=Channel address'],
    ['/team', 'text=Bob'],
    ['/me', 'text=API tokens'],
  ] as const) {
    await window.go(path, wait)
    await page.locator('html').evaluate((root) => (root.style.fontSize = '200%'))
    const width = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    await screenshot(page, `agent-app 200 percent${path.replaceAll('/', ' ')}`)
    assert.equal(width, 0, path)
  }
})
