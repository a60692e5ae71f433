import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]

test('N12 the page of a contact follows a colleague, and what is typed there stays', async () => {
  await testServer.visitor('live-1', { name: 'Vera', phone: '+45 1' }).writes('Where is my order?')
  const [chat] = await ann.chats()
  const contact = chat?.visitor.contact ?? 0
  const change = async (body: object) =>
    assert.equal((await bob.call('PATCH', `/contacts/${contact}`, body)).status, 200)
  await change({ fields: [{ title: 'Plan', content: 'Gold' }] })

  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/contacts/${contact}`, 'h2:text("About")')
  const note = page.getByRole('textbox', { name: 'Write a note about this contact' })
  await note.fill('Half a no')
  await page.getByRole('button', { name: 'Change Plan: Gold' }).click()
  await page.getByRole('textbox', { name: 'Plan' }).fill('Platin')
  await page.getByRole('button', { name: 'Change Phone: +45 1' }).click()
  await page.getByRole('textbox', { name: 'Phone' }).fill('+45 12')

  await change({ name: 'Vera Stone', phone: '+45 77', fields: [{ title: 'City', content: 'Bonn' }] })
  assert.equal((await bob.call('POST', `/contacts/${contact}/notes`, { text: 'calls in the morning' })).status, 201)
  await page.getByRole('heading', { name: 'Vera Stone', level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Change City: Bonn' }).waitFor()
  await page.getByRole('list', { name: 'Notes' }).getByText('calls in the morning').waitFor()
  await page
    .getByRole('list', { name: 'History' })
    .getByText(/Bob.* edited/)
    .nth(1)
    .waitFor()
  await page.getByText('Changed meanwhile to: +45 77').waitFor()
  await screenshot(page, 'contact followed')
  assert.deepEqual(await axeViolations(page), [])
  assert.equal(await note.inputValue(), 'Half a no')
  assert.equal(await page.getByRole('textbox', { name: 'Plan' }).inputValue(), 'Platin')
  assert.equal(await page.getByRole('textbox', { name: 'Phone' }).inputValue(), '+45 12')

  await page.getByRole('textbox', { name: 'Plan' }).press('Enter')
  await page.getByRole('button', { name: 'Change Plan: Platin' }).waitFor()
  await page.getByRole('button', { name: 'Change City: Bonn' }).waitFor()
  await page.getByRole('textbox', { name: 'Phone' }).press('Escape')
  await page.getByRole('button', { name: 'Change Phone: +45 77' }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})
