import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { toCrm } from '../webhooks/hook.ts'
import { looksRight as isRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const LINK = 'https://crm.example/cards/7'
const LONG = `ACC-${'0123456789'.repeat(12)}`
const HOSTILE = '<img src=x onerror=alert(1)>'
const CARD = {
  result: 'ok',
  custom_data: [
    { title: 'Plan', content: 'Gold, since 2019' },
    { title: 'Orders', key: 'Open', content: '2', link: 'https://crm.example/orders?of=7' },
    { key: 'Account', content: LONG },
    { content: HOSTILE },
    { title: 'שם', content: 'שלום עולם' },
  ],
  contact_info: { name: 'Vera of the CRM', description: `Pays late\n${HOSTILE}` },
  crm_link: LINK,
  enable_assign: true,
  page: { url: 'https://shop.example/prices', title: 'Prices' },
}

const crm = toCrm(await startIntegratorServer())
const front = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${front.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await crm.close()
  await front.close()
})
const ann = testServer.agent(ANN)
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
  await window.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: testServer.publicUrl })
})
const looksRight = (name: string, page: Page = window.page) => isRight(page, `webhooks ${name}`)
const copied = (page: Page): Promise<string> => page.evaluate<string>('navigator.clipboard.readText()')
const chatOf = async (customer: string): Promise<number> => {
  const chat = (await ann.chats('?limit=200')).find(({ visitor }) => visitor.id === customer)
  assert.ok(chat, `${customer} has no chat`)
  return chat.id
}

