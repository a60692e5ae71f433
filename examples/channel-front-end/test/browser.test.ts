import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { axeViolations, openBrowser, screenshot } from '../../../packages/server/test/browser.ts'
import { ANN } from '../../../packages/server/test/test-server.ts'
import { openBoth } from './open.ts'

let both: Awaited<ReturnType<typeof openBoth>>
let browser: Browser
before(async () => {
  both = await openBoth()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await both.close()
})

/** A new visitor on the shop's page. Page errors fail the test. */
async function visit(options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options)
  context.setDefaultTimeout(10_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (line) => line.type() === 'error' && faults.push(line.text()))
  await page.goto(both.shopUrl)
  return {
    context,
    page,
    faults,
    log: page.getByRole('log', { name: 'Messages' }),
    field: page.getByRole('textbox', { name: 'Your message' }),
    open: () => page.getByRole('button', { name: 'Chat with us' }).click(),
    async writes(text: string) {
      await page.getByRole('textbox', { name: 'Your message' }).fill(text)
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    },
  }
}

/** Ann, signed in to the agent application. */
async function signIn(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(both.deskbellUrl)
  await page.getByLabel('E-mail').fill(ANN)
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  return page
}

const isDrawn = (image: { decode(): Promise<void>; naturalWidth: number }) =>
  image.decode().then(() => image.naturalWidth > 0)

test('A2 A3 A4 A16 A20 a visitor in the shop and an agent in the agent application talk', async () => {
  const visitor = await visit()
  const picture = {
    name: 'hall.png',
    mimeType: 'image/png',
    buffer: await visitor.page.locator('.product svg').first().screenshot(),
  }
  await visitor.page.getByRole('button', { name: 'Ask about Moon' }).click()
  await visitor.page.getByText('We are offline', { exact: true }).waitFor()

  const context = await browser.newContext()
  context.setDefaultTimeout(10_000)
  const ann = await signIn(context)
  await visitor.page.getByText('We are here').waitFor()

  await visitor.page.getByLabel('Your name').fill('Vera')
  await visitor.writes('Is it bright enough to read by?')
  await ann.getByRole('link', { name: 'Waiting' }).click()
  await ann.getByRole('option', { name: /Vera/ }).click()
  const conversation = ann.getByRole('main')
  await conversation.getByText('Is it bright enough to read by?').last().waitFor()
  await conversation.getByText('What would you like to know about Moon?').waitFor()
  await ann.getByRole('button', { name: 'Reply' }).click()

  const answer = ann.getByRole('textbox', { name: 'Write a reply' })
  await answer.pressSequentially('Almost')
  await visitor.page.getByText('Ann is typing').waitFor()
  await answer.fill('Almost. <b>Heron</b> is better: https://shop.test/heron')
  await answer.press('Enter')
  await visitor.log.getByText('Almost. <b>Heron</b> is better:').waitFor()
  const link = visitor.log.getByRole('link', { name: 'https://shop.test/heron' })
  assert.equal(await link.getAttribute('href'), 'https://shop.test/heron')
  await visitor.page.getByText('Ann is typing').waitFor({ state: 'detached' })

  await visitor.field.pressSequentially('This is ')
  await ann.getByText('Vera is typing').waitFor()
  await visitor.writes('This is the place:')
  await visitor.page.locator('input[type=file]').setInputFiles(picture)
  assert.ok(await visitor.log.getByRole('img', { name: 'Picture: hall.png' }).evaluate(isDrawn))
  await ann.getByRole('log').getByText('This is the place:').last().waitFor()
  assert.ok(await conversation.getByRole('img', { name: 'hall.png' }).evaluate(isDrawn))

  await ann.getByTestId('file').setInputFiles({ ...picture, name: 'heron.png' })
  await answer.fill('Like this?')
  await ann.getByRole('button', { name: 'Send', exact: true }).click()
  assert.ok(await visitor.log.getByRole('img', { name: 'Picture: heron.png' }).evaluate(isDrawn))
  await visitor.log.getByText('Like this?').waitFor()
  await screenshot(visitor.page, 'shop-conversation')
  await screenshot(ann, 'agent-conversation')

  // After a reload the whole history is there.
  await visitor.page.reload()
  await visitor.open()
  const said = visitor.log.locator('.message')
  assert.deepEqual(
    (await said.allTextContents()).map((text) => text.replace(/\d?\d:\d\d.*$/, '')),
    [
      'You: Is it bright enough to read by?',
      'AAnnAlmost. <b>Heron</b> is better: https://shop.test/heron',
      'You: This is the place:',
      'You: ',
      'AAnnLike this?',
    ],
  )
  assert.deepEqual(visitor.faults, [])
  await context.close()
  await visitor.context.close()
})

