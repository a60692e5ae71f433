import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
const browser = await openBrowser()
const window = await openWindow(browser, testServer)
after(async () => {
  await browser.close()
  await testServer.close()
})
const ann = testServer.agent()

/** Closed chats of a visitor, each with a rating. */
async function rated(ratings: readonly (readonly ['positive' | 'negative', string?])[]): Promise<number[]> {
  const chats: number[] = []
  for (const [rating, text] of ratings) {
    await testServer.visitor('vera', { name: 'Vera', email: 'vera@tea.test' }).writes('Where is my order?')
    const chat = (await ann.chats()).find(({ visitor }) => visitor.id === 'vera')?.id ?? 0
    await ann.accepts(chat)
    await ann.closes(chat)
    await testServer.services.commit({
      account: 1,
      target: { chat },
      command: { type: 'visitor.rate', rating, ...(text !== undefined && { text }) },
    })
    chats.push(chat)
  }
  return chats
}
const chats = await rated([
  ['positive', 'Fast and kind. 🙂'],
  ['negative', 'This time I had to wait for an hour.'],
  ['positive'],
])

test('the page of a contact lists and counts ratings with their words, and the list has a mark', async () => {
  const { page } = window
  await window.go('/contacts', 'main li')
  const row = page.getByRole('listitem').filter({ hasText: 'Vera' })
  await row.getByText('Rating: good').waitFor()
  await looksRight(page, 'contacts rated')
  await row.getByRole('link').click()
  const part = page.getByRole('region', { name: 'Ratings' })
  await part.getByText('Good: 2').waitFor()
  await part.getByText('Not good: 1').waitFor()
  await part.getByText('This time I had to wait for an hour.').waitFor()
  await looksRight(page, 'contact ratings')
  await part.getByRole('link', { name: `Open the chat: ${chats[1]}` }).click()
  await page.waitForURL(`**/inbox/closed/${chats[1]}`)
  await page.getByText('(This time I had to wait for an hour.)').waitFor()
  await page.getByText('With the rating: Fast and kind.').waitFor()
  assert.deepEqual(window.faults, [])
})

test('the archive shows what was said with ratings, finds it, and says which share is good', async () => {
  const { page } = window
  await soon(async () => Number((await ann.call('GET', '/archive/ratings')).body['rated']) === 3)
  await window.go('/archive', 'main li')
  await page.getByText('Good ratings: 67% of 3').waitFor()
  await page.getByText('With the rating: This time I had to wait for an hour.').waitFor()
  await looksRight(page, 'archive rated')
  await page.getByLabel('Words in the chat').fill('hour')
  await page.getByText('Good ratings: 0% of 1').waitFor()
  assert.deepEqual(window.faults, [])
})

test('owners choose when visitors who have left are asked by mail', async () => {
  const { page } = window
  await window.go('/settings', 'text=Ratings by e-mail')
  const section = page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Ratings by e-mail' }) })
    .last()
  await section.getByText('After a chat').click()
  await section.getByRole('textbox').fill('2000')
  await section.getByText('Enter a whole number from 1 to 1,440.').waitFor()
  await section.getByRole('textbox').fill('15')
  await looksRight(page, 'settings rating mail')
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('Saved').waitFor()
  assert.equal((await ann.call('GET', '/settings')).body['ratingMailAfter'], 15)
  await section.getByText('Never').click()
  await section.getByRole('button', { name: 'Save' }).click()
  await section.getByText('Saved').waitFor()
  assert.equal((await ann.call('GET', '/settings')).body['ratingMailAfter'], 0)
  assert.deepEqual(window.faults, [])
})
