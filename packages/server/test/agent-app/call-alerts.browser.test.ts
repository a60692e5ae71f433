import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page, Worker } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { insertRecordedCall } from '../calls/recorded.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const server = await startTestServer({ channels: [WIDGET] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
})
const ann = server.agent(ANN)
let window: Window
before(async () => {
  await ann.call('PATCH', '/call-settings', { fromPage: true, ring: 60, perVisitor: 0, perAddress: 0 })
  // This browser gets no web push: the tests hand it to the service worker.
  await set({ push: false })
  window = await openWindow(browser, server, undefined, { withWorker: true })
  await window.context.addInitScript(() => {
    Object.defineProperty(globalThis, 'Notification', { value: { permission: 'granted' } })
    const { ServiceWorkerRegistration: registration, AudioContext: audio } = globalThis as unknown as Globals
    // What the page shows, puts away and plays.
    Object.assign(globalThis, { shownHere: [], tones: 0 })
    const globals = globalThis as unknown as Globals
    registration.prototype.showNotification = async (title, options) =>
      void globals.shownHere.push({ title, tag: options.tag })
    registration.prototype.getNotifications = async ({ tag }) =>
      globals.shownHere
        .filter((one) => one.tag === tag)
        .map((one) => ({ close: () => void globals.shownHere.splice(globals.shownHere.indexOf(one), 1) }))
    const { createOscillator } = audio.prototype
    audio.prototype.createOscillator = function () {
      globals.tones++
      return createOscillator.call(this)
    }
  })
})

type Shown = { title: string; tag: string }
/** What the tests change in a page. */
type Globals = {
  ServiceWorkerRegistration: {
    prototype: {
      showNotification: (title: string, options: { tag: string }) => Promise<void>
      getNotifications: (filter: { tag: string }) => Promise<{ close(): void }[]>
    }
  }
  AudioContext: { prototype: { createOscillator: (this: unknown) => unknown } }
  shownHere: Shown[]
  tones: number
}
const shownHere = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).shownHere)
const tones = (page: Page) => page.evaluate(() => (globalThis as unknown as Globals).tones)
const accept = (page: Page) => page.getByRole('button', { name: 'Accept', exact: true })

