import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { realClock } from '../../src/platform/clock.ts'
import { openBrowser } from '../browser.ts'
import { handClock } from '../clock.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { toCrm } from '../webhooks/hook.ts'
import { looksRight as isRight } from './looks.ts'
import { openWindow, SCREENS, shownEntries, type Window } from './window.ts'

/** Is part of all messages and all data of the visitor. */
const WORD = 'Sentinella'
const HOUR = 3600 * 1000
const DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const crm = toCrm(await startIntegratorServer())
const front = await startIntegratorServer()
front.behaves((request, response) => {
  if (request.path.endsWith('.png')) return void response.writeHead(200, { 'content-type': 'image/png' }).end(DOT)
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
})
crm.answers({
  result: 'ok',
  custom_data: [{ title: 'Plan', content: `Gold of ${WORD}` }],
  crm_link: 'https://crm.example/cards/7',
})
const testServer = await startTestServer({
  channel: { serverUrl: `${front.url}/chat` },
  channels: [WIDGET],
  webhooks: [{ url: `${crm.url}/hook` }],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await crm.close()
  await front.close()
})
const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
let window: Window
let theirs: Window
let first = 0
let now = 0
let number = ''
before(async () => {
  const vera = testServer.visitor('vera', { name: `Vera ${WORD}`, email: `vera@${WORD}.test`, phone: '+49 30 123' })
  await vera.writes(`I was here before, says ${WORD}`)
  first = await chatOf('vera')
  await bob.accepts(first)
  await bob.writes(first, `Good day, ${WORD}`)
  await bob.closes(first)
  await vera.writes(`My address is ${WORD} 7`)
  await vera.sends({ type: 'photo', file: `${front.url}/${WORD}.png`, file_name: `${WORD}.png`, file_size: DOT.length })
  now = await chatOf('vera')
  await bob.accepts(now)
  await bob.writes(now, `So ${WORD} it is`)
  await testServer.settled()
  number = (await ann.chat(now)).visitor.number
  window = await openWindow(browser, testServer)
  theirs = await openWindow(browser, testServer, BOB)
})
const looksRight = (name: string, page: Page = window.page) => isRight(page, `erase ${name}`)
const chatOf = async (customer: string): Promise<number> => {
  const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === customer)
  assert.ok(chat, `${customer} has no open chat`)
  return chat.id
}
/** Everything that a window shows or stores in its browser. */
const held = (page: Page) =>
  page.evaluate<string>(`(async () => {
    const open = indexedDB.open('deskbell')
    await new Promise((resolve) => (open.onsuccess = resolve))
    const all = open.result.transaction('outbox').objectStore('outbox').getAll()
    await new Promise((resolve) => (all.onsuccess = resolve))
    open.result.close()
    return document.documentElement.outerHTML + JSON.stringify(localStorage) + JSON.stringify(all.result)
  })()`)
/** The policy of the page forbids polling by evaluated code inside it, so the test polls from outside. */
const isGone = (page: Page) => soon(async () => !(await page.content()).includes(WORD))

test('T42 an agent has no button to erase with, an owner finds it in the details', async () => {
  await theirs.go(`/inbox/mine/${now}`, 'aside >> text=Gold of')
  assert.equal(await theirs.page.getByRole('button', { name: /Erase/ }).count(), 0)
  await window.go(`/inbox/all/${now}`, 'aside >> text=Gold of')
  await window.page.getByRole('button', { name: 'Erase this person’s data…' }).scrollIntoViewIfNeeded()
  await looksRight('details')
  await window.page.setViewportSize(SCREENS.phone)
  await window.go(`/inbox/all/${now}/details`, 'text=Gold of')
  await window.page.getByRole('button', { name: 'Erase this person’s data…' }).scrollIntoViewIfNeeded()
  await looksRight('details alone')
  assert.deepEqual([...window.faults, ...theirs.faults], [])
})

test('T42 the dialog lists what is erased, asks for the number, stays open when the server does not answer, and returns the focus', async () => {
  const { page } = window
  await window.go(`/inbox/all/${now}`, 'aside >> text=Gold of')
  const button = page.getByRole('button', { name: 'Erase this person’s data…' })
  await button.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: `Erase the data of Vera ${WORD}?` })
  await dialog.getByText('all messages and files of their 2 chats').waitFor()
  assert.equal(await dialog.getByText('the block').count(), 0)
  await looksRight('dialog')
  await dialog.getByLabel('type the visitor’s number').focus()
  await page.keyboard.type('4711')
  await page.keyboard.press('Enter')
  await dialog.getByText(`This is not ${number}.`).waitFor()
  await looksRight('wrong number')
  await page.route('**/api/visitors/*', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(number)
  await page.keyboard.press('Enter')
  await dialog.getByText('It is safe to try again').waitFor()
  await looksRight('no answer')
  await page.unroute('**/api/visitors/*')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await button.evaluate((one) => one === one.ownerDocument.activeElement), true)
  assert.equal((await ann.chat(now)).erased, undefined)
  // The browser itself complains of the answer.
  window.faults.splice(0)
})

