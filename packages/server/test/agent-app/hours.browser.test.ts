import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { HoursOfAll } from '@deskbell/protocol/agent/hours'
import { openBrowser } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({
  channel: {
    serverUrl: `${integrator.url}/chat`,
    workingHours: { timeZone: 'Asia/Tokyo', days: { mon: [['08:00', '16:00']] } },
  },
  departments: [{ name: 'Sales', agents: [BOB] }],
})
const ann = testServer.agent(ANN)
const read = async () => (await ann.call('GET', '/hours')).body as unknown as HoursOfAll
const browser = await openBrowser()
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})
after(async () => {
  await window.close()
  await browser.close()
  await testServer.close()
  await integrator.close()
})

const WORK = [
  ['08:30', '12:00'],
  ['13:00', '17:00'],
]

test('S7 an owner gives a department hours with breaks and holidays, with the keyboard', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=All agents and departments get chats at any time.')
  await page.getByRole('button', { name: 'Add working hours' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Department or agent').selectOption({ label: 'Sales' })
  await dialog.getByLabel('Time zone').selectOption('Europe/Berlin')
  await dialog.getByLabel('Monday, from').fill('08:30')
  await dialog.getByLabel('Monday, to').fill('17:00')
  await dialog.getByRole('button', { name: 'Add a break on Monday' }).press('Enter')
  assert.equal(await dialog.getByLabel('Break on Monday, from').inputValue(), '12:00')
  // A break that reaches beyond the hours is said to, with its day.
  await dialog.getByLabel('Break on Monday, to').fill('17:00')
  await dialog.getByText('Monday: Breaks lie within the hours').waitFor()
  assert.ok(await dialog.getByRole('button', { name: 'Save' }).isDisabled())
  await dialog.getByLabel('Break on Monday, to').fill('13:00')
  await dialog.getByRole('button', { name: 'Give the other open days the hours of Monday' }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove hours on Friday' }).press('Enter')
  await dialog.getByRole('button', { name: 'Add hours on Saturday' }).press('Enter')
  await dialog.getByLabel('Saturday, from').fill('22:00')
  await dialog.getByLabel('Saturday, to').fill('02:00')
  await dialog.getByText('next day').waitFor()

  await dialog.getByRole('button', { name: 'Add holiday' }).press('Enter')
  await page.locator('input[type=date]:focus').fill('2026-12-25')
  await dialog.getByText('Enter the date and the name of each holiday.').waitFor()
  await dialog.getByLabel('Name', { exact: true }).fill('Christmas Day')
  await dialog.getByRole('button', { name: 'Add holiday' }).press('Enter')
  await page.locator('input[type=date]:focus').fill('2026-12-24')
  await dialog.getByLabel('Name', { exact: true }).last().fill('Christmas Eve')
  await dialog.getByRole('button', { name: 'Add hours on Christmas Eve' }).press('Enter')
  await dialog.getByLabel('Christmas Eve, to').fill('12:00')
  await looksRight(page, 'working hours of a department')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByText('Mon–Thu 08:30–12:00, 13:00–17:00; Sat 22:00–02:00 · Berlin · 2 holidays', { exact: true })
    .waitFor()
  const expected = {
    timeZone: 'Europe/Berlin',
    days: { mon: WORK, tue: WORK, wed: WORK, thu: WORK, sat: [['22:00', '02:00']] },
    holidays: [
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-24', name: 'Christmas Eve', ranges: [['09:00', '12:00']] },
    ],
  }
  assert.deepEqual(await read(), { departments: [{ department: 1, hours: expected }], agents: [] })
  assert.deepEqual(window.faults, [])
})

test('S7 hours are copied to an agent, changed and removed, and a refusal is shown', async () => {
  const { page } = window
  await window.go('/settings/routing', 'text=2 holidays')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Add working hours' }).click()
  await dialog.getByLabel('Department or agent').waitFor()
  assert.deepEqual(await dialog.getByLabel('Department or agent').locator('option').allTextContents(), [
    '',
    'Ann',
    'Bob',
  ])
  await dialog.getByLabel('Department or agent').selectOption({ label: 'Bob' })
  await dialog.getByLabel('Copy from').selectOption({ label: 'App' })
  assert.equal(await dialog.getByLabel('Time zone').inputValue(), 'Asia/Tokyo')
  await dialog.getByLabel('Copy from').selectOption({ label: 'Sales' })
  assert.equal(await dialog.getByLabel('Time zone').inputValue(), 'Europe/Berlin')
  await page.route('**/api/agents/2/hours', (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'not_now', message: 'Not these hours.' } } }),
  )
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Not these hours.').waitFor()
  await page.unroute('**/api/agents/2/hours')
  assert.match(window.faults.splice(0).join(), /^console: .* 403 /)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal((await read()).agents[0]?.hours.holidays?.length, 2)
  await looksRight(page, 'working hours')

  await page.getByRole('button', { name: /Actions for .*Sales/ }).click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  // The holidays are in the order of their dates.
  assert.equal(await dialog.getByLabel('Date').first().inputValue(), '2026-12-24')
  await dialog.getByRole('button', { name: 'Remove the holiday Christmas Eve' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('1 holiday', { exact: false }).first().waitFor()
  await page.getByRole('button', { name: /Actions for .*Sales/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: /Actions for .*Sales/ }).waitFor({ state: 'detached' })
  assert.deepEqual((await read()).departments, [])
  assert.deepEqual(window.faults, [])
})

test('S7 the live view says who is outside their hours, and agents read their own in their profile', async () => {
  const { page } = window
  // Open in a week at the earliest, whatever the time is.
  const day = (['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const)[new Date().getUTCDay()] ?? 'sun'
  const hours = {
    timeZone: 'UTC',
    days: { [day]: [['00:00', '00:01']] },
    holidays: [{ date: '2026-12-24', name: 'Eve' }],
  }
  for (const path of ['/agents/2/hours', '/departments/1/hours'])
    assert.equal((await ann.call('PUT', path, { hours })).status, 200)
  await window.go('/live', 'main h1 >> text=Live')
  await page.getByRole('link', { name: /Bob.*outside hours until/ }).waitFor()
  await page.getByRole('link', { name: /Sales.*outside hours until/ }).waitFor()
  await looksRight(page, 'live outside hours')
  const bobs = await openWindow(browser, testServer, BOB)
  await bobs.go('/me', 'text=Owners and admins set them.')
  await bobs.page.getByText('24 Dec 2026 · Eve · closed').first().waitFor()
  assert.deepEqual(bobs.faults, [])
  await bobs.close()
  await window.go('/me', 'main h1')
  assert.equal(await page.getByText('Owners and admins set them.').count(), 0)
})

test('A4 a channel has breaks and holidays, saved when they are complete', async () => {
  const { page } = window
  await window.go('/channels/1', 'text=Working hours')
  await page.getByRole('button', { name: 'Add a break on Monday' }).click()
  await page.getByRole('button', { name: 'Add holiday' }).click()
  await page.locator('input[type=date]:focus').fill('2026-12-24')
  await page.getByText('Enter the date and the name of each holiday.').waitFor()
  await page.getByLabel('Name', { exact: true }).last().fill('Eve')
  await looksRight(page, 'working hours of a channel')
  const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
  const form = page.locator('form').filter({ has: page.locator('input[type=date]') })
  await form.getByRole('button', { name: 'Save' }).click()
  assert.equal((await answered).status(), 200)
  const { channels } = (await ann.call('GET', '/channels')).body as unknown as { channels: { workingHours: object }[] }
  assert.deepEqual(channels[0]?.workingHours, {
    timeZone: 'Asia/Tokyo',
    days: {
      mon: [
        ['08:00', '12:00'],
        ['13:00', '16:00'],
      ],
    },
    holidays: [{ date: '2026-12-24', name: 'Eve' }],
  })
  assert.deepEqual(window.faults, [])
})
