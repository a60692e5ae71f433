import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Worker } from 'playwright-core'
import { startPushServer } from '../alerts/push-server.ts'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const testServer = await startTestServer()
const pushServer = await startPushServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await pushServer.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
const subscribed = pushServer.subscribes()
let window: Window
before(async () => {
  window = await openWindow(browser, testServer, undefined, { withWorker: true })
  const { context } = window
  // Browsers subscribe at their makers' servers. This one subscribes at ours, and its agent has permitted notifications.
  await context.addInitScript((subscription) => {
    Object.defineProperty(globalThis, 'Notification', { value: { permission: 'granted' } })
    const { PushManager: manager } = globalThis as unknown as { PushManager: { prototype: object } }
    Object.assign(manager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => ({ toJSON: () => subscription }),
    })
  }, subscribed.subscription)
})

type Settings = { sound: boolean; tone: string; quiet: { timeZone: string; days: object } | null }
const settings = async () => (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as Settings

test('N4 means, sound and quiet hours are chosen on the screen', async () => {
  const { page } = window
  await window.go('/me/alerts', 'text=How you are alerted')
  await page.getByText('also when Deskbell is closed').last().waitFor()
  await looksRight(page, 'alerts')
  await page.getByRole('switch', { name: 'Mail' }).click()
  await page.getByText('Knock').click()
  await soon(async () => (await settings()).tone === 'knock')
  await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
  await page.getByLabel('From').fill('19:30')
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await soon(async () => (await settings()).quiet !== null)
  const { days } = (await settings()).quiet ?? { days: {} }
  assert.equal(Object.keys(days).length, 6)
  assert.deepEqual((days as { mon: unknown }).mon, [['19:30', '08:00']])
  await looksRight(page, 'alerts quiet')
  await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await soon(async () => (await settings()).quiet === null)
  assert.deepEqual(window.faults, [])
})

test('N7 a test shows each step: sent, accepted, shown by the service worker, opened by a click', async () => {
  const { page, context } = window
  await window.go('/me/alerts', 'text=this device')
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await keepShown(worker)
  await page.getByRole('button', { name: /^Test / }).click()
  await soon(() => subscribed.arrived.some(({ what }) => what === 'test'), 15_000)
  const payload = subscribed.arrived.findLast(({ what }) => what === 'test')
  await receive(worker, JSON.stringify(payload))
  const steps = page.getByRole('status').filter({ hasText: 'Accepted by the push service' })
  await steps.getByText('Shown').waitFor()
  assert.deepEqual(await worker.evaluate(() => (globalThis as unknown as Scope).shown.map(({ title }) => title)), [
    'Alerts reach this device',
  ])
  await clickNotification(worker)
  await soon(async () => {
    const { body } = await ann.call('GET', '/me/alerts/log')
    const [line] = body['alerts'] as unknown as { openedAt: number | null; shownAt: number | null }[]
    return line?.openedAt != null && line.shownAt !== null
  })
  await page.getByText('Opened').first().waitFor()
  await looksRight(page, 'alerts tested')
  assert.deepEqual(window.faults, [])
})

test('N1 a waiting chat that is not on the screen counts on the tab and is in the log', async () => {
  const { page } = window
  await window.go('/me/alerts', 'text=Last alerts')
  await testServer.visitor('waits', { name: 'Vera' }).writes('hello')
  await page.getByText('A visitor is waiting').first().waitFor()
  await soon(async () => (await page.title()).startsWith('(1)'))
  await page.getByText('In the open application').first().waitFor()
})

test('N1 the open application confirms an alert as shown', async () => {
  await soon(async () => {
    const { body } = await ann.call('GET', '/me/alerts/log')
    const lines = body['alerts'] as unknown as { what: string; shownAt: number | null }[]
    return lines.some(({ what, shownAt }) => what === 'waiting' && shownAt !== null)
  })
})

/** What the tests use of a service worker's scope. `shown`: the notifications, which this browser cannot show. */
type Scope = {
  registration: { showNotification: (title: string, options: { data: unknown }) => Promise<void> }
  shown: { title: string; data: unknown }[]
  dispatchEvent(event: Event): void
}

const keepShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.registration.showNotification = async (title, { data }) => void scope.shown.push({ title, data })
  })

/** Hands a push to the service worker, as the browser does when one arrives. */
const receive = (worker: Worker, text: string): Promise<void> =>
  worker.evaluate((data) => {
    const { PushEvent: Push } = globalThis as unknown as { PushEvent: new (type: string, init: object) => Event }
    ;(globalThis as unknown as Scope).dispatchEvent(new Push('push', { data }))
  }, text)

/** Clicks the notification that is shown. */
const clickNotification = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    const { ExtendableEvent: Click } = globalThis as unknown as { ExtendableEvent: new (type: string) => Event }
    const notification = { data: scope.shown.at(-1)?.data, close() {} }
    scope.dispatchEvent(Object.assign(new Click('notificationclick'), { notification }))
  })