test('T42 for a blocked visitor the dialog says that the block is removed too', async () => {
  const { page } = window
  await testServer.visitor('eve', { name: 'Eve' }).writes('spam')
  const chat = await chatOf('eve')
  await ann.accepts(chat)
  assert.equal((await ann.call('POST', `/chats/${chat}/block`)).status, 200)
  await window.go(`/inbox/closed/${chat}`, 'text=This visitor is blocked')
  await page.getByRole('button', { name: 'Erase this person’s data…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('all messages and files of their chat').waitFor()
  await dialog.getByText('the block: if they write again').waitFor()
  await page.keyboard.press('Escape')
  assert.deepEqual(window.faults, [])
})

test('T42 an erasure removes the chat from the screen of an agent who has it open, and from their browser', async () => {
  const [{ page }, other] = [window, theirs.page]
  // Bob has a draft, a refused message, and an unfolded earlier chat.
  await theirs.go(`/inbox/mine/${now}`, `[role=log] >> text=My address is`)
  await other.getByRole('textbox', { name: 'Write a reply' }).fill(`Dear ${WORD}`)
  await other.route('**/messages', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 'invalid', message: 'No.' } } }),
  )
  await other.keyboard.press('Enter')
  await other.getByText('Not sent').waitFor()
  await other.unroute('**/messages')
  await other.getByRole('textbox', { name: 'Write a reply' }).fill(`Begun for ${WORD}`)
  await other
    .locator('aside')
    .getByRole('button', { name: /I was here before/ })
    .click()
  await other
    .getByRole('region', { name: /^Messages, / })
    .getByText(`Good day, ${WORD}`)
    .waitFor()
  assert.match(await held(other), new RegExp(`Begun for ${WORD}.*Dear ${WORD}`, 's'))
  // Set before the page is loaded: a route that is set on a page of a busy browser can miss the next request.
  let go = () => {}
  await page.route('**/api/visitors/*', async (route) => {
    if (route.request().method() === 'DELETE') await new Promise<void>((resolve) => (go = resolve))
    await route.continue()
  })
  // Ann has opened the archive, the first chat, and the list of closed chats.
  await window.go('/archive', `text=${WORD}`)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Inbox' }).click()
  await page.getByRole('link', { name: /^Closed/ }).click()
  await page.getByRole('option', { name: new RegExp(WORD) }).click()
  await page
    .getByRole('log')
    .getByText(/I was here before/)
    .waitFor()
  await page.getByRole('link', { name: /^All/ }).click()
  await page.getByRole('option', { name: new RegExp(WORD) }).click()
  await page.getByRole('log').getByText('My address is').waitFor()
  await page.waitForURL(`**/inbox/all/${now}`)

  await page.getByRole('button', { name: 'Erase this person’s data…' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('type the visitor’s number').waitFor()
  await page.keyboard.type(number)
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(`${request.url()} ${request.failure()?.errorText}`))
  await page.keyboard.press('Enter')
  await dialog.getByText('Erasing. Many chats').waitFor()
  await looksRight('busy')
  await page.keyboard.press('Escape')
  // After this time a dialog that closes would be removed.
  await page.locator('body').evaluate((body) => body.animate([], { duration: 300 }).finished)
  const shown = await page.locator('body').innerText()
  assert.match(
    shown,
    /Erasing\. Many chats/,
    `the dialog stays until the server answers; failed requests: ${failed.join()}`,
  )
  go()
  await dialog.getByText('2 chats were emptied, 1 file was removed.').waitFor()
  assert.equal(await page.getByText('I was here before').count(), 0, 'nor in the lists beside it')
  await looksRight('done')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const gone = page.getByRole('region', { name: 'The data of this chat was erased' })
  assert.equal(await gone.evaluate((one) => one === one.ownerDocument.activeElement), true)

  for (const one of [page, other]) {
    await isGone(one)
    await one.getByRole('log').getByText('Erased', { exact: true }).first().waitFor()
    assert.deepEqual(await one.getByRole('textbox', { name: 'Write a reply' }).count(), 0)
  }
  await page.getByRole('log').getByText('You erased this person’s data').waitFor()
  await other.getByRole('log').getByText('Ann erased this person’s data').waitFor()
  assert.ok(!(await held(page)).includes(WORD))
  assert.ok(!(await held(other)).includes(WORD))
  // The screen now equals that of a new window.
  const lines = async () => [await shownEntries(other), await other.getByRole('log').innerText()]
  const live = await lines()
  await other.reload()
  await other.getByRole('log').getByText('Ann erased this person’s data').waitFor()
  assert.deepEqual(await lines(), live)
  assert.deepEqual([...window.faults, ...theirs.faults.filter((fault) => !fault.includes('400'))], [])
})

