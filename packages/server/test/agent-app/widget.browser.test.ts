import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { beyond, looksRight as isRight } from './looks.ts'
import { SCRIPTS, STRANGE } from './payloads.ts'
import { openWindow, SCREENS, type Window } from './window.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const testServer = await startTestServer({ channels: [WIDGET] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent(ANN)
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})

const looksRight = (name: string, { page }: Window = window) => isRight(page, `widget ${name}`)

/** The server has stored the settings. */
const saved = (page: Window['page'], act: Promise<void>) =>
  Promise.all([page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok()), act])

async function widgetNamed(name: string): Promise<Channel & { widget: NonNullable<Channel['widget']> }> {
  const channels = (await ann.call('GET', '/channels')).body['channels'] as unknown as Channel[]
  const found = channels.find((one) => one.name === name)
  assert.ok(found?.widget, `${name} is no widget`)
  return { ...found, widget: found.widget }
}

test('a widget is added with the keyboard alone, and shows the line for web pages', async () => {
  const { page } = window
  await window.go('/channels', 'text=Website widget')
  await page.getByRole('button', { name: 'New channel' }).focus()
  await page.keyboard.press('Enter')
  // A dialog begins on its first field.
  await page.locator('input[type=radio]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByLabel(/Server URL/).waitFor()
  await looksRight('new api')
  await page.keyboard.press('ArrowUp')
  await page.getByLabel(/Server URL/).waitFor({ state: 'detached' })
  await looksRight('new widget')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Second site')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/channels\/\d+$/)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  const widget = await widgetNamed('Second site')
  await page.getByText(`<script src="${testServer.publicUrl}/widget/${widget.publicId}" async></script>`).waitFor()
  const talk = page.getByRole('link', { name: 'Open page' })
  assert.equal(await talk.getAttribute('href'), `${testServer.publicUrl}/talk/${widget.publicId}`)
  await page.getByText(`connect-src ${testServer.publicUrl} ${testServer.publicUrl.replace('http', 'ws')}`).waitFor()
  await page.getByText(`img-src ${testServer.publicUrl} ${testServer.services.config.filesUrl}`).waitFor()
  for (const foreign of ['Channel address', 'Server URL', 'Signing', 'Deliveries', 'Custom header'])
    assert.equal(await page.locator('main').getByText(foreign, { exact: true }).count(), 0, foreign)
  await page.keyboard.press('Escape')

  await page.getByLabel('Site', { exact: true }).fill('https://www.Shop.test/prices')
  await saved(page, page.keyboard.press('Enter'))
  await page.getByRole('button', { name: 'Remove shop.test' }).waitFor()
  await page.getByLabel('Site', { exact: true }).fill('not a host')
  await page.keyboard.press('Enter')
  await page.getByText('Enter a host name, such as').waitFor()
  await page.getByLabel('Site', { exact: true }).fill('')
  assert.deepEqual((await widgetNamed('Second site')).widget.sites, ['shop.test'])
  await looksRight('install')
  assert.deepEqual(window.faults, [])
})

test('the preview follows the appearance settings, and the saved settings equal it', async () => {
  const { page } = window
  const { id } = await widgetNamed('Second site')
  await window.go(`/channels/${id}/look`, '[data-testid=preview]')
  const preview = page.getByTestId('preview')
  assert.match(
    (await preview.getAttribute('aria-label')) ?? '',
    /The open window “Shop”: “Hello! How can we help you\?”/,
  )
  await page.getByLabel('Colour', { exact: true }).fill('#ffd54')
  await page.getByText('Enter a colour such as').waitFor()
  assert.ok(await page.getByRole('button', { name: 'Save' }).isDisabled())
  // Changes that cannot be saved can be discarded.
  await looksRight('look wrong')
  await page.getByRole('button', { name: 'Cancel' }).click()
  assert.notEqual(await page.getByLabel('Colour', { exact: true }).inputValue(), '#ffd54')
  assert.equal(await page.getByRole('button', { name: 'Save' }).count(), 0)
  await page.getByLabel('Colour', { exact: true }).fill('#ffd54f')
  await page.getByLabel('Window title').fill('Shop help')
  await page.getByLabel('Greeting').fill('Ask us <b>anything</b>')
  await preview.getByText('Ask us <b>anything</b>').waitFor()
  const head = preview.getByText('Shop help').locator('xpath=../../..')
  assert.deepEqual(
    await head.evaluate((element) => {
      const view = element.ownerDocument.defaultView
      const { backgroundColor, color } = view.getComputedStyle(element)
      return [backgroundColor, color]
    }),
    ['rgb(255, 213, 79)', 'rgb(0, 0, 0)'],
  )
  await looksRight('look')

  await page.getByText('Closed', { exact: true }).click()
  await page.getByText('Bottom left').click()
  await page.getByLabel('Button while online').fill('Ask Shop')
  await page.getByLabel('From the side').fill('40')
  assert.match((await preview.getAttribute('aria-label')) ?? '', /a button “Ask Shop”, Bottom left/)
  const [around, label] = await Promise.all([
    preview.boundingBox(),
    preview.getByText('Ask Shop').locator('..').boundingBox(),
  ])
  assert.ok(around && label && Math.abs(label.x - around.x - 40 * 0.72) < 3)
  await page.locator('label').getByText('Offline', { exact: true }).click()
  const closedAs = async () => (await preview.getAttribute('aria-label')) ?? ''
  assert.match(await closedAs(), /a button “Leave a message”/)
  assert.equal(await preview.getByText('Ask Shop').count(), 0, 'without a text, the button is only an icon')
  await page.getByLabel('Language', { exact: true }).selectOption('ar')
  assert.match(await closedAs(), /اترك رسالة/)
  await page.getByText('Open', { exact: true }).click()
  assert.equal(await preview.locator('[lang=ar]').getAttribute('dir'), 'rtl')
  await looksRight('look arabic')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  const { widget } = await widgetNamed('Second site')
  assert.equal(widget.colour, '#ffd54f')
  assert.equal(widget.title, 'Shop help')
  assert.equal(widget.label, 'Ask Shop')
  assert.equal(widget.language, 'ar')
  assert.equal(widget.position, 'left')
  assert.deepEqual(widget.offset, [40, 20])
  assert.deepEqual(window.faults, [])
})

test('form settings are saved like the appearance, and unsaved changes stay on every screen', async () => {
  const { page } = window
  const { id } = await widgetNamed('Second site')
  await window.go(`/channels/${id}/forms`, 'text=Contact form')
  await page.getByText('Before the first message').click()
  await page.getByRole('checkbox', { name: 'E-mail' }).click()
  await page.getByRole('switch', { name: 'Rating' }).click()
  await page.getByRole('switch', { name: 'Typing preview' }).click()
  // Calls do not exist yet, so the settings do not offer them.
  assert.equal(await page.getByRole('switch', { name: 'Call-back form' }).count(), 0)
  await looksRight('forms')
  const before = (await widgetNamed('Second site')).widget
  assert.deepEqual([before.contacts, before.rating], ['off', true])

  const parts = page.getByRole('navigation', { name: 'Channel tabs' })
  await parts.getByRole('link', { name: 'Look' }).click()
  await page.getByLabel('Window title').fill('Not saved yet')
  await page.getByRole('link', { name: 'Inbox' }).first().click()
  await page.getByRole('link', { name: 'Waiting' }).waitFor()
  await page.goBack()
  assert.equal(await page.getByLabel('Window title').inputValue(), 'Not saved yet')
  await parts.getByRole('link', { name: 'Forms' }).click()
  assert.ok(await page.getByRole('checkbox', { name: 'E-mail' }).isChecked())
  // The browser asks before the unsaved changes are lost.
  const isAsked = `!dispatchEvent(new Event('beforeunload', { cancelable: true }))`
  assert.equal(await page.evaluate(isAsked), true)

  await saved(page, page.getByRole('button', { name: 'Save' }).click())
  await page.getByText('Saved', { exact: true }).waitFor()
  assert.equal(await page.evaluate(isAsked), false)
  const { widget } = await widgetNamed('Second site')
  assert.equal(widget.contacts, 'before')
  assert.deepEqual(widget.contactsNeeded, ['email'])
  assert.equal(widget.rating, false)
  assert.equal(widget.typingShown, false)
  assert.equal(widget.title, 'Not saved yet')
  assert.deepEqual(window.faults, [])
})

test('W3 rules are added, described in words, edited, moved and removed', async () => {
  const { page } = window
  const { id } = await widgetNamed('Second site')
  await window.go(`/channels/${id}/rules`, 'text=No rules yet')
  await looksRight('rules none')
  await page.getByRole('button', { name: 'Add rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Prices')
  await dialog.getByLabel('Condition 1, value').fill('soon')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number of seconds').waitFor()
  await dialog.getByText('Enter a text.').waitFor()
  await looksRight('rule wrong')
  await dialog.getByLabel('Condition 1, value').fill('60')
  await dialog.getByRole('button', { name: 'Add condition' }).click()
  await dialog.getByLabel('Condition 2, value').fill('/prices')
  await dialog.getByLabel('Text', { exact: true }).fill('May I help?')
  await dialog.getByText('on the page for more than 1 minute and the page’s address contains “/prices”').waitFor()
  await looksRight('rule')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('more than 1 minute').waitFor()

  await page.getByRole('button', { name: 'Add rule' }).click()
  await dialog.getByLabel('Name').fill('Away')
  await dialog.getByLabel('Condition 1', { exact: true }).selectOption('online')
  await dialog.getByLabel('Condition 1, value').selectOption('false')
  const actions = dialog.getByLabel('Action 1', { exact: true })
  // Calls do not exist, so a new rule cannot open their form.
  assert.deepEqual(await actions.locator('option').allTextContents(), [
    'Invite to a chat',
    'Show a notice in the window',
    'Open the offline form',
  ])
  await actions.selectOption('open_offline')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('When no agent is online: open the offline form.').waitFor()
  assert.deepEqual(
    (await widgetNamed('Second site')).widget.rules.map(({ name }) => name),
    ['Prices', 'Away'],
  )

  await page.getByRole('button', { name: 'Move Prices down' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('status').filter({ hasText: 'Prices is now number 2 of 2' }).waitFor({ state: 'attached' })
  assert.equal(await page.locator('button:focus').getAttribute('aria-label'), 'Move Prices up')
  await saved(page, page.getByRole('switch', { name: 'Away is on' }).click())
  await page.locator('[role=switch][aria-checked=false]').waitFor()
  await page.keyboard.press('Escape')
  await looksRight('rules')
  const [away, prices] = (await widgetNamed('Second site')).widget.rules
  assert.equal(away?.enabled, false)
  assert.deepEqual(prices, {
    name: 'Prices',
    enabled: true,
    type: 'all',
    conditions: [
      { condition: 'time_on_page', comparator: 'greater', value: 60 },
      { condition: 'page_url', comparator: 'contain', value: '/prices' },
    ],
    commands: [{ command: 'proactive', params: { message: 'May I help?' } }],
  })

  await page.getByRole('button', { name: 'Edit Prices' }).click()
  await dialog.getByText('any condition is met').click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('more than 1 minute or the page’s address').waitFor()
  await page.getByRole('button', { name: 'Remove Away' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove rule' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'hidden' })
  await page.getByText('When no agent is online').waitFor({ state: 'detached' })
  assert.equal((await widgetNamed('Second site')).widget.rules.length, 1)
  assert.deepEqual(window.faults, [])
})

test('a widget has agents, hours and a removal like every channel', async () => {
  const { page } = window
  const { id } = await widgetNamed('Second site')
  await window.go(`/channels/${id}/agents`, 'text=Bob')
  await looksRight('agents')
  await window.go(`/channels/${id}/hours`, 'text=Working hours')
  await window.go(`/channels/${id}/settings`, 'text=Availability')
  await saved(page, page.getByRole('switch', { name: 'On', exact: true }).click())
  await page
    .getByText(/^off ·/)
    .first()
    .waitFor()
  await looksRight('settings')
  await page.getByRole('button', { name: 'Delete channel' }).click()
  await page.getByRole('alertdialog').getByText('disappears from all pages').waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete channel' }).click()
  await page.waitForURL(/\/channels$/)
  await page.getByRole('link', { name: /Second site/ }).waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('W7 W15 the details of a chat show the data of the page and the browser, marked as not verified', async () => {
  const { page } = window
  const ada = await openPage(testServer, {
    visitor: 'ada',
    url: 'https://shop.test/prices?utm_source=mail&utm_campaign=spring',
    title: 'Prices of the shop',
    headers: { 'user-agent': CHROME },
  })
  await ada.writes('hello')
  const contact = { name: 'Ada', email: 'ada@shop.test', phone: '+49 30 1234567', description: 'Writes programs' }
  await ada.ask({ t: 'contact', id: nextId(), contact })
  await ada.ask({
    t: 'custom',
    id: nextId(),
    fields: [
      { title: 'Order', key: 'Number', content: '42', link: 'https://shop.test/orders/42' },
      { key: 'Basket', content: '3 things' },
      { title: 'Trap', content: 'press me', link: 'javascript:alert(1)' },
    ],
  })
  const [chat] = await ann.chats()
  assert.ok(chat)
  await window.go(`/inbox/all/${chat.id}`, 'aside >> text=Custom data')
  const aside = page.locator('aside')
  for (const words of [
    'Ada',
    'ada@shop.test',
    '+49 30 1234567',
    'Writes programs',
    'Prices of the shop',
    'spring',
    'Chrome 141 · Windows',
    '127.0.0.1',
  ])
    await aside.getByText(words, { exact: true }).first().waitFor()
  assert.equal(await aside.getByText('Given by the visitor, not verified').count(), 1)
  assert.equal(await aside.getByText('Id in channel').count(), 0)
  const order = aside.getByRole('link', { name: '42', exact: true })
  assert.equal(await order.getAttribute('href'), '/leave?to=https%3A%2F%2Fshop.test%2Forders%2F42')
  assert.equal(await order.getAttribute('target'), '_blank')
  assert.equal(await order.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal(await aside.getByRole('link', { name: 'press me' }).count(), 0)
  await aside.getByText('press me', { exact: true }).waitFor()
  const said = await aside.locator('section', { hasText: 'Custom data' }).locator('dl > div').allInnerTexts()
  assert.deepEqual(
    said.map((text) => text.replaceAll(/\s+/g, ' ')),
    ['Order Number: 42 opens shop.test', 'Basket: 3 things', 'Trap press me'],
  )

  ada.send({ t: 'typing', text: 'I would like <b>to</b>\nknow' })
  const typed = page.getByTestId('being-typed')
  await typed.getByText('I would like <b>to</b>').waitFor()
  await looksRight('chat')
  await page.setViewportSize(SCREENS.phone)
  await window.go(`/inbox/all/${chat.id}/details`, 'text=Custom data')
  await screenshot(page, 'widget details phone')
  assert.deepEqual(await axeViolations(page), [])
  assert.equal(await beyond(page), 0)
  await page.setViewportSize(SCREENS.desktop)
  await window.go(`/inbox/all/${chat.id}`, '[role=log] [data-n]')
  // The page may not have connected yet: it is told what the visitor types from then on.
  const isSeen = () =>
    typed.waitFor({ timeout: 1000 }).then(
      () => true,
      () => false,
    )
  await soon(() => {
    ada.send({ t: 'typing', text: 'I would like to know' })
    return isSeen()
  }, 30_000)
  await ada.writes('I would like to know')
  await typed.waitFor({ state: 'detached' })
  await ada.close()
  assert.deepEqual(window.faults, [])
})

test('T1 T28 custom data of the page stays text and contains no unsafe link', async () => {
  const payloads = SCRIPTS.map((payload) => payload.replaceAll('CANARY', 'canary.test'))
  const eve = await openPage(testServer, {
    visitor: 'eve',
    title: payloads[0] ?? '',
    url: 'https://shop.test/"onmouseover="alert(1)',
    headers: { 'user-agent': '<img src=x onerror=alert(1)>' },
  })
  await eve.writes('hi')
  const chat = (await ann.chats()).find(({ preview }) => preview === 'hi')
  assert.ok(chat)
  for (let from = 0; from < payloads.length; from += 20) {
    const fields = payloads
      .slice(from, from + 20)
      .map((text) => ({ title: text, key: text, content: text, link: text }))
    await eve.ask({ t: 'custom', id: nextId(), fields })
    const [text = ''] = payloads.slice(from)
    await eve.ask({ t: 'contact', id: nextId(), contact: { name: text, email: text, description: text } })
    eve.send({ t: 'typing', text })
    await window.go(`/inbox/all/${chat.id}`, 'aside >> text=Custom data')
    await window.page.locator('aside').getByText(text, { exact: true }).first().waitFor()
    assert.equal(await window.page.locator(STRANGE).count(), 0)
    const links = await window.page.locator('aside a').evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    assert.deepEqual(
      links.filter((href) => !/^\/leave\?to=https?%3A|^\/contacts\/\d+$/.test(href ?? '')),
      [],
    )
  }
  await window.go('/visitors', 'main li')
  assert.equal(await window.page.locator(STRANGE).count(), 0)
  await screenshot(window.page, 'widget visitors hostile')
  const ours = [new URL(testServer.publicUrl).host, new URL(testServer.url).host]
  assert.deepEqual(
    [...window.asked].filter((host) => !ours.includes(host)),
    [],
  )
  await eve.close()
  assert.deepEqual(window.faults, [])
})

test('visitors on the site are listed, and an agent starts a chat with one', async () => {
  const { page } = window
  await window.go('/visitors', 'text=No visitors right now')
  await looksRight('visitors none')
  const bea = await openPage(testServer, {
    visitor: 'bea',
    url: 'https://shop.test/shoes?utm_campaign=spring',
    title: 'Shoes',
    headers: { 'user-agent': CHROME },
  })
  const row = page.getByRole('listitem').filter({ hasText: 'Shoes' })
  await row.waitFor()
  await row.getByText('New visitor').waitFor()
  await row.getByText('campaign spring').waitFor()
  await looksRight('visitors')
  await row.getByRole('button', { name: 'Start a chat with a new visitor' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('textarea:focus').waitFor()
  await looksRight('visitors start')
  await page.locator('textarea').focus()
  await page.keyboard.type('Do you need help with the size?')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/inbox\/mine\/\d+$/)
  await page.getByRole('log').getByText('Do you need help with the size?').waitFor()
  await bea.receives('Do you need help with the size?')

  await window.go('/visitors', 'main li')
  await page.getByRole('link', { name: /Open chat with/ }).click()
  await page.waitForURL(/\/inbox\/all\/\d+$/)
  await bea.close()
  assert.deepEqual(window.faults, [])
})

test('an agent reads a widget and cannot change it', async () => {
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  const { id } = await widgetNamed('Site')
  for (const [part, wait] of [
    ['', 'Embed code'],
    ['/look', 'Colour and position'],
    ['/forms', 'Contact form'],
    ['/rules', 'No rules yet'],
    ['/settings', 'Availability'],
  ] as const) {
    await window.go(`/channels/${id}${part}`, `text=${wait}`)
    await page.getByText('Only owners and admins can change').waitFor()
    for (const control of await page.locator('main').getByRole('switch').all()) assert.ok(await control.isDisabled())
    for (const name of ['Save', 'Add rule', 'Add site', 'Delete channel'])
      assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  }
  await window.go(`/channels/${id}/look`, 'text=Colour and position')
  await looksRight('look of an agent', window)
  assert.deepEqual(window.faults, [])
  await window.close()
})