const set = async (change: object) => {
  const settings = (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as object
  assert.equal((await ann.call('PUT', '/me/alerts', { ...settings, ...change })).status, 200)
}
async function calls(visitor: string) {
  const page = await openPage(server, { visitor })
  const answer = await page.ask({ t: 'call', id: nextId() })
  if (answer.t !== 'done' || !answer.call) throw new Error(JSON.stringify(answer))
  const { id } = answer.call
  return {
    id,
    async hangsUp() {
      await page.ask({ t: 'hang', id: nextId(), call: id })
      await page.close()
    },
  }
}
/** A window that may play sounds, and is hidden behind others. */
async function opensHidden(): Promise<Page> {
  const { page } = window
  await window.go('/me/alerts', 'text=this device')
  await page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  // The service worker shows the notifications of a page.
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await page.getByRole('heading', { name: 'How you are alerted' }).click()
  await page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden' })`)
  return page
}

test('N15 N4 a call that rings has a tone and a notification, which go with it; in quiet hours its card alone', async () => {
  let page = await opensHidden()
  const isShown = async (tag: string) => (await shownHere(page)).some((one) => one.tag === tag)
  const first = await calls('loud')
  await accept(page).waitFor()
  await soon(async () => (await tones(page)) > 0, 15_000)
  await soon(() => isShown(`call-${first.id}`), 15_000)
  await first.hangsUp()
  await accept(page).waitFor({ state: 'detached' })
  await soon(async () => !(await isShown(`call-${first.id}`)), 15_000)
  await soon(() => isShown(`missed-${first.id}`), 15_000)

  const all = [['00:00', '24:00']]
  const days = { mon: all, tue: all, wed: all, thu: all, fri: all, sat: all, sun: all }
  for (const change of [{ quiet: { timeZone: 'UTC', days } }, { quiet: null, calls: false }]) {
    await set(change)
    page = await opensHidden()
    const { hangsUp } = await calls('silent')
    await accept(page).waitFor()
    // A tone would begin, and a notification be shown, with the card; the tone comes again every two seconds.
    await page.waitForTimeout(2500)
    assert.deepEqual([await tones(page), await shownHere(page)], [0, []], JSON.stringify(change))
    await hangsUp()
    await accept(page).waitFor({ state: 'detached' })
  }
  await set({ quiet: null, calls: true })
  assert.deepEqual(window.faults, [])
})

test('N15 the service worker shows a call unless a window does, and puts it away when it does not ring any more', async () => {
  await window.go('/me/alerts', 'text=this device')
  const worker = window.context.serviceWorkers()[0] ?? (await window.context.waitForEvent('serviceworker'))
  await keepShown(worker)
  const payload = {
    ...{ token: '', what: 'call', name: 'Anna', number: '7', text: 'website', company: 'Shop' },
    ...{ path: '/contacts/1', tag: 'call-9', language: 'en' },
  }
  const shown = () => worker.evaluate(() => (globalThis as unknown as Scope).shown)
  const looks = (isLooked: boolean) =>
    worker.evaluate((is) => void ((globalThis as unknown as Scope).looked = is), isLooked)
  await looks(true)
  await receive(worker, payload)
  assert.deepEqual(await shown(), [])
  await looks(false)
  await receive(worker, payload)
  await soon(async () => (await shown()).length === 1)
  const [first] = await shown()
  assert.equal(plain(`${first?.title} ${first?.body}`), 'Anna is calling website · Shop')
  assert.deepEqual([first?.tag, first?.requireInteraction, first?.silent], ['call-9', true, false])
  await receive(worker, { ...payload, what: 'call_over', name: null, number: null, text: null })
  await soon(async () => (await shown())[0]?.title === 'The call does not ring any more')
  assert.equal((await shown())[0]?.silent, true)
  await soon(async () => (await shown()).length === 0, 15_000)
  await receive(worker, { ...payload, what: 'callback', language: 'de' })
  await soon(async () => (await shown()).length === 1)
  assert.equal(plain((await shown())[0]?.title ?? ''), 'Anna möchte angerufen werden')
  await looks(true)
  await receive(worker, { ...payload, what: 'call_over' })
  await soon(async () => (await shown()).length === 0)
  await receive(worker, { ...payload, what: 'missed_call', path: '/calls/missed', tag: 'missed-9' })
  await soon(async () => (await shown()).length === 1)
  assert.equal(plain((await shown())[0]?.title ?? ''), 'Missed call from Anna')
})

test('N16 alerts to calls are switched on the screen, and a missed call is in the log', async () => {
  const { page } = window
  const { id, hangsUp } = await calls('missed')
  await hangsUp()
  await soon(async () => (await ann.call('GET', `/calls/${id}`)).body['missed'] === true)
  await window.go('/me/alerts', 'text=this device')
  await page.getByText('A call was missed').first().waitFor()
  await page.getByRole('switch', { name: 'Missed calls' }).click()
  await page.getByRole('switch', { name: 'Calls that ring at you' }).click()
  await soon(async () => {
    const { calls: rings, missedCalls } = (await ann.call('GET', '/me/alerts')).body['settings'] as unknown as Kinds
    return !rings && !missedCalls
  })
  await looksRight(page, 'alerts to calls')
  await set({ calls: true, missedCalls: true })
  assert.deepEqual(window.faults, [])
})

test('T42 how long recordings are kept is set beside the recording, and an erased one says so', async () => {
  const { page } = window
  await server.visitor('recorded', { name: 'Rita' }).writes('hello')
  const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 'recorded')
  const call = await insertRecordedCall(server, {
    account: 1,
    chat: chat?.id ?? 0,
    agent: { id: 1, name: 'Ann' },
    seconds: 1,
  })
  await window.go('/calls', 'main li')
  const row = page.locator('main li').filter({ hasText: 'Rita' })
  await row.getByRole('button', { name: /^Play recording/ }).waitFor()
  await server.services.callCommit.change(1, call, [{ type: 'call.erase_recording' }])
  await row.getByText('The recording was erased.').waitFor()
  await looksRight(page, 'an erased recording')
  await window.go('/settings/calls', 'main h2')
  const days = page.getByRole('textbox', { name: 'Days after which a recording is erased' })
  await days.fill('4000')
  await page.getByText('Enter a whole number from 0 to 3,650.').waitFor()
  await days.fill('90')
  await page.getByRole('button', { name: 'Save' }).click()
  await soon(async () => (await ann.call('GET', '/call-settings')).body['keepRecordings'] === 90)
  await looksRight(page, 'how long recordings are kept')
  assert.deepEqual(window.faults, [])
})

type Kinds = { calls: boolean; missedCalls: boolean }
type Noticed = { title: string; body: string; tag: string; silent: boolean; requireInteraction: boolean }
/** What the tests use of a service worker's scope. `shown`: the notifications, which this browser cannot show. */
type Scope = {
  registration: {
    showNotification: (title: string, options: Omit<Noticed, 'title'>) => Promise<void>
    getNotifications: (filter: { tag: string }) => Promise<{ close(): void }[]>
  }
  clients: { matchAll: () => Promise<{ visibilityState: string }[]> }
  shown: Noticed[]
  looked: boolean
  dispatchEvent(event: Event): void
}

/** Without the marks around names. */
const plain = (text: string) => text.replaceAll(/[\u2066-\u2069]/g, '')

const keepShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as Scope
    scope.shown = []
    scope.clients.matchAll = async () => [{ visibilityState: scope.looked ? 'visible' : 'hidden' }]
    scope.registration.showNotification = async (title, { body, tag, silent, requireInteraction }) => {
      scope.shown = [...scope.shown.filter((one) => one.tag !== tag), { title, body, tag, silent, requireInteraction }]
    }
    scope.registration.getNotifications = async ({ tag }) => [
      { close: () => void (scope.shown = scope.shown.filter((one) => one.tag !== tag)) },
    ]
  })

/** Hands a push to the service worker, as the browser does when one arrives. */
const receive = (worker: Worker, payload: object): Promise<void> =>
  worker.evaluate((data) => {
    const { PushEvent: Push } = globalThis as unknown as { PushEvent: new (type: string, init: object) => Event }
    ;(globalThis as unknown as Scope).dispatchEvent(new Push('push', { data }))
  }, JSON.stringify(payload))