test('T42 an erased chat is shown as erased in every view', async () => {
  const { page } = window
  await window.go(`/inbox/closed/${now}`, 'text=The data of this chat was erased')
  await page
    .getByRole('option', { name: /Erased visitor/ })
    .first()
    .waitFor()
  await page.getByRole('heading', { name: 'Erased visitor' }).waitFor()
  await page.getByText('The content of this chat was erased.').waitFor()
  for (const name of [/^Erase/, 'Reply', 'Unblock', 'Link this chat', 'More actions'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, String(name))
  assert.equal(await page.getByText('not verified').count(), 0)
  await looksRight('chat')
  const earlier = page.getByRole('region', { name: 'Earlier chats' })
  await earlier.getByRole('button', { name: /Erased/ }).click()
  await earlier.getByText('Bob joined').waitFor()
  await page.setViewportSize(SCREENS.phone)
  await window.go(`/inbox/closed/${now}/details`, 'text=The data of this chat was erased')
  await looksRight('chat details')
  await window.go('/archive', 'main li bdi:text-is("Eve")')
  assert.equal(await page.getByRole('list', { name: 'Closed chats' }).getByRole('link').count(), 1)
  assert.deepEqual(window.faults, [])
})

test('T42 an erased offline message leaves the list, also in a browser that was away', async () => {
  const { page } = window
  const olga = await openPage(testServer, { visitor: 'olga' })
  const contact = { name: `Olga ${WORD}`, email: 'olga@shop.test' }
  await olga.ask({ t: 'offline', id: nextId(), contact, message: 'Call me' })
  await olga.close()
  const [chat] = (await ann.chats()).filter(({ visitor }) => visitor.name === contact.name)
  assert.ok(chat)
  await bob.accepts(chat.id)
  await window.go('/offline', `text=Olga ${WORD}`)
  // The list is not fetched again: the entry is removed because of a frame from the server.
  await page.route('**/api/offline-messages?*', (route) => route.abort())
  await theirs.go(`/inbox/mine/${chat.id}`, 'text=Call me')
  await theirs.page.getByRole('textbox', { name: 'Write a reply' }).fill(`Begun for ${WORD}`)
  await theirs.page.goto('about:blank')
  assert.equal((await ann.call('DELETE', `/visitors/${chat.visitor.number}`)).status, 200)
  await isGone(page)
  await page.unroute('**/api/offline-messages?*')
  await theirs.go('/inbox/mine', 'text=You have no chats')
  await soon(async () => !(await held(theirs.page)).includes(WORD))
  // The browser logs the failed request of the list itself.
  window.faults.splice(0)
})

test('T42 a chat erased by retention is shown as such, and a visitor who returned is still known', async (t) => {
  // The browser's own clock decides whether the sign-in has ended.
  const clock = handClock(realClock.now())
  const old = await startTestServer({ clock, channel: { serverUrl: `${front.url}/chat` } })
  t.after(() => old.close())
  const me = old.agent(ANN)
  assert.equal((await me.call('PATCH', '/settings', { keepDays: 1 })).status, 200)
  const vera = old.visitor('vera', { name: 'Vera', email: 'vera@shop.test' })
  await vera.writes(`I was here before, says ${WORD}`)
  const [chat] = await me.chats()
  assert.ok(chat)
  await me.accepts(chat.id)
  await me.closes(chat.id)
  await clock.jump(20 * HOUR)
  await vera.writes('me again')
  const [again] = await me.chats()
  assert.ok(again)
  await me.accepts(again.id)
  const { page, faults, go, close } = await openWindow(browser, old)
  await go(`/inbox/closed/${chat.id}`, `[role=log] >> text=${WORD}`)
  await clock.jump(5 * HOUR)
  await page.getByRole('log').getByText('Erased at the end of the retention time').waitFor()
  await isGone(page)
  await page.getByRole('heading', { name: 'Vera' }).waitFor()
  await looksRight('over', page)
  await go(`/inbox/all/${again.id}`, '[role=log] >> text=me again')
  await page
    .getByRole('region', { name: 'Earlier chats' })
    .getByRole('button', { name: /Erased/ })
    .waitFor()
  await page.locator('aside').getByText('vera@shop.test').waitFor()
  // For the server, a request at the moment in which the clock jumps has taken hours.
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('status of 503')),
    [],
  )
  await close()
})

