import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const SHOES = { ...WIDGET, name: 'Shoes', publicId: 'Sh0esShoes', agents: [ANN] }
const testServer = await startTestServer({
  channels: [{ ...WIDGET, agents: [ANN] }, SHOES],
  departments: [
    { name: 'Sales', agents: [ANN] },
    { name: 'Repairs', agents: [ANN, BOB] },
    { name: 'Elsewhere', agents: [BOB] },
  ],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
let window: Window
let forms = ''
before(async () => {
  window = await openWindow(browser, testServer)
  forms = `/channels/${testServer.services.directory.channelByPublicId(WIDGET.publicId)?.id}/forms`
})

/** The description of the preview, line by line. */
const shown = async (): Promise<string> => {
  const text = await window.page.getByTestId('preview').innerText()
  return text.replaceAll(/\s*\n\s*/g, ' | ')
}
const choose = (name: string) => window.page.locator('label').getByText(name, { exact: true }).click()
const turn = (name: string) => window.page.getByRole('switch', { name }).click()

test('the preview is beside the forms and shows each of them at its place', async () => {
  const { page } = window
  await window.go(forms, '[data-testid=preview]')
  assert.equal(await shown(), 'S | Shop | Online | A | Hello! How can we help you? | Write a message…')
  assert.equal(await page.getByText('Call-back', { exact: true }).count(), 0)

  await turn('Department choice')
  await page.getByTestId('preview').getByText('Repairs').waitFor()
  assert.equal(
    await shown(),
    'S | Shop | Online | A | Hello! How can we help you? | Who would you like to talk to? | Repairs | Sales | Write a message…',
  )
  assert.match((await page.getByTestId('preview').getAttribute('aria-label')) ?? '', /“Repairs”, “Sales”$/)
  await looksRight(page, 'preview departments')

  await page.getByText('Before the first message').click()
  await page.getByTestId('preview').getByText('Not now').waitFor()
  await page.getByRole('checkbox', { name: 'E-mail' }).click()
  await page.getByTestId('preview').getByText('Not now').waitFor({ state: 'detached' })
  const contacts = 'How can we reach you? | Name (optional) | E-mail | Phone (optional) | Continue'
  const choice = 'Who would you like to talk to? | Repairs | Sales'
  assert.equal(await shown(), `S | Shop | Online | A | Hello! How can we help you? | ${contacts} | ${choice}`)
  await screenshot(page, 'preview contacts before')

  await page.getByText('After the first message').click()
  await choose('In a chat')
  await page.getByTestId('preview').getByText('How can we reach you?').waitFor()
  const talk =
    'Hello! How can we help you? | Today | Do you deliver to Spain? | 12:00 | Ann joined the chat | A | Ann | Yes, within three days. | 12:00'
  assert.equal(await shown(), `A | Ann | Shop | ${talk} | ${contacts} | Not now | Write a message…`)
  await screenshot(page, 'preview contacts after')

  await choose('Chat ended')
  assert.equal(
    await shown(),
    `S | Shop | Online | ${talk} | The chat has ended | How was the chat? | ${choice} | Write a message…`,
  )
  await screenshot(page, 'preview rating')
  await turn('Rating')
  await page.getByTestId('preview').getByText('How was the chat?').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await choose('Open')
  await choose('Offline')
  const leave =
    'Leave a message | We are offline right now. We will answer by e-mail or phone. | Name (optional) | An e-mail address or a phone number is needed. | E-mail | Phone | Message | Send'
  assert.equal(await shown(), `S | Shop | Offline at the moment | ${leave}`)
  await looksRight(page, 'preview offline form')
  assert.deepEqual(window.faults, [])
})

test('when loading the custom data fails, the details show that and a retry button', async () => {
  const { page } = window
  const visitor = await openPage(testServer, { visitor: 'ada' })
  await visitor.ask({ t: 'custom', id: nextId(), fields: [{ title: 'Plan', content: 'Gold' }] })
  await visitor.writes('hello')
  const [chat] = await testServer.agent().chats()
  assert.ok(chat)
  // The list has the chat, so that the only request for it is that of its custom data.
  await window.go('/inbox/all', '[role=option]')
  const address = new RegExp(`/api/chats/${chat.id}$`)
  const waiting = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    await waiting.promise
    await route.fulfill({ status: 403, json: { error: { code: 'no', message: 'Not now.' } } })
  })
  await page.getByRole('option').first().click()
  await page.locator('aside').getByText('Custom data').waitFor()
  const group = page.locator('aside section', { hasText: 'Custom data' })
  await group.getByRole('status').getByText('Loading').waitFor({ state: 'attached' })
  await screenshot(page, 'custom loading')
  waiting.resolve()
  await group.getByText('Couldn’t load the custom data. Not now.').waitFor()
  await looksRight(page, 'custom failed')
  await page.unroute(address)
  await group.getByRole('button', { name: 'Try again' }).click()
  await group.getByText('Gold', { exact: true }).waitFor()
  assert.equal(await group.getByRole('status').count(), 0)
  await visitor.close()
})

test('with several widgets, each visitor is shown with the widget of their page', async () => {
  const { page } = window
  const one = await openPage(testServer, { title: 'Start' })
  const other = await openPage(testServer, { title: 'Boots', widget: SHOES.publicId })
  await window.go('/visitors', 'main li')
  for (const [title, widget] of [
    ['Start', 'widget Site'],
    ['Boots', 'widget Shoes'],
  ] as const)
    await page.getByRole('listitem').filter({ hasText: title }).getByText(widget, { exact: true }).waitFor()
  await looksRight(page, 'visitors of two widgets')
  await one.close()
  await other.close()
})
