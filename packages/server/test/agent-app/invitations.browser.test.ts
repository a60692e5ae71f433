import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../browser.ts'
import { BOB, startTestServer } from '../test-server.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const server = await startTestServer({ departments: [{ name: 'Sales', agents: [] }] })
const browser = await openBrowser()
after(async () => {
  await browser.close()
  await server.close()
})
let window: Window
before(async () => {
  window = await openWindow(browser, server)
})
/** A browser of a person who is not signed in. */
async function stranger(link: string, wait: string) {
  const context = await browser.newContext({ baseURL: server.publicUrl, reducedMotion: 'reduce', locale: 'en-GB' })
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  await page.goto(link)
  await page.locator(wait).first().waitFor()
  return page
}
const linkOn = async (label: string) => (await window.page.getByLabel(label).textContent()) ?? ''

test('an owner invites a colleague, who joins by the link and answers', async () => {
  const { page } = window
  await window.go('/team', 'text=Bob')
  await page.getByRole('button', { name: 'Invite colleague' }).click()
  await page.getByLabel('E-mail').fill(BOB)
  await looksRight(page, 'invite dialog')
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Another agent already signs in').waitFor()
  assert.match(window.faults.splice(0).join(), /409 \(Conflict\) \/api\/invitations$/)
  await page.getByLabel('E-mail').fill('cleo@shop.test')
  await page.getByRole('checkbox', { name: 'Sales' }).check()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('hand the link to').waitFor()
  await looksRight(page, 'invitation link')
  const link = await linkOn('Invitation link')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText('cleo@shop.test').waitFor()
  await looksRight(page, 'team with invitation')

  const cleo = await stranger(link, 'text=Ann invites you')
  await looksRight(cleo, 'entry invitation')
  await cleo.getByLabel('Your name').fill('Cleo')
  await cleo.getByLabel('Password', { exact: true }).fill('short')
  await cleo.getByRole('button', { name: 'Join' }).click()
  await cleo.getByLabel('Password', { exact: true }).fill('a long new password')
  await cleo.getByRole('button', { name: 'Join' }).click()
  await cleo.getByRole('navigation').first().waitFor()
  assert.equal(new URL(cleo.url()).hash, '')
  assert.ok(
    server.services.directory.agents(1).some(({ name, email }) => name === 'Cleo' && email === 'cleo@shop.test'),
  )
  await cleo.context().close()

  const late = await stranger(link, 'text=This link no longer works')
  await looksRight(late, 'entry ended')
  await late.getByRole('button', { name: 'Go to sign-in' }).click()
  await late.getByLabel('E-mail').waitFor()
  await late.context().close()
})

test('an invitation is renewed and revoked', async () => {
  const { page } = window
  await window.go('/team', 'text=Bob')
  await page.getByRole('button', { name: 'Invite colleague' }).click()
  await page.getByLabel('E-mail').fill('dora@shop.test')
  await page.getByRole('button', { name: 'Create link' }).click()
  const first = await linkOn('Invitation link')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'New link' }).click()
  const second = await linkOn('Invitation link')
  assert.notEqual(first, second)
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('dora@shop.test').first().waitFor({ state: 'detached' })
  const dora = await stranger(second, 'text=This link no longer works')
  await dora.context().close()
})

test('a forgotten password is set by a link that an owner makes', async () => {
  const bob = await stranger('/', 'input[type=password]')
  await looksRight(bob, 'sign-in')
  await bob.getByRole('button', { name: 'Forgot your password?' }).click()
  await bob.getByText('Enter your e-mail').waitFor()
  await looksRight(bob, 'forgotten')
  await bob.getByLabel('E-mail').fill(BOB)
  await bob.keyboard.press('Enter')
  await bob.getByText('This server cannot send mail').waitFor()
  await looksRight(bob, 'forgotten without mail')
  await bob.getByRole('button', { name: 'Back to sign-in' }).click()
  await bob.getByLabel('E-mail').waitFor()

  const { page } = window
  await window.go('/team', 'text=Bob')
  await page.getByRole('button', { name: 'Actions for Bob' }).click()
  await page.getByRole('menuitem', { name: 'Password reset link' }).click()
  await page.getByRole('dialog').waitFor()
  await looksRight(page, 'reset dialog')
  await page.getByRole('button', { name: 'Create link' }).click()
  const link = await linkOn('Link that sets a new password')
  await page.getByRole('button', { name: 'Done' }).click()
  await bob.goto(link)
  await bob.getByText('at ').first().waitFor()
  await looksRight(bob, 'entry new password')
  await bob.getByLabel('Password', { exact: true }).fill('another long password')
  await bob.getByRole('button', { name: 'Set password and sign in' }).click()
  await bob.getByRole('navigation').first().waitFor()
  await bob.context().close()
  assert.deepEqual(window.faults, [])
})
