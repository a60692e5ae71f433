import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
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
    const { ServiceWorkerRegistration: registration, AudioContext: audio } = globalThis as unknown as Globals
    // What the page itself shows and plays.
    Object.assign(globalThis, { shownHere: [], tones: 0 })
    registration.prototype.showNotification = async (title, options) =>
      void (globalThis as unknown as Globals).shownHere.push({ title, ...options })
    const { createOscillator } = audio.prototype
    audio.prototype.createOscillator = function () {
      ;(globalThis as unknown as Globals).tones++
      return createOscillator.call(this)
    }
    Object.assign(manager.prototype, {
      getSubscription: async () => null,
      subscribe: async () => ({ toJSON: () => subscription }),
    })
  }, subscribed.subscription)
})

/** What the tests change in a page. */
type Globals = {
  ServiceWorkerRegistration: {
    prototype: { showNotification: (title: string, options: { tag: string; data: unknown }) => Promise<void> }
  }
  AudioContext: { prototype: { createOscillator: (this: unknown) => unknown } }
  shownHere: { title: string; tag: string; data: unknown }[]
  tones: number
}
const shownHere = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).shownHere)
type Log = { what: string; means: string; shownAt: number | null; openedAt: number | null }[]
const log = async () => (await ann.call('GET', '/me/alerts/log')).body['alerts'] as unknown as Log

type Settings = { sound: boolean; mail: boolean; tone: string; quiet: { timeZone: string; days: object } | null }
const settings = async () => (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as Settings

test('N4 means, sound and quiet hours are chosen on the screen', async () => {
  const { page } = window
  await window.go('/me/alerts', 'text=How you are alerted')
  await page.getByText('also when Deskbell is closed').last().waitFor()
  await looksRight(page, 'alerts')
  await page.getByRole('switch', { name: 'Mail' }).click()
  // While the switch is being saved.
  await page.getByText('Knock').click()
  await soon(async () => (await settings()).tone === 'knock')
  assert.equal((await settings()).mail, false)
  await page.getByRole('switch', { name: 'Keep quiet hours' }).click()
  await page.getByLabel('From').fill('19:30')
  await page.getByRole('checkbox', { name: 'Sunday' }).uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await soon(async () => (await settings()).quiet !== null)
  const { days } = (await settings()).quiet ?? { days: {} }
  assert.equal(Object.keys(days).length, 6)
  assert.deepEqual((days as { mon: unknown }).mon, [['19:30', '08:00']])
  await looksRight(page, 'alerts quiet')
  assert.deepEqual(window.faults, [])
  // A refusal is said beside what was edited, which stays.
  await page.route(/\/api\/me\/alerts$/, (route) =>
    route.fulfill({ status: 403, json: { error: { code: 'not_now', message: 'Not these hours.' } } }),
  )
  await page.getByLabel('From').fill('21:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.locator('form').getByText('Not these hours.').waitFor()
  assert.equal(await page.getByLabel('From').inputValue(), '21:00')
  await page.unroute(/\/api\/me\/alerts$/)
  assert.match(window.faults.splice(0).join(), /^(?:.*403[^,]*,?)+$/)
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

test('N2 a hidden window plays the sound and shows a notification, which leads to the chat and counts as opened', async () => {
  const { page, context } = window
  await window.go('/me/alerts', 'text=this device')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  // Browsers allow sounds after a click.
  await page.getByRole('heading', { name: 'How you are alerted' }).click()
  // The test alert before may have sounded less than a second and a half ago: this one would come with it.
  await page.evaluate(() => localStorage.removeItem('deskbell:played'))
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`)
  await testServer.visitor('hidden', { name: 'Hedda' }).writes('hello')
  const ofHedda = async () => (await shownHere(page)).find(({ title }) => title.includes('Hedda'))
  await soon(async () => (await ofHedda()) !== undefined, 15_000)
  await soon(() => page.evaluate(() => (globalThis as unknown as Globals).tones > 0), 15_000)
  const shown = await ofHedda()
  const chat = (await ann.chats('?view=waiting')).find(({ visitor }) => visitor.id === 'hidden')?.id
  assert.equal(shown?.tag, `chat-${chat}`)
  await soon(async () => (await log()).some(({ what, shownAt }) => what === 'waiting' && shownAt !== null))
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await clickNotification(worker, shown?.data)
  await page.waitForURL(`**/inbox/waiting/${chat}`)
  await soon(async () => (await log()).some(({ what, openedAt }) => what === 'waiting' && openedAt !== null))
})

test('N2 two windows of one browser play the sound once', async () => {
  const { context } = window
  const second = await context.newPage()
  const pages = [window.page, second]
  for (const page of pages) {
    await page.goto('/me/alerts')
    await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
    await page.getByRole('heading', { name: 'How you are alerted' }).click()
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`)
  }
  // The alert before may have sounded less than a second and a half ago: this one would come with it.
  await second.evaluate(() => localStorage.removeItem('deskbell:played'))
  // The settings name the tone; each of its notes is an oscillator.
  assert.equal((await settings()).tone, 'knock')
  await testServer.visitor('two', { name: 'Tove' }).writes('hello')
  for (const page of pages)
    await soon(async () => (await shownHere(page)).some(({ title }) => title.includes('Tove')), 15_000)
  const tones = await Promise.all(pages.map((page) => page.evaluate(() => (globalThis as unknown as Globals).tones)))
  assert.deepEqual(
    tones.toSorted((a, b) => a - b),
    [0, 2],
  )
  await second.close()
})

test('N7 without web push, the open application shows the test, and a click on it counts as opened', async () => {
  const { page, context } = window
  const change = async (push: boolean) => ann.call('PUT', '/me/alerts', { ...(await settings()), push })
  assert.equal((await change(false)).status, 200)
  await window.go('/me/alerts', 'text=this device')
  await soon(async () => {
    const { body } = await ann.call('GET', '/me/alerts')
    return (body['devices'] as unknown as { push: boolean }[]).every(({ push }) => !push)
  })
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: /^Test / }).click()
  const ofTest = async () => (await shownHere(page)).find(({ tag }) => tag === 'test')
  await soon(async () => (await ofTest()) !== undefined, 15_000)
  const shown = await ofTest()
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await clickNotification(worker, shown?.data)
  await soon(async () => {
    const [line] = await log()
    return line?.means === 'open' && line.shownAt !== null && line.openedAt !== null
  })
  assert.equal((await change(true)).status, 200)
})