test('T42 owners set how long closed chats are kept, and confirm a shorter time', async () => {
  const { page } = window
  const kept = async () => (await ann.call('GET', '/settings')).body['keepDays']
  await window.go('/settings', 'text=Retention of closed chats')
  await page.getByRole('radio', { name: 'Forever' }).focus()
  await page.keyboard.press('ArrowRight')
  const days = page.getByLabel('Days after a chat was closed')
  assert.equal(await days.inputValue(), '365')
  await days.fill('9999')
  await page.getByText('Enter a whole number from 1 to 3,650.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await looksRight('keep wrong')
  await days.fill('90')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('alertdialog', { name: 'Keep closed chats for 90 days only?' })
  await dialog.getByText('closed more than 90 days ago').waitFor()
  await looksRight('keep asks')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await kept(), 0)
  await days.press('Enter')
  await dialog.getByRole('button', { name: 'Save and erase' }).press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await kept(), 90)
  // A longer time is not confirmed, since it erases nothing.
  await days.fill('180')
  await days.press('Enter')
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await kept(), 180)
  await page.reload()
  await page.getByLabel('Days after a chat was closed').waitFor()
  assert.equal(await page.getByLabel('Days after a chat was closed').inputValue(), '180')
  await looksRight('keep')
  await page.getByText('Forever', { exact: true }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await kept(), 0)
  await theirs.go('/settings', 'text=Closed chats are kept forever.')
  assert.equal(await theirs.page.getByRole('radio').count(), 0)
  assert.deepEqual([...window.faults, ...theirs.faults.filter((fault) => !fault.includes('400'))], [])
})

test('T42 erasing a visitor with many messages shows its progress, continues when the dialog is closed, and ends', async () => {
  const { page } = window
  await testServer.visitor('long', { name: `Long ${WORD}` }).writes(`much of ${WORD}`)
  const chat = await chatOf('long')
  await testServer.services.db.administer(async (client) => {
    await client.query(
      `insert into entry (account_id, chat_id, n, type, at, body)
       select account_id, id, n, 'message', now(), jsonb_build_object('from', 'visitor', 'id', 'm' || n, 'text', 'more ' || n)
       from chat, generate_series((state->>'last')::int + 1, 60000) n where id = ${chat}`,
    )
    await client.query(`update chat set state = state || '{"last": 60000}' where id = ${chat}`)
  })
  const of = (await ann.chat(chat)).visitor.number
  await page.setViewportSize(SCREENS.desktop)
  await window.go(`/inbox/all/${chat}`, `aside >> text=Long ${WORD}`)
  await page.getByRole('button', { name: 'Erase this person’s data…' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByLabel('type the visitor’s number').fill(of)
  await page.unroute('**/api/visitors/*')
  // The progress does not change while the test reads it.
  await page.route(`**/api/visitors/${of}/erasure`, (route) =>
    route.fulfill({ json: { erasure: { state: 'running', done: 23_456, total: 60_002, chats: 1, files: 0 } } }),
  )
  await page.keyboard.press('Enter')
  await dialog.getByText('23,456 of 60,002 records removed').waitFor()
  const bar = dialog.getByRole('progressbar', { name: 'The data is being erased' })
  assert.equal(await bar.getAttribute('aria-valuenow'), '39')
  await looksRight('progress')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await dialog.waitFor({ state: 'detached' })
  const gone = page.getByRole('region', { name: 'The data of this chat was erased' })
  await gone.getByText('23,456 of 60,002 records removed').waitFor()
  await looksRight('progress in the details')
  await page.unroute(`**/api/visitors/${of}/erasure`)
  await gone.getByRole('progressbar').waitFor({ state: 'detached', timeout: 60_000 })
  const { body } = await ann.call('GET', `/visitors/${of}/erasure`)
  assert.equal((body['erasure'] as unknown as { state: string }).state, 'done')
  assert.ok(!(await held(page)).includes(`Long ${WORD}`))
  assert.deepEqual(window.faults, [])
})
