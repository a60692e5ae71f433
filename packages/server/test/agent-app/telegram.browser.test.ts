import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Channel } from '@deskbell/protocol/agent/channel'
import { openBrowser } from '../browser.ts'
import { startBotApi } from '../channels/telegram/bot-api.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow } from './window.ts'

const SHOP_BOT = { id: 700_100_200, name: 'Shop Bot', username: 'shop_bot' }

const telegram = await startBotApi()
const bot = telegram.addBot(SHOP_BOT)
const testServer = await startTestServer({ env: { TELEGRAM_API_ROOT: telegram.root } })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
  await telegram.close()
})
const ann = testServer.agent(ANN)
const window = await openWindow(browser, testServer)
const { page } = window
const main = page.locator('main')

async function channel(): Promise<Channel & { telegram: NonNullable<Channel['telegram']> }> {
  const { body } = await ann.call('GET', '/channels')
  const found = (body['channels'] as unknown as Channel[]).find(({ kind }) => kind === 'telegram')
  assert.ok(found?.telegram)
  return { ...found, telegram: found.telegram }
}

/** Faults of the page, without the refusals that these tests ask for. */
const faults = () => window.faults.splice(0).filter((fault) => !/the server responded with a status of 4/.test(fault))

test('a Telegram bot is connected with its token, and a token that Telegram does not know is refused at its field', async () => {
  await window.go('/channels', 'h1')
  await page.getByRole('button', { name: 'New channel' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Telegram bot', { exact: true }).click()
  await dialog.getByLabel('Name', { exact: true }).fill('Telegram')
  const token = dialog.getByLabel('Bot token', { exact: true })
  assert.equal(await token.getAttribute('type'), 'password')
  assert.equal(await token.getAttribute('autocomplete'), 'off')
  await token.fill(`${SHOP_BOT.id}:${'A'.repeat(35)}`)
  await dialog.getByRole('button', { name: 'Create channel' }).click()
  await dialog.getByText('Telegram does not know this token (Unauthorized)').waitFor()
  assert.equal(await token.getAttribute('aria-invalid'), 'true')
  await dialog.getByRole('button', { name: 'Show token' }).click()
  assert.equal(await token.getAttribute('type'), 'text')
  await looksRight(page, 'new telegram')

  // As it is copied, with a space behind it.
  await token.fill(`${bot.token} `)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/channels\/\d+$/)
  await main.getByText('Connected as Shop Bot (@shop_bot)').waitFor()
  const open = main.getByRole('link', { name: 'Open in Telegram' })
  assert.equal(await open.getAttribute('href'), 'https://t.me/shop_bot')
  for (const foreign of ['Channel address', 'Server URL', 'Signing', 'Embed code'])
    assert.equal(await main.getByText(foreign, { exact: true }).count(), 0, foreign)
  assert.ok(!(await page.content()).includes(bot.token.split(':')[1] ?? '?'), 'the token is in the page')
  assert.deepEqual((await channel()).agents, [1])
  assert.deepEqual(faults(), [])
})

test('the check shows whether messages arrive, with Telegram’s own text', async () => {
  const check = main.getByRole('button', { name: 'Check connection' })
  await check.click()
  await main.getByText('Works', { exact: true }).waitFor()
  await main.getByText('no messages', { exact: true }).waitFor()
  await looksRight(page, 'telegram channel')

  telegram.setDown(true)
  await check.click()
  await main.getByText('Couldn’t reach Telegram', { exact: true }).waitFor()
  telegram.setDown(false)

  telegram.revoke(bot)
  await check.click()
  await main.getByText('Does not work yet', { exact: true }).waitFor()
  await main.getByText('Unauthorized').waitFor()
  await looksRight(page, 'telegram check revoked')
})

test('a new token is accepted after Telegram confirmed it, and the bot’s name is shown', async () => {
  const fresh = telegram.addBot({ ...SHOP_BOT, name: 'Shop Helper', secret: 'B'.repeat(35) })
  await main.getByRole('button', { name: 'Replace token' }).click()
  const field = main.getByLabel('New bot token', { exact: true })
  await field.fill(`${SHOP_BOT.id}:${'C'.repeat(35)}`)
  await page.keyboard.press('Enter')
  await main.getByText('Telegram does not know this token').waitFor()
  await field.fill(fresh.token)
  await page.keyboard.press('Enter')
  await main.getByText('Connected as Shop Helper (@shop_bot)').waitFor()
  await field.waitFor({ state: 'detached' })
  assert.equal(await main.getByText('Does not work yet').count(), 0, 'the result of the check of the old token')
  assert.ok(!(await page.content()).includes('B'.repeat(35)), 'the token is in the page')
})

test('without https Telegram cannot call the server, and the choice says so', async () => {
  const way = (name: string) => main.getByRole('radio', { name })
  assert.equal(await way('The server asks Telegram').isChecked(), true)
  await main.getByText('Telegram calls the server', { exact: true }).click()
  await main.getByText('Telegram calls only https addresses').waitFor()
  assert.equal(await way('The server asks Telegram').isChecked(), true)
  await looksRight(page, 'telegram webhook refused')
  assert.equal((await channel()).telegram.updates, 'polling')
})

test('an agent reads the settings of a Telegram channel and cannot change them', async () => {
  const { id } = await channel()
  await ann.call('PATCH', `/channels/${id}`, { agents: [1, 2] })
  const theirs = await openWindow(browser, testServer, BOB)
  await theirs.go(`/channels/${id}`, 'text=Only owners and admins can change')
  const shown = theirs.page.locator('main')
  await shown.getByText('Connected as Shop Helper (@shop_bot)').waitFor()
  for (const foreign of ['Bot token', 'Check connection', 'Delete channel'])
    assert.equal(await shown.getByText(foreign, { exact: true }).count(), 0, foreign)
  for (const one of [...(await shown.getByRole('radio').all()), ...(await shown.getByRole('switch').all())])
    assert.ok(await one.isDisabled())
  await looksRight(theirs.page, 'telegram channel of an agent')
  await theirs.close()
})

test('a Telegram channel is deleted, and the question names what stays', async () => {
  await main.getByRole('button', { name: 'Delete channel' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('The bot itself stays at Telegram').waitFor()
  await dialog.getByRole('button', { name: 'Delete channel' }).click()
  await page.waitForURL(/\/channels$/)
  await main.getByText('Telegram bot').first().waitFor({ state: 'detached' })
  assert.deepEqual(faults(), [])
})
