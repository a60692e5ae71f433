import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { looksRight } from '../agent-app/looks.ts'
import { openBrowser } from '../browser.ts'
import { handClock } from '../clock.ts'
import { nextId, openPage, WIDGET } from '../channels/widget/page.ts'
import { soon } from '../channels/widget/soon.ts'
import { startTestServer } from '../test-server.ts'
import { startPost } from './post.ts'

const MINUTE = 60_000
const clock = handClock()
const post = await startPost()
const server = await startTestServer({ clock, channels: [WIDGET], env: { SMTP_URL: post.url } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
  await post.close()
})
const ann = server.agent()
await ann.call('PATCH', '/settings', { ratingMailAfter: 1, name: 'Müller & Söhne <Lampen>' })

/** The page that the mail to a visitor leads to, and the chat. */
async function asked(visitor: string, lang: string): Promise<{ path: string; chat: number }> {
  const page = await openPage(server, { visitor, visit: `visit-${visitor}`, lang })
  await page.writes('Hello')
  await page.ask({ t: 'contact', id: nextId(), contact: { email: `${visitor}@mail.test` } })
  const chat = (await ann.chats('?limit=50')).find((one) => one.visitor.email === `${visitor}@mail.test`)?.id ?? 0
  await ann.accepts(chat)
  await page.close()
  await ann.closes(chat)
  await clock.jump(2 * MINUTE)
  await soon(async () => {
    await clock.move(1000)
    return post.letters.some(({ to }) => to.includes(`${visitor}@mail.test`))
  })
  const letter = await post.gets(({ to }) => to.includes(`${visitor}@mail.test`))
  const [, path] = /(\/rate\/[\w-]{43})\/stop/.exec(letter.text) ?? []
  return { path: path ?? '', chat }
}

/** A window without scripts, in which the page is as in any mail program. */
async function open(path: string): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> {
  const context = await browser.newContext({ baseURL: server.publicUrl })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  page.on('request', (request) => {
    if (!request.url().startsWith(server.publicUrl)) faults.push(request.url())
  })
  await page.goto(path)
  return { page, faults, close: () => context.close() }
}

test('S10 the page of a mail looks right, and its form works with keys and without a script', async () => {
  const { path, chat } = await asked('vera', 'en')
  const { page, faults, close } = await open(`${path}?r=good`)
  await page.getByRole('group', { name: 'How was your chat with Müller & Söhne <Lampen>?' }).waitFor()
  assert.equal(await page.getByRole('radio', { name: 'Good', exact: true }).isChecked(), true)
  await looksRight(page, 'rating page')
  await page.getByRole('radio', { name: 'Good', exact: true }).focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await page.getByRole('radio', { name: 'Not good' }).isChecked(), true)
  await page.getByRole('textbox').fill('Took long')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you for your rating.' }).waitFor()
  await looksRight(page, 'rating thanks')
  assert.equal((await ann.chat(chat)).rating, 'negative')
  await page.getByText('Change the rating').click()
  await page.getByRole('radio', { name: 'Good', exact: true }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('heading', { name: 'Thank you for your rating.' }).waitFor()
  assert.equal((await ann.chat(chat)).rating, 'positive')
  await page.goto(`${path}/stop`)
  await looksRight(page, 'rating stop')
  await page.getByRole('button', { name: 'Send me no more' }).click()
  await page.getByRole('heading', { name: /will not ask you by mail/ }).waitFor()
  assert.deepEqual(faults, [])
  await close()
})

test('S10 the page of a mail looks right from right to left', async () => {
  const { path } = await asked('hamza', 'ar')
  const { page, faults, close } = await open(path)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await looksRight(page, 'rating page arabic')
  assert.deepEqual(faults, [])
  await close()
})
