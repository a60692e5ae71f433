import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { ANN, BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const PASSWORD = 'correct horse battery'
const testServer = await startTestServer()
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await testServer.close()
})
let window: Window
before(async () => {
  window = await openWindow(browser, testServer)
})
const tokensOf = async (email: string) =>
  (await testServer.agent(email).call('GET', '/me/tokens')).body['tokens'] as unknown as { name: string }[]
/** As if the password had been given an hour ago. */
const growStale = () =>
  testServer.services.db.query(
    { name: 'test_stale', text: `update session set fresh_at = now() - interval '1 hour'` },
    [],
  )

test('T50 a token is created with the keyboard alone, after the password was confirmed', async () => {
  const { page } = window
  await growStale()
  await window.go('/me', 'text=API tokens')
  const name = page.getByLabel('New token')
  await name.fill('nightly report')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Confirm your password' })
  await dialog.waitFor()
  await dialog.locator('input[name=password]:focus').waitFor()
  await looksRight(page, 'confirm password')
  await page.keyboard.press('Escape')
  await page.getByText('Nothing was changed: your password was not confirmed.').waitFor()
  await name.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('That’s not your current password.').waitFor()
  assert.equal((await tokensOf(ANN)).length, 1)
  await dialog.getByLabel('Current password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('Copy the token now. It will not be shown again.').waitFor()
  assert.deepEqual((await tokensOf(ANN)).map((token) => token.name).toSorted(), ['nightly report', 'setup file'])
  // Within ten minutes it is not asked for again.
  await name.fill('another')
  await page.keyboard.press('Enter')
  await page.getByText('another', { exact: true }).first().waitFor()
  assert.match(
    window.faults.splice(0).join(),
    /403 \(Forbidden\) \/api\/me\/tokens.*403 \(Forbidden\) \/api\/me\/tokens.*400 \(Bad Request\) \/api\/session\/confirm$/s,
  )
  await looksRight(page, 'own tokens')
})

test('T50 an owner sees the tokens of an agent and ends one', async () => {
  const { page } = window
  await window.go('/team', 'text=bob@shop.test')
  await page.getByRole('button', { name: 'Actions for Bob' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'API tokens' }).click()
  await page.getByRole('dialog').getByText('setup file').waitFor()
  await looksRight(page, 'tokens of an agent')
  await page.getByRole('button', { name: 'Revoke the token' }).click()
  await page.getByText('Programs that use it lose access at once.').waitFor()
  await looksRight(page, 'end a token')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByText('This agent has no tokens.').waitFor()
  assert.equal((await testServer.agent(BOB).call('GET', '/me')).status, 401)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // To set the password of an agent, owners confirm their own. They change their own in the profile.
  await growStale()
  await page.getByRole('button', { name: 'Actions for Bob' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByLabel('New password').fill('another long password')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor()
  await looksRight(page, 'confirm for an agent')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  // It closes before the dialog that asked for it.
  await page.getByRole('dialog', { name: 'Confirm your password' }).waitFor({ state: 'detached' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Actions for Ann' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  assert.equal(await page.getByLabel('New password').count(), 0)
  await page.keyboard.press('Escape')
  assert.match(window.faults.splice(0).join(), /403 \(Forbidden\) \/api\/agents\/2$/)
})

test('T50 an agent’s new password ends their API tokens, unless they are kept', async () => {
  const { page } = window
  await window.go('/me', 'text=API tokens')
  await page.getByText('nightly report').waitFor()
  const change = async (current: string, password: string) => {
    await page.getByLabel('Current password').fill(current)
    await page.getByLabel('New password').fill(password)
  }
  await change(PASSWORD, 'a second password')
  await page.getByRole('checkbox', { name: 'Keep my API tokens' }).check()
  await looksRight(page, 'new password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your API tokens were kept.').waitFor()
  assert.equal((await tokensOf(ANN)).length, 3)
  assert.equal(await page.getByRole('checkbox', { name: 'Keep my API tokens' }).isChecked(), false)
  await change('a second password', 'a third password')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('your API tokens were revoked.').waitFor()
  await page.getByText('You have no tokens.').waitFor()
  assert.equal((await testServer.agent(ANN).call('GET', '/me')).status, 401)
  assert.deepEqual(window.faults, [])
})
