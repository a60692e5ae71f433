import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { openCallBrowser } from '../calls/call-browser.ts'
import { insertRecordedCall } from '../calls/recorded.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, startTestServer, type TestServer } from '../test-server.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const browser = await openCallBrowser()
const SECONDS = 6
let server: TestServer
let ann: Window
let chat = 0
before(async () => {
  server = await startTestServer()
  ann = await openWindow(browser, server, ANN)
  await server.visitor('vera', { name: 'Vera' }).writes('Please call me')
  const { body } = await server.agent().call('GET', '/chats')
  chat = (body['chats'] as unknown as { id: number }[])[0]?.id ?? 0
  await server.agent().call('POST', `/chats/${chat}/accept`)
  const { body: me } = await server.agent().call('GET', '/me')
  const agent = { id: Number(me['id']), name: 'Ann' }
  for (let n = 0; n < 2; n++) await insertRecordedCall(server, { account: 1, chat, agent, seconds: SECONDS })
})
after(async () => {
  await browser.close()
  await server.close()
})

const player = () => ann.page.getByRole('region', { name: 'Recording of the call with Vera' })
const plays = () => ann.page.getByRole('button', { name: 'Play recording: Vera' })
/** What the audio elements of the window do. */
const audios = () =>
  ann.page.locator('audio').evaluateAll((all) =>
    (all as unknown as { paused: boolean; currentTime: number; playbackRate: number }[]).map((one) => ({
      paused: one.paused,
      at: one.currentTime,
      speed: one.playbackRate,
    })),
  )
const isPlaying = (n: number) =>
  soon(async () => {
    const one = (await audios())[n]
    return one?.paused === false && one.at > 0
  }, 30_000)
const valueOf = async (slider: Locator) => Number(await slider.inputValue())

test('a recording plays in the list of calls, moves, speeds up, and stops when another one begins', async () => {
  const { page } = ann
  await ann.go('/calls', 'main li')
  const asked = page.waitForRequest((request) => /\/api\/calls\/\d+\/recording$/.test(request.url()))
  await plays().first().click()
  await asked
  await isPlaying(0)
  const first = player().first()
  const slider = first.getByRole('slider', { name: 'Place in the recording' })
  await soon(async () => Math.abs(Number(await slider.getAttribute('max')) - SECONDS) < 0.5, 30_000)
  await first.getByRole('button', { name: 'Pause' }).click()
  await first.getByRole('button', { name: 'Play' }).waitFor()
  await slider.fill('3')
  assert.match((await slider.getAttribute('aria-valuetext')) ?? '', /^0:03 of 0:0[56]$/)
  await slider.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await valueOf(slider), 4)
  await first.getByRole('button', { name: 'Back 10 seconds' }).click()
  assert.equal(await valueOf(slider), 0)
  await first.getByRole('button', { name: 'Speed 1×' }).click()
  await first.getByRole('button', { name: 'Speed 1.5×' }).click()
  await first.getByRole('button', { name: 'Speed 2×' }).waitFor()
  assert.equal((await audios())[0]?.speed, 2)
  await looksRight(page, 'a recording in the list')
  assert.deepEqual(await keyboardFaults(page), [])
  await slider.fill('0')
  await first.getByRole('button', { name: 'Play' }).click()
  await isPlaying(0)
  await plays().first().click()
  await isPlaying(1)
  assert.equal((await audios())[0]?.paused, true)
  await player().nth(1).getByRole('button', { name: 'Close the recording' }).click()
  await player().nth(1).waitFor({ state: 'detached' })
})

test('a recording is downloaded under the name of its call', async () => {
  const download = ann.page.waitForEvent('download')
  await player().first().getByRole('button', { name: 'Download' }).click()
  assert.match((await download).suggestedFilename(), /^call-\d+\.mp3$/)
})

test('a recording plays in the chat, and on the page of the contact', async () => {
  const { page } = ann
  await ann.go(`/inbox/all/${chat}`, '[role=log]')
  await plays().first().click()
  await isPlaying(0)
  await looksRight(page, 'a recording in the chat')
  await ann.go('/contacts/1', 'main h2')
  await plays().first().click()
  await isPlaying(0)
  await looksRight(page, 'a recording at the contact')
})

test('an address that has expired is asked for anew, and a recording that is gone says so', async () => {
  const { page } = ann
  await ann.go('/calls', 'main li')
  let broken = 1
  await page.route(/\/files\//, (route) => (broken-- > 0 ? route.fulfill({ status: 404 }) : route.continue()))
  await plays().first().click()
  await isPlaying(0)
  await player().getByRole('button', { name: 'Close the recording' }).click()
  await page.route(/\/recording$/, (route) =>
    route.fulfill({ status: 404, json: { error: { code: 'not_found', message: 'There is no such recording.' } } }),
  )
  await plays().first().click()
  await player().getByRole('alert').getByText('The recording could not be loaded.').waitFor()
  await looksRight(page, 'a recording that is gone')
  await page.unroute(/\/recording$/)
  // One that was erased, of which this window has not heard.
  await page.route(/\/recording$/, (route) =>
    route.fulfill({ status: 410, json: { error: { code: 'recording_erased', message: 'The recording was erased.' } } }),
  )
  await player().getByRole('button', { name: 'Try again' }).click()
  await player().getByRole('alert').getByText('The recording was erased.', { exact: true }).waitFor()
  await page.unrouteAll()
  await player().getByRole('button', { name: 'Try again' }).click()
  await isPlaying(0)
  ann.faults.splice(0)
})
