import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { openWindow } from './window.ts'

const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
const [ann, bob] = [testServer.agent(ANN), testServer.agent(BOB)]
const HOUR = 60 * 60_000

/** The number of Ann's chat with a visitor of this name. */
async function begun(name: string): Promise<number> {
  await testServer.visitor(name, { name }).writes('hello')
  const chat = (await ann.chats('?view=waiting')).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return chat.id
}

test('a dialog that is open when a colleague takes the chat over is not open in the agent’s next chat', async () => {
  const [first, second] = [await begun('Vera'), await begun('Otto')]
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${first}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await dialog.waitFor()
  await bob.accepts(first, { takeOver: true })
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('option', { name: /Otto/ }).click()
  await page.waitForURL(`**/inbox/mine/${second}`)
  await page.getByRole('button', { name: 'Hand over' }).waitFor()
  await page.locator('textarea:focus').waitFor()
  assert.equal(await dialog.count(), 0)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the colleague whom an agent has chosen stays chosen when the list is sorted anew', async () => {
  const chat = await begun('Mia')
  const cleo = { name: 'Cleo', email: 'cleo@shop.test', role: 'agent', password: 'correct horse battery' }
  const added = await ann.call('POST', '/agents', cleo)
  assert.equal(added.status, 201, added.text)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  await page.getByRole('button', { name: 'Hand over' }).click()
  const dialog = page.getByRole('dialog', { name: 'Hand over' })
  await dialog.getByRole('option', { name: /Bob/, selected: true }).waitFor()
  await dialog.getByRole('combobox').press('ArrowDown')
  await dialog.getByRole('option', { name: /Cleo/, selected: true }).waitFor()
  const { id } = added.body as unknown as { id: number }
  const renamed = await ann.call('PATCH', `/agents/${id}`, { name: 'Abe' })
  assert.equal(renamed.status, 200, renamed.text)
  await dialog.getByRole('option').first().getByText('Abe').waitFor()
  assert.equal(await dialog.getByRole('option', { selected: true }).getByText('Abe').count(), 1)
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('the text of a message that an agent takes back returns to the field although the answer is lost', async () => {
  const chat = await begun('Zoë')
  const added = await ann.call('POST', `/chats/${chat}/scheduled`, { text: 'Good morning', at: Date.now() + HOUR })
  assert.equal(added.status, 200, added.text)
  const window = await openWindow(browser, testServer)
  const { page } = window
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const list = page.getByRole('list', { name: 'Messages that wait' })
  await page.route('**/scheduled/*', async (route) => {
    await route.fetch()
    await list.waitFor({ state: 'detached' })
    await route.abort('internetdisconnected')
  })
  await list.getByRole('button', { name: 'Edit' }).click()
  await list.waitFor({ state: 'detached' })
  await soon(async () => (await page.locator('textarea').inputValue()) === 'Good morning', 20_000)
  assert.deepEqual(window.faults, [])
  await window.close()
})
