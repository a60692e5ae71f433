import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Routing } from '@deskbell/protocol/agent/routing'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${integrator.url}/chat` },
  departments: [{ name: 'Sales', agents: [BOB] }],
})
const browser = await openBrowser()
let window: Window
before(async () => {
  await testServer.agent(ANN).call('POST', '/tags', { name: 'VIP' })
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
  await integrator.close()
})

test('an owner sets the policy, an exception, a limit and a priority, with the keyboard', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=Who gets a waiting chat')
  await looksRight(page, 'routing as it is at first')
  await page.getByRole('radio', { name: 'Everybody' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('switch', { name: 'The same agent again' }).press('Space')
  await page.getByLabel('Time to accept').selectOption({ label: '30 seconds' })

  await page.getByRole('button', { name: 'Add exception' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Channel or department').selectOption({ label: 'Sales' })
  await dialog.getByText('Agents in turn').click()
  await dialog.getByLabel('Time to accept').selectOption({ label: 'Agents get chats without being asked' })
  await looksRight(page, 'routing exception')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Agents in turn · The same agent again · Agents get chats without being asked').waitFor()

  await page.getByLabel('At most', { exact: true }).selectOption('3')
  await page.getByRole('button', { name: 'Add limit of an agent' }).press('Enter')
  await dialog.getByLabel('Agent', { exact: true }).selectOption({ label: 'Bob' })
  await dialog.getByLabel('At most').selectOption('8')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('At most 8').waitFor()

  await page.getByRole('button', { name: 'Add priority' }).press('Enter')
  await dialog.getByLabel('Tag').selectOption({ label: 'VIP' })
  await dialog.getByLabel('Priority', { exact: true }).selectOption('5')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Priority 5').waitFor()
  await page.getByRole('button', { name: 'Add priority' }).press('Enter')
  await dialog.getByLabel('Chats').selectOption({ label: 'that wait long' })
  await dialog.getByLabel('Minutes').fill('2000')
  await dialog.getByText('Enter 1 to 1440 minutes.').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
  await dialog.getByLabel('Minutes').fill('10')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  // The screen shows a change before it is stored; the dialog closes when it is, and those before it are, too.
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Waiting for 10 minutes').waitFor()
  await looksRight(page, 'routing')
  await page.setViewportSize(SCREENS.phone)
  await looksRight(page, 'routing on the phone')
  await page.setViewportSize(SCREENS.desktop)

  const { revision: _, ...body } = (await testServer.agent(ANN).call('GET', '/routing')).body as unknown as Routing
  assert.deepEqual(body, {
    policy: { distribution: 'least-busy', lastAgentFirst: true, acceptWithin: 30 },
    channels: [],
    departments: [{ department: 1, policy: { distribution: 'round-robin', lastAgentFirst: true, acceptWithin: null } }],
    capacity: { total: 3, kinds: {} },
    agents: [{ agent: 2, capacity: { total: 8, kinds: {} } }],
    priorities: [
      { when: { tag: 1 }, priority: 5 },
      { when: { waited: 10 }, priority: 1 },
    ],
  })
  await page.getByRole('button', { name: /Actions for .*Bob/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('At most 8').waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('quick changes are stored one after the other: a slow answer undoes no newer change, a refusal only its own', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=Who gets a waiting chat')
  const within = page.getByLabel('Time to accept')
  const most = page.getByLabel('At most', { exact: true })
  const first = Promise.withResolvers<void>()
  const sent: object[] = []
  await page.route('**/api/routing', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback()
    sent.push(route.request().postDataJSON())
    if (sent.length === 1) await first.promise
    if (sent.length === 3) return route.fulfill({ status: 503, json: { error: { code: 'unavailable', message: '' } } })
    return route.fallback()
  })
  await most.selectOption('7')
  await within.selectOption({ label: '2 minutes' })
  await page.getByRole('switch', { name: 'The same agent again' }).click()
  await within.selectOption({ label: '5 minutes' })
  const shown = async () => [await most.inputValue(), await within.inputValue()]
  assert.deepEqual(await shown(), ['7', '300'])
  assert.equal(sent.length, 1, 'the others wait for the answer')
  first.resolve()
  // The third is refused, and the one after it is made from what the server has.
  await soon(() => sent.length === 4, 30_000)
  await page.getByText(/Try again/).waitFor()
  const isStored = async () => {
    const { body } = await testServer.agent(ANN).call('GET', '/routing')
    const { capacity, policy } = body as unknown as Routing
    return [capacity.total, policy.acceptWithin, policy.lastAgentFirst].join()
  }
  await soon(async () => (await isStored()) === '7,300,true', 30_000)
  const again = page.getByRole('switch', { name: 'The same agent again' })
  assert.deepEqual([...(await shown()), await again.isChecked()], ['7', '300', true])
  assert.ok(
    window.faults.splice(0).every((fault) => fault.includes('503')),
    'only the refusal',
  )
  await page.unroute('**/api/routing')
  await most.selectOption('3')
  await within.selectOption({ label: '30 seconds' })
  await soon(async () => (await isStored()) === '3,30,true', 30_000)
})

test('S8 an owner chooses what becomes of chats that nobody answers, and a department does not pass them to itself', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=Who gets a waiting chat')
  const target = page.getByLabel('When nobody answers')
  assert.equal(await page.getByLabel('After').count(), 0)
  await target.selectOption({ label: 'Sales' })
  await page.getByLabel('After').selectOption({ label: '5 minutes' })
  await looksRight(page, 'routing with an overflow')
  await page.getByRole('button', { name: /Actions for .*Sales/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  const dialog = page.getByRole('dialog')
  const own = dialog.getByLabel('When nobody answers')
  assert.deepEqual(
    (await own.locator('option').allTextContents()).filter((text) => text === 'Sales'),
    [],
  )
  await own.selectOption({ label: 'Ask the visitor to leave a message' })
  await dialog.getByText('On channels that have such a form.').waitFor()
  await looksRight(page, 'routing exception with an overflow')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/After 2 minutes: .*Ask the visitor to leave a message/).waitFor()
  const { policy, departments } = (await testServer.agent(ANN).call('GET', '/routing')).body as unknown as Routing
  assert.deepEqual(policy.overflow, { after: 300, to: { department: 1 } })
  assert.deepEqual(departments[0]?.policy.overflow, { after: 120, to: 'form' })
  await target.selectOption({ label: 'Chats wait' })
  await soon(async () => {
    const { body } = await testServer.agent(ANN).call('GET', '/routing')
    return (body as unknown as Routing).policy.overflow === null
  }, 30_000)
  assert.deepEqual(window.faults, [])
})

test('a chat is offered to the agent with the time left, R accepts it, and the chat says why it went to them', async () => {
  const { page } = window
  await window.go('/inbox/mine', 'text=Mine')
  await testServer.visitor('vera', { name: 'Vera' }).writes('hello')
  await page.getByRole('option', { name: /Vera/ }).click()
  const offer = page.getByRole('region', { name: 'This chat is offered to you' })
  await offer.getByText(/A chat for you, 0:\d\d left/).waitFor()
  await page.getByText('This chat is offered to you · 0 of 3 chats · least busy').waitFor()
  await looksRight(page, 'chat offered by the router')
  await page.keyboard.press('r')
  await page.locator('textarea:focus').waitFor()
  await offer.waitFor({ state: 'detached' })

  await testServer.visitor('otto', { name: 'Otto' }).writes('hi')
  await page.getByRole('option', { name: /Otto/ }).click()
  await page.getByText('This chat is offered to you · 1 of 3 chats · least busy').waitFor()
  await offer.getByRole('button', { name: 'Decline' }).click()
  await page.keyboard.type('at lunch')
  await page.keyboard.press('Enter')
  await page.getByText(/You declined the chat/).waitFor()
  await page
    .getByText('This chat is offered to you · 1 of 3 chats · asked again, because no one else accepted')
    .waitFor()
  assert.deepEqual(window.faults, [])
})

test('role agent does not see the routing settings', async () => {
  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/settings/routing', 'text=You don’t have access')
  assert.equal(await bobs.page.getByRole('link', { name: 'Routing', exact: true }).count(), 0)
  await bobs.close()
})