test('N6 a subscription that the browser replaces while the application is closed is reported by the service worker', async () => {
  const { page, context } = window
  await window.go('/me/alerts', 'text=this device')
  await soon(() => page.evaluate<boolean>(`caches.has('deskbell-device')`), 15_000)
  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  const device = async () => {
    const { body } = await ann.call('GET', '/me/alerts')
    const [first] = body['devices'] as unknown as { id: number; seenAt: number }[]
    assert.ok(first)
    return first
  }
  const before = await device()
  const renewed = pushServer.subscribes()
  await page.goto('about:blank')
  await worker.evaluate((subscription) => {
    const { ExtendableEvent: Change } = globalThis as unknown as { ExtendableEvent: new (type: string) => Event }
    const newSubscription = { toJSON: () => subscription }
    const changed = Object.assign(new Change('pushsubscriptionchange'), { oldSubscription: null, newSubscription })
    ;(globalThis as unknown as Scope).dispatchEvent(changed)
  }, renewed.subscription)
  await soon(async () => (await device()).seenAt > before.seenAt, 15_000)
  assert.equal((await ann.call('POST', `/me/alerts/devices/${before.id}/test`)).status, 201)
  await soon(() => renewed.arrived.some(({ what }) => what === 'test'), 15_000)
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

/** Clicks the notification that was shown last, or one with this data. */
const clickNotification = (worker: Worker, given?: unknown): Promise<void> =>
  worker.evaluate((of) => {
    const scope = globalThis as unknown as Scope
    const { ExtendableEvent: Click } = globalThis as unknown as { ExtendableEvent: new (type: string) => Event }
    const notification = { data: of ?? scope.shown.at(-1)?.data, close() {} }
    scope.dispatchEvent(Object.assign(new Click('notificationclick'), { notification }))
  }, given)
