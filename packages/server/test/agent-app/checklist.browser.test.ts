import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { WIDGET, WIDGET_ID } from '../channels/widget/page.ts'
import { OPEN } from '../channels/widget/site.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const server = await startTestServer({
  channel: { agents: [ANN] },
  channels: [{ ...WIDGET, agents: [ANN], widget: {} }],
})
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
})

test('the inbox shows an owner what remains to be set up, and ticks a step when a visitor has written', async () => {
  const window = await openWindow(browser, server)
  const { page, context } = window
  await context.addInitScript(OPEN.replaceAll(/<\/?script>/g, ''))
  await window.go('/inbox/waiting', 'h2:has-text("Getting started")')
  const row = page.getByRole('listitem').filter({ hasText: 'Try it as a visitor' })
  await row.getByText('not done yet').waitFor({ state: 'attached' })
  await looksRight(page, 'checklist')
  const opened = page.waitForEvent('popup')
  await row.getByRole('link', { name: 'Open the widget' }).click()
  const visitor = await opened
  assert.equal(new URL(visitor.url()).pathname, `/talk/${WIDGET_ID}`)
  await visitor.getByRole('textbox').first().fill('does it work?')
  await visitor.keyboard.press('Enter')
  await row.getByText('not done yet').waitFor({ state: 'detached', timeout: 15_000 })
  await visitor.close()

  // Hidden in the inbox, the list stays in the settings, from where it can be shown again.
  await page.getByRole('button', { name: 'Hide this list' }).click()
  await page.getByText('Select a chat').waitFor()
  await window.go('/settings/start', 'text=The list is hidden in your inbox.')
  await looksRight(page, 'checklist settings')
  await page.getByRole('button', { name: 'Show it in the inbox' }).click()
  await page.getByText('The list is hidden in your inbox.').waitFor({ state: 'detached' })
  assert.deepEqual(window.faults, [])
})

test('an agent on no channel is told so, the owner too, who adds the agent to a channel', async () => {
  const theirs = await openWindow(browser, server, BOB)
  await theirs.go('/inbox/waiting', 'text=You’re on no channel yet')
  await looksRight(theirs.page, 'on no channel')
  const window = await openWindow(browser, server)
  const { page } = window
  await window.go('/inbox/mine', 'text=on no channel, so no chats arrive there')
  await page.getByRole('link', { name: 'Choose channels' }).click()
  await page.getByText('On no channel: no chats reach this agent.').waitFor()
  await looksRight(page, 'team on no channel')
  await page.getByRole('button', { name: 'Actions for Bob' }).click()
  await page.getByRole('menuitem', { name: 'Channels' }).click()
  await page.getByRole('checkbox', { name: 'Site' }).check()
  await looksRight(page, 'channels of an agent')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('On no channel: no chats reach this agent.').waitFor({ state: 'detached' })
  await theirs.page.getByText('You’re on no channel yet').waitFor({ state: 'detached' })
  assert.deepEqual([...window.faults, ...theirs.faults], [])
})