test('C21 a webhook is created with the keyboard alone, and an invalid address is explained at its field', async () => {
  const { page } = window
  await window.go('/settings', 'text=Safe links')
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('No webhooks yet').waitFor()
  await looksRight('none')
  await page.getByRole('button', { name: 'New webhook' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.waitFor()
  await dialog.getByLabel('Name').focus()
  await page.keyboard.type('CRM')
  await page.keyboard.press('Tab') // to how it receives events
  await page.keyboard.press('Tab')
  await page.keyboard.type('http://93.184.216.34/hook')
  await page.keyboard.press('Enter')
  const address = dialog.getByRole('textbox', { name: 'Address' })
  const problem = await dialog.getByText('93.184.216.34 must be reached by https').getAttribute('id')
  assert.equal(await address.getAttribute('aria-invalid'), 'true')
  assert.ok(problem !== null && (await address.getAttribute('aria-describedby'))?.includes(problem))
  await looksRight('refused address')
  await address.fill(`${crm.url}/hook`)
  for (const event of ['chat_updated', 'call_event']) await dialog.getByRole('checkbox', { name: event }).press('Space')
  await address.press('Enter')
  await page.waitForURL(/\/settings\/webhooks\/\d+$/)
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await page.getByText('working').waitFor()
  await page.keyboard.press('Escape')
  await looksRight('one')
  const [made] = ((await ann.call('GET', '/webhooks')).body['webhooks'] ?? []) as { events: string[]; url: string }[]
  assert.equal(made?.url, `${crm.url}/hook`)
  assert.deepEqual(made?.events.toSorted(), ['chat_accepted', 'chat_assigned', 'chat_finished', 'offline_message'])
  assert.deepEqual(
    window.faults.splice(0).filter((fault) => !/400 \(Bad Request\)/.test(fault)),
    [],
  )
})

test('C20 the secret can be copied while hidden, shown, and replaced; the page says until when both are valid', async () => {
  const { page } = window
  await window.go('/settings/webhooks/1', 'text=Signing secret')
  const webhook = (await ann.call('GET', '/webhooks/1')).body
  assert.equal(await page.getByText(String(webhook['secret'])).count(), 0)
  await page.getByRole('button', { name: 'Copy: Signing secret' }).click()
  assert.equal(await copied(page), webhook['secret'])
  await page.getByRole('button', { name: 'Show' }).click()
  await page.getByText(String(webhook['secret'])).waitFor()
  await page.getByRole('button', { name: 'New secret' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'New secret' }).click()
  await page.getByText(/also carry the old signature until/).waitFor()
  await page.getByText(String(webhook['secret'])).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Create token' }).click()
  await page.getByText('It will not be shown again').waitFor()
  await page.getByRole('button', { name: 'Copy: Stream token' }).click()
  const token = await copied(page)
  assert.match(token, /^dbs_/)
  await page.mouse.move(0, 0)
  await looksRight('secret and token')
  await page.reload()
  await page.getByText('A stream token exists').waitFor()
  assert.equal(await page.getByText(token).count(), 0)
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke token' }).click()
  await page.getByText('No token yet').waitFor()
  assert.deepEqual(window.faults, [])
})

test('a test of each event is sent from a menu, and its result is shown below, success or failure', async () => {
  const { page } = window
  await window.go('/settings/webhooks/1', 'text=Send a test')
  await page.getByRole('button', { name: 'Send a test' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: /chat_finished/ }).waitFor()
  assert.equal(await page.getByRole('menuitem').count(), 6)
  await looksRight('test menu')
  await page.getByRole('menuitem', { name: /chat_finished/ }).press('Enter')
  await crm.nextEvent('chat_finished')
  await page.getByText('chat_finished was accepted').waitFor()
  await page.getByText('Attempt 1').waitFor()
  crm.next((_request, response) => void response.writeHead(500).end('<h1>no</h1>'))
  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('menuitem', { name: /chat_accepted/ }).click()
  await page.getByText('chat_accepted was not accepted').waitFor()
  await page.getByText('<h1>no</h1>').waitFor()
  await page.keyboard.press('Escape')
  await looksRight('test failed')
  assert.deepEqual(window.faults, [])
})

test('C11 C13 C14 C25 the card of the CRM appears beside the chat, and the agent binds the chat to it', async () => {
  const { page } = window
  await testServer.visitor('vera', { name: 'Vera' }).writes('Where is my order?')
  const chat = await chatOf('vera')
  await window.go(`/inbox/waiting/${chat}`, 'text=Where is my order?')
  crm.next((_request, response) => void response.end(JSON.stringify(CARD)))
  await page.getByRole('button', { name: /^Reply/ }).click()
  const card = page.getByRole('region', { name: 'CRM' })
  await card.getByText('Gold, since 2019').waitFor()
  await card.getByText('from your server', { exact: true }).waitFor()
  assert.deepEqual(
    (await card.locator('dl > div').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
    [
      'Plan Gold, since 2019',
      'Orders Open: 2',
      `Account: ${LONG}`,
      `From your server ${HOSTILE}`,
      'שם שלום עולם',
      'Page from your server Prices',
    ],
  )
  assert.equal(await card.locator('img').count(), 0)
  const open = card.getByRole('link', { name: 'Open in crm.example' })
  assert.equal(await open.getAttribute('href'), LINK)
  assert.equal(await open.getAttribute('rel'), 'noopener noreferrer')
  assert.equal(await open.getAttribute('target'), '_blank')
  // A link from the account's own server opens directly, without the warning page.
  assert.equal(
    await card.getByRole('link', { name: '2', exact: true }).getAttribute('href'),
    'https://crm.example/orders?of=7',
  )
  const log = page.getByRole('log')
  await log.getByText('CRM answered: 5 fields').waitFor()
  await log.getByText(/Your server set the visitor’s details: name “Vera of the CRM”/).waitFor()
  const described = page.locator('dl > div', { hasText: 'Pays late' })
  assert.equal(
    (await described.innerText()).replaceAll(/\s+/g, ' ').trim(),
    `Description from your server Pays late ${HOSTILE}`,
  )
  const given = page.locator('dl > div', { hasText: 'Vera of the CRM' })
  assert.match((await given.innerText()).replaceAll(/\s+/g, ' '), /^Name from your server Vera of the CRM/)
  // The button is before the fields in the tab order.
  const link = card.getByRole('button', { name: 'Link this chat' })
  const [button, field] = await Promise.all([link.boundingBox(), card.getByText('Gold, since 2019').boundingBox()])
  assert.ok(button && field && button.y + button.height <= field.y)
  await looksRight('card')
  await window.go(`/inbox/mine/${chat}/details`, 'text=Gold, since 2019')
  await page.setViewportSize({ width: 360, height: 740 })
  await looksRight('card details')
  await window.go(`/inbox/mine/${chat}`, 'text=Gold, since 2019')

  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go(`/inbox/all/${chat}`, 'text=Gold, since 2019')
  assert.equal(await theirs.page.getByRole('button', { name: 'Link this chat' }).count(), 0)
  await link.focus()
  await page.keyboard.press('Enter')
  await card.getByText('Linked').waitFor()
  await log.getByText('You linked this chat to crm.example').waitFor()
  await theirs.page.getByText('Ann linked this chat to crm.example').waitFor()
  await theirs.page.getByText('Linked', { exact: true }).waitFor()
  assert.equal(await link.count(), 0)
  assert.equal((await crm.nextEvent('chat_assigned')).event.assign_to, LINK)
  await looksRight('card linked')
  assert.deepEqual(theirs.faults, [])
  await theirs.close()
  assert.deepEqual(window.faults, [])
})

test('C11 the card is shown after a reload, also in a long chat', async () => {
  const { page } = window
  const chat = await chatOf('vera')
  const vera = testServer.visitor('vera')
  for (let i = 1; i <= 260; i++) await vera.writes(`line ${i}`)
  await testServer.settled()
  await window.go(`/inbox/mine/${chat}`, 'text=line 260')
  const card = page.getByRole('region', { name: 'CRM' })
  await card.getByText('Gold, since 2019').waitFor()
  await card.getByText('Linked').waitFor()
  assert.equal(await page.getByRole('log').getByText('CRM answered').count(), 0)
  // The page of the contact has it, too.
  await page.getByRole('link', { name: 'Contact page' }).click()
  await page.waitForURL('**/contacts/*')
  await card.getByText('Gold, since 2019').waitFor()
  assert.deepEqual(window.faults, [])
})

test('the log of all deliveries is searched by chat and event, and a delivery is sent again', async () => {
  const { page } = window
  const chat = await chatOf('vera')
  await window.go('/settings/deliveries', 'li button')
  await page.getByText('refreshes automatically').waitFor()
  const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).getByRole('button', { expanded: false })
  // The name of the webhook comes with another request.
  await rows.filter({ hasText: 'chat_assigned' }).getByText('to CRM').first().waitFor()
  assert.match(await rows.filter({ hasText: 'chat_assigned' }).first().innerText(), /to CRM[\s\S]*evt_1_\d+ · Chat/)
  await looksRight('log')
  await page.getByLabel('Receiver').selectOption({ label: 'CRM' })
  await page.getByLabel('Type', { exact: true }).selectOption('chat_accepted')
  await page.getByLabel('Chat number').fill(String(chat))
  await page.waitForURL(new RegExp(`who=webhooks-1.*kind=chat_accepted.*chat=${chat}`))
  await rows.nth(1).waitFor({ state: 'detached' })
  await rows.first().waitFor()
  const id = /evt_\d+_\d+/.exec(await rows.first().innerText())?.[0] ?? ''
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.waitForURL(/deliveries$/)
  await page.getByLabel('Message or event id').fill(id)
  await page.waitForURL(new RegExp(`message=${id}`))
  await rows.nth(1).waitFor({ state: 'detached' })
  await rows.first().waitFor()

  await rows.first().focus()
  await page.keyboard.press('Enter')
  await page.getByText('Attempt 1').waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const sent = crm.requests.find(({ header }) => header('webhook-id') === id)
  const command = await copied(page)
  assert.ok(command.includes(`--url '${crm.url}/hook'`), command)
  assert.ok(command.includes(`--header 'webhook-id: ${id}'`))
  assert.ok(command.includes(`--data-raw '${sent?.body.replaceAll("'", String.raw`'\''`)}'`))
  await looksRight('log opened')

  const before = crm.requests.length
  const newer = { result: 'ok', custom_data: [{ title: 'Plan', content: 'Platinum' }] }
  crm.next((_request, response) => void response.end(JSON.stringify(newer)))
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/Sent again as #/).waitFor()
  // The list refreshes: the new delivery appears without an action.
  await page.getByRole('button', { name: /repeats #/ }).waitFor()
  await crm.receives((request) => crm.requests.indexOf(request) >= before)
  assert.equal(crm.requests[before]?.header('webhook-id'), id)
  assert.equal(crm.requests[before]?.body, sent?.body)

  await page.getByLabel('Message or event id').fill('nothing-of-this-name')
  await page.getByText('Nothing matches these filters').waitFor()
  await looksRight('log without a match')
  await page.getByRole('switch', { name: 'Live' }).click()
  await page.getByText('paused').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByLabel('Time', { exact: true }).selectOption('hour')
  await rows.first().waitFor()
  await page.getByLabel('Time', { exact: true }).selectOption('between')
  await page.getByLabel('Until').fill('2020-01-01T00:00')
  await page.getByText('Nothing matches these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await rows.first().waitFor()
  assert.equal(await page.getByLabel('Until').count(), 0)

  await window.go(`/inbox/mine/${chat}`, 'text=line 260')
  const card = page.getByRole('region', { name: 'CRM' })
  await card.getByText('Platinum').waitFor()
  await card.getByText('late answer').waitFor()
  await looksRight('card that came late')
  assert.deepEqual(window.faults, [])
})

test('the log loads older pages at its end, does not refresh meanwhile, and leads back to the newest', async () => {
  const { page } = window
  await testServer.visitor('lena', { name: 'Lena' }).writes('hello')
  const lena = await chatOf('lena')
  await ann.accepts(lena)
  for (let i = 1; i <= 60; i++) await ann.writes(lena, `answer ${i}`)
  await testServer.settled()
  await window.go(`/settings/deliveries?who=channels-1&kind=agent_message&chat=${lena}`, 'li button')
  const rows = page.getByRole('list', { name: 'Deliveries, newest first' }).getByRole('listitem')
  assert.equal(await rows.count(), 50)
  await page.getByRole('button', { name: 'Load more' }).scrollIntoViewIfNeeded()
  await page.getByText('No more results.').waitFor()
  assert.equal(await rows.count(), 60)
  await page.getByText('paused while you scroll').waitFor()
  await looksRight('log further back')
  await page.getByRole('button', { name: 'Back to the newest' }).click()
  await page.getByText('refreshes automatically').waitFor()
  await rows.nth(50).waitFor({ state: 'detached' })
  await ann.closes(lena)
  assert.deepEqual(window.faults, [])
})

test('C19 events of a paused webhook wait; one disabled by a 410 shows why, and its missed events are sent afterwards', async () => {
  const { page } = window
  await window.go('/settings/webhooks/1', 'text=Events')
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('region', { name: 'CRM is paused' }).waitFor()
  await testServer.visitor('otto', { name: 'Otto' }).writes('hello')
  const otto = await chatOf('otto')
  await ann.accepts(otto)
  await page.getByText('1 delivery pending').waitFor()
  await looksRight('paused')
  crm.next((_request, response) => void response.writeHead(410).end())
  await page.getByRole('button', { name: 'Resume' }).click()
  const disabled = page.getByRole('region', { name: 'CRM is disabled' })
  await disabled.waitFor()
  await disabled.getByText(/410/).waitFor()
  await looksRight('disabled')
  await window.go('/settings/webhooks', 'text=disabled')
  await looksRight('list')
  await ann.closes(otto)
  await testServer.settled()
  await window.go('/settings/webhooks/1', 'text=CRM is disabled')
  const before = crm.requests.length
  await page.getByRole('button', { name: 'Enable' }).click()
  await page.getByRole('region', { name: 'CRM is enabled' }).waitFor()
  await looksRight('enabled again')
  await page.getByRole('button', { name: 'Send missed events' }).click()
  await page.getByText(/events? (is|are) sent again/).waitFor()
  // The event that it answered with 410, and the events while it was disabled.
  for (const event of ['chat_accepted', 'chat_finished']) {
    await crm.receives(
      (request) =>
        crm.requests.indexOf(request) >= before && request.body.includes(event) && request.body.includes('"Otto"'),
    )
  }
  assert.deepEqual(window.faults, [])
})

test('a range of events is sent again from the log of the webhook', async () => {
  const { page } = window
  await window.go('/settings/webhooks/1/deliveries', 'li button')
  await page.getByRole('button', { name: 'Resend events' }).click()
  const dialog = page.getByRole('dialog', { name: 'Resend events' })
  await dialog.waitFor()
  await dialog.getByLabel('To', { exact: true }).fill('2020-01-01T00:00')
  await dialog.getByText('The end must be later').waitFor()
  await dialog.getByLabel('To', { exact: true }).fill('')
  await dialog.getByText('All events', { exact: true }).click()
  await looksRight('range')
  const before = crm.requests.length
  await dialog.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/events are sent again/).waitFor()
  await crm.receives((request) => crm.requests.indexOf(request) >= before && request.body.includes('chat_assigned'))
  await looksRight('its log')
  assert.deepEqual(window.faults, [])
})

test('a webhook with only a stream needs no address, and a webhook is removed', async () => {
  const { page } = window
  await window.go('/settings/webhooks', 'text=New webhook')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ledger')
  await dialog.getByText('Event stream only').click()
  assert.equal(await dialog.getByRole('textbox', { name: 'Address' }).count(), 0)
  await looksRight('pulled dialog')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('heading', { name: 'Events' }).waitFor()
  await looksRight('pulled')
  await page.getByRole('button', { name: 'Delete webhook' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete webhook' }).click()
  await page.waitForURL(/\/settings\/webhooks$/)
  await page.getByText('Ledger').waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('a blocked visitor is shown as blocked, and unblocked in the details', async () => {
  const { page } = window
  const chat = await chatOf('vera')
  await window.go(`/inbox/mine/${chat}`, 'text=line 260')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Block this visitor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Block this visitor' }).click()
  await page.getByRole('log').getByText('You blocked this visitor').waitFor()
  await page.getByRole('region', { name: 'This visitor is blocked' }).waitFor()
  await looksRight('blocked')
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('region', { name: 'This visitor is blocked' }).waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('an agent without the role sees neither webhooks nor the log, and a notice says why', async () => {
  const theirs = await openWindow(browser, testServer, BOB)
  for (const path of ['/settings/webhooks', '/settings/webhooks/1', '/settings/deliveries']) {
    await theirs.go(path, 'text=You don’t have access')
  }
  await looksRight('not allowed', theirs.page)
  await theirs.close()
})
