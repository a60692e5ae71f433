import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { axeViolations, openBrowser, screenshot } from '../browser.ts'
import { startIntegratorServer } from '../integrator-server.ts'
import { ANN, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { soon } from '../channels/widget/soon.ts'
import { openWindow } from './window.ts'

const integrator = await startIntegratorServer()
const testServer = await startTestServer({ channel: { serverUrl: `${integrator.url}/chat` } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await integrator.close()
})
const ann = testServer.agent(ANN)

async function begun(name: string, ...texts: string[]): Promise<number> {
  const visitor = testServer.visitor(name, { name })
  for (const text of texts) await visitor.writes(text)
  const chat = (await ann.chats()).find((one) => one.visitor.name === name)
  assert.ok(chat)
  await ann.accepts(chat.id)
  return chat.id
}
async function open(chat: number) {
  const window = await openWindow(browser, testServer)
  await window.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await window.go(`/inbox/mine/${chat}`, 'textarea:focus')
  const menu = window.page.getByRole('menu', { name: 'Actions for this message' })
  const clipboard = () => window.page.evaluate<string>('navigator.clipboard.readText()')
  return { window, page: window.page, menu, clipboard }
}

test('the button beside a message copies its text, and quotes it in the answer', async () => {
  const chat = await begun('Vera', 'Do you ship\nto Prague?', 'Hello?')
  const { window, page, menu, clipboard } = await open(chat)
  const line = page.locator('[data-n]', { hasText: 'to Prague' })
  await line.hover()
  await screenshot(page, 'message hovered')
  await line.getByRole('button', { name: 'Actions for this message' }).click()
  await menu.waitFor()
  await looksRight(page, 'message menu')
  await menu.getByRole('menuitem', { name: 'Copy text' }).click()
  await page.getByRole('status').getByText('Copied').waitFor()
  assert.equal(await clipboard(), 'Do you ship\nto Prague?')

  await page.locator('textarea').fill('We do.')
  await line.hover()
  await line.getByRole('button', { name: 'Actions for this message' }).click()
  await menu.getByRole('menuitem', { name: 'Quote in the answer' }).click()
  await page.locator('textarea:focus').waitFor()
  assert.equal(await page.locator('textarea').inputValue(), '> Do you ship\n> to Prague?\n\nWe do.')
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('V chooses the newest message, arrows another one, Enter opens its menu at the first item', async () => {
  const chat = await begun('Otto', 'one', 'two', 'three')
  const { window, page, menu, clipboard } = await open(chat)
  await page.keyboard.press('Escape')
  await page.locator('[role=option]:focus').waitFor()
  await page.keyboard.press('v')
  const chosen = (text: string) => page.locator('[data-n]', { hasText: text }).locator('[data-menu-of]:focus')
  await chosen('three').waitFor()
  await page.keyboard.press('ArrowUp')
  await chosen('two').waitFor()
  assert.deepEqual(await axeViolations(page), [])
  await page.keyboard.press('Enter')
  await page.locator('[role=menuitem]:focus', { hasText: 'Copy text' }).waitFor()
  await page.keyboard.press('Enter')
  await menu.waitFor({ state: 'detached' })
  assert.equal(await clipboard(), 'two')
  await chosen('two').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('textarea:focus').waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a link to a message opens the chat at it, also when it is far back', async () => {
  const chat = await begun('Mia', ...Array.from({ length: 90 }, (_, i) => `message ${i + 1} of many`))
  const { window, page, clipboard } = await open(chat)
  const last = page.locator('[data-n]', { hasText: 'message 90 of' })
  await last.hover()
  await last.getByRole('button', { name: 'Actions for this message' }).click()
  await page.getByRole('menuitem', { name: 'Copy link to the message' }).click()
  await page.getByRole('status').getByText('Copied').waitFor()
  const link = await clipboard()
  assert.match(link, new RegExp(`/inbox/all/${chat}#entry-\\d+$`))
  const { n = 0 } =
    (await ann.entries(chat)).find((entry) => entry.type === 'message' && entry.text.startsWith('message 7 of')) ?? {}
  await page.goto('about:blank')
  await page.goto(link.replace(/\d+$/, String(n)))
  const linked = page.locator(`[data-n="${n}"]`)
  await linked.waitFor()
  // In the middle of the list, and it stays there.
  await soon(
    () =>
      page.evaluate<boolean>(`(() => {
    const box = document.querySelector('[role=log]').getBoundingClientRect()
    const line = document.querySelector('[data-n="${n}"]')?.getBoundingClientRect()
    return Boolean(line && line.top >= box.top && line.bottom <= box.bottom)
  })()`),
    20_000,
  )
  await screenshot(page, 'message linked')
  await page.getByRole('button', { name: 'Jump to the newest message' }).waitFor()
  assert.deepEqual(window.faults, [])
  await window.close()
})

test('a finger that rests on a message opens its menu; one that moves scrolls', async () => {
  const chat = await begun('Kim', 'a message to touch')
  const { window, page, menu } = await open(chat)
  const said = page.locator('[data-said]', { hasText: 'a message to touch' })
  const at = { pointerType: 'touch', clientX: 500, clientY: 500, bubbles: true }
  await said.dispatchEvent('pointerdown', at)
  await said.dispatchEvent('pointermove', { ...at, clientY: 540 })
  await said.dispatchEvent('pointerup', at)
  assert.equal(await menu.count(), 0)
  await said.dispatchEvent('pointerdown', at)
  await menu.waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
  await window.close()
})
