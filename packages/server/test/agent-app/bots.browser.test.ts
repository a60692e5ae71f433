import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { looksRight as isRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const TOKEN = 'provider-token-1'
const front = await startIntegratorServer()
const provider = await startIntegratorServer()
const testServer = await startTestServer({
  channel: { serverUrl: `${front.url}/chat` },
  channels: [
    { kind: 'api', name: 'Shop', agents: [ANN] },
    { kind: 'api', name: 'Help pages', agents: [ANN] },
  ],
  bots: [
    {
      name: 'Helper',
      providerId: 'helper',
      providerUrl: `${provider.url}/hook`,
      token: TOKEN,
      channels: ['App'],
      attempts: 1,
    },
  ],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await front.close()
  await provider.close()
})
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})

const MENU = {
  type: 'BUTTONS',
  title: 'Is it about an order?',
  text: 'Is it about an order?',
  buttons: [
    { id: 'order', text: 'Yes, an order' },
    { id: 'other', text: 'No, something else' },
  ],
}
const BOLD = {
  type: 'MARKDOWN',
  text: 'It is on its way',
  content: 'It is **on its way** since _Monday_. [Follow it](https://post.shop.test/42)',
}

const LATE = 'late <img src=x onerror=alert(1)>'

/** A provider that accepts every event and answers as the customer's text asks. */
provider.behaves((request, response) => {
  const { event, chat_id, client_id, message } = JSON.parse(request.body) as Record<string, never> & {
    message?: { text: string }
  }
  const { text = '' } = message ?? {}
  const bad = text.includes('break')
  response.writeHead(bad ? 500 : 200, { 'content-type': 'application/json' }).end('{"result":"ok"}')
  const says = (said: object) => void post({ event: 'BOT_MESSAGE', id: '1', chat_id, client_id, message: said })
  if (bad || event !== 'CLIENT_MESSAGE') return
  if (text.includes('parcel') || text === 'Yes, an order') says({ ...BOLD, timestamp: 1 })
  else if (text.includes('person')) void post({ event: 'INVITE_AGENT', id: '2', chat_id, client_id })
  else if (text.includes('nothing')) says({ type: 'TEXT', timestamp: 1 })
  else if (!text.includes('quiet')) says({ ...MENU, timestamp: 1 })
})
const post = (event: object) =>
  testServer.ask(`/bot/webhooks/helper/${TOKEN}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })

const looksRight = (name: string, { page }: Window = window) => isRight(page, `bots ${name}`)

const chatOf = async (customer: string): Promise<number> => {
  const chats = await testServer.agent(ANN).chats('?limit=200')
  const chat = chats.find((one) => one.visitor.id === customer)
  assert.ok(chat, `${customer} has no chat`)
  return chat.id
}

test('a bot is attached with the keyboard alone, and is shown in the list', async () => {
  const { page } = window
  await window.go('/bots', 'text=not contacted yet')
  await looksRight('list')
  await page.getByRole('button', { name: 'Add bot' }).focus()
  await page.keyboard.press('Enter')
  await page.locator('[role=dialog] input:focus').waitFor()
  for (const words of ['Second', 'second', `${provider.url}/second`, 'second-token-12345']) {
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
  }
  const taken = page.getByRole('checkbox', { name: /App/ })
  assert.ok(await taken.isDisabled())
  await page.getByRole('dialog').getByText('Helper answers here').waitFor()
  await page.locator('input[type=checkbox]:focus').waitFor()
  await page.keyboard.press('Space')
  await looksRight('attach')
  await page.getByRole('dialog').locator('input[name=token]').press('Enter')
  await page.waitForURL(/\/bots\/\d+$/)
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'All bots' }).press('Enter')
  const row = page.getByRole('link', { name: /Second/ })
  await row.waitFor()
  assert.match(await row.innerText(), /not contacted yet[\s\S]*(Shop|Help pages)/)
  await row.press('Enter')
  await page.getByRole('button', { name: 'Remove bot' }).waitFor()
  assert.equal(await page.getByText('second-token-12345').count(), 0)
  // The tooltip of the button that has the focus again covers a part of the page.
  await page.keyboard.press('Escape')
  await looksRight('settings')

  await page.getByRole('button', { name: 'Remove bot' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove bot' }).click()
  await page.waitForURL(/\/bots$/)
  await row.waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('settings of a bot are stored, and a stored secret is never shown', async () => {
  const { page } = window
  await window.go('/bots/1', 'text=Behaviour')
  await page.getByLabel('Answer deadline, in seconds').fill('0')
  await page.getByText('Enter a whole number from 1').waitFor()
  await page.getByLabel('Answer deadline, in seconds').fill('90')
  await page.keyboard.press('Enter')
  await page.getByText('Saved').waitFor()
  await page.getByRole('switch', { name: 'Answers in the response' }).click()

  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.locator('input[type=url]:focus').waitFor()
  await page.keyboard.type(`${provider.url}/oauth/token`)
  await page.getByLabel('Client id', { exact: true }).fill('desk')
  await page.getByLabel('Client secret').fill('a secret of ours')
  await page.keyboard.press('Enter')
  await page.getByText('The provider fetches its access token from').waitFor()
  await page.getByText('are refused with 401').waitFor()
  await looksRight('authorization')
  const bot = await testServer.agent(ANN).call('GET', '/bots/1')
  assert.equal(JSON.stringify(bot.body).includes('a secret of ours'), false)
  assert.equal(bot.body['silenceLimit'], 90)
  assert.equal(bot.body['answerInBody'], true)

  await page.getByRole('switch', { name: 'Answers in the response' }).click()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByText('Off: only the token in the address').waitFor()
  assert.deepEqual(window.faults, [])
})

test('a sandbox shows each request and answer, and plays the buttons and the result of an invitation', async () => {
  const { page } = window
  await window.go('/bots/1/try', 'text=Start sandbox chat')
  await looksRight('sandbox before')
  await page.getByRole('button', { name: 'Start sandbox chat' }).click()
  await page.getByText('Write the first message').waitFor()
  const input = page.getByLabel('Write as the visitor')
  await page.locator('input:focus').waitFor()

  await page.keyboard.type('quiet please')
  await page.keyboard.press('Enter')
  await page.getByText('has not answered yet').waitFor()
  await looksRight('sandbox waiting')

  await input.fill('hello')
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Buttons' }).waitFor()
  await page.getByRole('button', { name: 'Yes, an order' }).click()
  await page.locator('[role=log] strong', { hasText: 'on its way' }).waitFor()
  const sent = provider.requests.map(({ body }) => JSON.parse(body) as { message?: { button_id?: string } })
  assert.equal(sent.at(-1)?.message?.button_id, 'order')
  await page.locator('input:focus').waitFor()

  await page.keyboard.type('a person, please')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'No agent is available' }).waitFor()
  await page
    .getByRole('button', { name: /Request and response/ })
    .last()
    .click()
  await page.getByText('"INVITE_AGENT"').waitFor()
  await looksRight('sandbox')
  await page.getByRole('button', { name: 'No agent is available' }).click()
  await page.getByText('No agent is available').waitFor()
  await page.getByRole('button', { name: 'No agent is available' }).waitFor({ state: 'detached' })

  await input.fill('say nothing')
  await page.keyboard.press('Enter')
  await page.getByText('message.text is required').waitFor()
  await page.getByText('Visitors would not see this').waitFor()
  await page.getByText('request was refused for the reason above').waitFor()
  await looksRight('sandbox refused')

  await input.fill('please break')
  await page.keyboard.press('Enter')
  await page.getByText('it answered 500').waitFor()
  await page.getByText('then send it again').waitFor()
  // The result is visible above the text field.
  const [said, place] = await Promise.all([page.getByText('then send it again').boundingBox(), input.boundingBox()])
  assert.ok(said && place && said.y + said.height <= place.y)
  await looksRight('sandbox failed')
  // The sandbox created no customer and no chat.
  assert.deepEqual(await testServer.agent(ANN).chats(), [])
  await window.go('/bots/1/try/999999', 'text=has expired')
  assert.deepEqual(
    window.faults.splice(0).filter((fault) => !/404 \(Not Found\)/.test(fault)),
    [],
  )
})

test("a bot's chat: its markdown and its answers, taking it over, putting it back", async () => {
  const { page } = window
  const vera = testServer.visitor('vera', { name: 'Vera' })
  await vera.writes('hello')
  await front.receives((request) => request.body.includes('1) Yes, an order'))
  await vera.writes('1')
  await front.receives((request) => request.body.includes('on its way'))
  await testServer.settled()
  const chat = await chatOf('vera')
  await window.go('/inbox/all', '[role=option]')
  await page.getByRole('option', { name: /Vera.*with Helper/s }).waitFor()
  await page.getByRole('option', { name: /Vera/ }).click()
  const log = page.getByRole('log')
  await log.getByText('Helper answers').waitFor()
  const answers = log.getByRole('list', { name: 'Buttons' })
  assert.deepEqual(await answers.getByRole('listitem').allInnerTexts(), ['Yes, an order', 'No, something else'])
  assert.equal(await answers.getByRole('button').count(), 0)
  await log.getByText('chose: Yes, an order').waitFor()
  await log.locator('strong', { hasText: 'on its way' }).waitFor()
  assert.equal(await log.getByRole('link', { name: 'Follow it' }).getAttribute('href'), 'https://post.shop.test/42')
  await looksRight('chat')

  await page.locator('header').getByRole('button', { name: 'Take over' }).click()
  await page.locator('textarea:focus').waitFor()
  await log.getByText('You joined').waitFor()
  await post({
    event: 'BOT_MESSAGE',
    id: '9',
    chat_id: String(chat),
    message: { type: 'TEXT', text: LATE, timestamp: 1 },
  })
  const late = log.getByText('Helper wrote this too late')
  await late.waitFor()
  assert.equal(await log.getByText(LATE, { exact: true }).isVisible(), false)
  await late.click()
  await log.getByText(LATE, { exact: true }).waitFor()

  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Put back in the queue' }).waitFor()
  await looksRight('chat menu')
  await page.getByRole('menuitem', { name: 'Put back in the queue' }).press('Enter')
  await log.getByText('You put the chat back in the queue').waitFor()
  await page.getByRole('button', { name: 'Reply' }).waitFor()
  assert.deepEqual(
    (await testServer.agent(ANN).chats('?view=waiting')).map(({ id }) => id),
    [chat],
  )
  await looksRight('chat put back')
  assert.deepEqual(window.faults, [])
})

test('a bot’s request for an agent is shown and announced, and its delivery is sent again manually', async () => {
  const { page } = window
  await window.go('/inbox/all', '[role=option]')
  const otto = testServer.visitor('otto', { name: 'Otto' })
  await otto.writes('hello')
  // A chat that is first told when it waits is announced as a new message.
  await page.getByRole('option').filter({ hasText: 'Otto' }).waitFor()
  await otto.writes('a person, please')
  await page.getByRole('status').filter({ hasText: 'Otto is waiting for an agent' }).waitFor({ state: 'attached' })
  await window.go(`/inbox/waiting/${await chatOf('otto')}`, 'text=called for an agent')

  await window.go('/bots/1/deliveries', 'li button')
  await page
    .getByRole('button', { name: /CLIENT_MESSAGE/ })
    .first()
    .click()
  await page.getByText('Attempt 1').waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/Sent again as/).waitFor()
  await page
    .getByRole('button', { name: /repeats #/ })
    .first()
    .waitFor()
  await looksRight('deliveries')
  assert.deepEqual(window.faults, [])
})

test('a failing bot shows since when and why, and that agents have its chats meanwhile', async () => {
  const { page } = window
  await window.go('/bots/1', 'text=working')
  for (const id of ['a', 'b', 'c']) await testServer.visitor(id, { name: `Customer ${id}` }).writes('please break')
  await page.getByText(/Helper has failed since/).waitFor()
  await page.getByText('New chats go to agents in the meantime').waitFor()
  await looksRight('failing')
  await page.getByRole('button', { name: 'Troubleshoot' }).click()
  await page.getByRole('button', { name: 'Start sandbox chat' }).waitFor()
  await testServer.visitor('d', { name: 'Customer d' }).writes('hello?')
  await window.go(`/inbox/waiting/${await chatOf('d')}`, 'text=was skipped because it is failing')
  await looksRight('chat skipped')
  await window.go(`/inbox/waiting/${await chatOf('a')}`, 'text=did not accept the message')
  assert.deepEqual(window.faults, [])
})

test('an agent without the role sees no bots, and a notice says why', async () => {
  const window = await openWindow(browser, testServer, BOB)
  const { page } = window
  await window.go('/bots', 'text=You don’t have access')
  assert.equal(await page.getByRole('link', { name: 'Bots', exact: true }).count(), 0)
  await looksRight('not allowed', window)
  await window.close()
})

test('without a bot the screen shows the purpose of bots', async () => {
  const agent = testServer.agent(ANN)
  await agent.call('DELETE', '/bots/1')
  await window.go('/bots', 'text=No bots yet')
  await looksRight('none')
})