test('messages that arrive while the window is closed or the connection is cut are shown afterwards, once', async () => {
  const visitor = await visit()
  const ann = both.testServer.agent(ANN)
  await visitor.open()
  await visitor.writes('Still there?')
  await visitor.log.getByText('Sending…').waitFor({ state: 'detached' })
  const [chat] = await ann.chats()
  assert.ok(chat)
  await ann.accepts(chat.id)
  await visitor.page.keyboard.press('Escape')
  await ann.writes(chat.id, 'Still here')
  await visitor.page.getByRole('button', { name: 'Chat with us 1 new' }).waitFor()
  await visitor.page.getByText('New message from Ann').waitFor()

  both.cutsPages()
  await ann.writes(chat.id, 'While you were away')
  await visitor.page.getByRole('button', { name: 'Chat with us 2 new' }).click()
  assert.equal(await visitor.log.getByText('While you were away').count(), 1)
  assert.equal(await visitor.log.getByText('Still here').count(), 1)

  // What the visitor writes while the shop is unreachable is sent later, in order.
  await visitor.page.route('**/chat/messages', (route) => route.abort(), { times: 1 })
  await visitor.writes('First')
  await visitor.writes('Second')
  await visitor.log.getByText('Sending…').first().waitFor()
  await visitor.log.getByText('Sending…').last().waitFor({ state: 'detached' })
  await both.testServer.settled()
  const entries = await ann.entries(chat.id)
  assert.deepEqual(
    entries.flatMap((entry) => (entry.type === 'message' && entry.from === 'visitor' ? [entry.text] : [])),
    ['Still there?', 'First', 'Second'],
  )
  await ann.closes(chat.id)
  await visitor.context.close()
})

test('with the keyboard alone', async () => {
  const visitor = await visit()
  const { page } = visitor
  const focused = () => page.evaluate<string>('document.activeElement.textContent.trim()')
  for (let i = 0; i < 4; i++) await page.keyboard.press('Tab')
  assert.equal(await focused(), 'Chat with us')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Chat with us' }).waitFor()
  await page.keyboard.type('one line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('and another')
  await page.keyboard.press('Enter')
  await visitor.log.getByText(/^one line\s+and another$/).waitFor()
  assert.equal(await visitor.field.inputValue(), '')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  // The window closes after a moment; then the focus returns.
  await page.locator('button:focus', { hasText: 'Chat with us' }).waitFor()
  assert.deepEqual(visitor.faults, [])
  await visitor.context.close()
})

for (const colorScheme of ['light', 'dark'] as const)
  for (const [screen, viewport] of [
    ['desktop', { width: 1280, height: 800 }],
    ['phone', { width: 390, height: 844 }],
  ] as const)
    test(`axe finds nothing: ${colorScheme}, ${screen}`, async () => {
      const visitor = await visit({ colorScheme, viewport })
      const check = async (name: string) => {
        await screenshot(visitor.page, `shop-${colorScheme}-${screen}-${name}`)
        assert.deepEqual(await axeViolations(visitor.page), [], name)
      }
      await visitor.page.getByText('Connecting…').waitFor({ state: 'detached' })
      await check('closed')
      await visitor.open()
      await visitor.page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))')
      await check('open')
      await visitor.writes('Hello!')
      await visitor.page
        .locator('input[type=file]')
        .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('a plan') })
      await visitor.log.getByRole('link', { name: /plan.txt/ }).waitFor()
      const wide = await visitor.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      assert.ok(wide <= 0, 'nothing sticks out to the side')
      await check('written')
      assert.deepEqual(visitor.faults, [])
      await visitor.context.close()
    })

test('a message that Deskbell refuses shows that, and can be sent again', async () => {
  const visitor = await visit()
  const ann = both.testServer.agent(ANN)
  const [channel] = (await ann.call('GET', '/channels')).body['channels'] as unknown as { id: number }[]
  await ann.call('DELETE', `/channels/${channel?.id}`)
  await visitor.open()
  await visitor.writes('Anybody?')
  await visitor.log.getByText('Not sent. This message was not accepted.').waitFor()
  assert.deepEqual(await axeViolations(visitor.page), [])
  const sent = visitor.page.waitForResponse('**/chat/again')
  await visitor.page.getByRole('button', { name: 'Send again' }).click()
  assert.equal((await sent).status(), 202)
  await visitor.log.getByText('Not sent.').waitFor()
  await visitor.context.close()
})
