import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import type { CallProviderStatus } from '@deskbell/protocol/agent/call-provider'
import { openBrowser } from '../browser.ts'
import { ACCOUNT, startProvider, TOKEN, type Provider } from '../calls/provider.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN, BOB, startTestServer, type TestServer } from '../test-server.ts'
import { button } from './call-desk.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const WITHIN = 20_000
const SCREEN = '/settings/calls/provider'
const TRUNK = { kind: 'udp', host: '127.0.0.1', port: 9, user: 'desk', password: 'secret', registers: true }

suite('the settings of a hosted provider of calls', () => {
  let provider: Provider
  let server: TestServer
  let browser: Browser
  let ann: Window
  before(async () => {
    provider = await startProvider()
    server = await startTestServer()
    browser = await openBrowser()
    ann = await openWindow(browser, server, ANN)
    await ann.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  after(async () => {
    await browser?.close()
    await server?.close()
    await provider?.close()
  })
  const api = () => server.agent()
  const status = async () => (await api().call('GET', '/call-provider')).body as unknown as CallProviderStatus
  const field = (name: string) => ann.page.getByRole('textbox', { name, exact: true })
  const shows = (text: string | RegExp) => ann.page.getByText(text).first().waitFor()
  const tab = (name: string) =>
    ann.page.getByRole('navigation', { name: 'Settings of calls' }).getByRole('link', { name, exact: true })
  const isWrong = (name: string) =>
    soon(async () => (await field(name).getAttribute('aria-invalid')) === 'true', WITHIN)

  test('the list of what call-backs need leads to it, and each field that is wrong says so beside it', async () => {
    const { page } = ann
    await ann.go('/settings/calls', 'main h2')
    await page.getByRole('link', { name: 'Set up a hosted provider instead' }).click()
    await shows('Not set up')
    await shows('Calls over a provider ring only at agents’ own telephones, not in browsers.')
    await shows('They do not ring at you')
    await looksRight(page, 'no provider is set')
    await field('Account SID').fill('our account')
    await button(page, 'Set up provider').click()
    assert.equal(await page.getByText('Fill in this field.').count(), 2)
    await field('Auth token').fill('wrong')
    await field('Number').fill('our desk')
    await field('Address of the REST interface · optional').fill('https://169.254.169.254')
    await button(page, 'Set up provider').click()
    await shows('This must be the id of the account at the provider')
    await isWrong('Account SID')
    await field('Account SID').fill(ACCOUNT)
    await button(page, 'Set up provider').click()
    await shows('This must be a number of 3 to 15 digits, with + or without.')
    await isWrong('Number')
    await looksRight(page, 'a field of the provider is wrong')
    await field('Number').fill('+49 30 111111')
    await button(page, 'Set up provider').click()
    await isWrong('Address of the REST interface · optional')
    assert.equal((await status()).provider, null)
    assert.deepEqual(await keyboardFaults(page), [])
  })

  test('a token that is refused says so with the words of the provider, and calls are taken when it is right', async () => {
    const { page } = ann
    await field('Address of the REST interface · optional').fill(provider.url)
    await button(page, 'Set up provider').click()
    await shows('127.0.0.1 does not accept the account SID or the auth token.')
    assert.match(await page.getByText(/^The provider said:/).innerText(), /Authenticate \(401\)/)
    assert.equal(await field('Auth token').inputValue(), '')
    assert.equal(await field('Auth token').getAttribute('placeholder'), 'stays as it is')
    await looksRight(page, 'a provider that refuses')
    await field('Auth token').fill(TOKEN)
    await button(page, 'Save').click()
    await shows('Saved')
    await shows('127.0.0.1 accepts the account and its token.')
    await looksRight(page, 'a provider that takes calls')
    assert.deepEqual(await keyboardFaults(page), [])
    assert.equal((await page.content()).includes(TOKEN), false)
  })

  test('the address for calls that come in is copied', async () => {
    const { page } = ann
    await button(page, 'Copy address').click()
    await button(page, 'Copied').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), (await status()).incomingUrl)
    await page.getByRole('link', { name: 'Choose a channel' }).waitFor()
  })

  test('the token stays when something else is saved', async () => {
    await field('Number').fill('+49 30 222222')
    await button(ann.page, 'Save').click()
    await soon(async () => (await status()).provider?.number === '+4930222222', WITHIN)
    await shows('Saved')
    assert.equal((await status()).state, 'ok')
  })

  test('an agent whose telephone rings is not told to choose it', async () => {
    const { page } = ann
    await api().call('PATCH', '/call-settings', { countries: ['DE'], callback: true })
    await api().call('PATCH', '/me', { phone: '+4930200001' })
    assert.equal((await api().call('PUT', '/me/calls', { on: 'phone' })).status, 200)
    await ann.go(SCREEN, 'main h2')
    await button(page, 'Copy address').waitFor()
    assert.equal(await page.getByText('They do not ring at you').count(), 0)
    await page.getByRole('link', { name: 'Choose where your calls ring' }).click()
    await shows('Everything is there: call-backs work.')
    await shows('Call-backs ring only at agents who take calls at their own telephones.')
    assert.equal(await page.getByRole('list', { name: 'What call-backs need' }).getByText('rtpengine').count(), 0)
    await looksRight(page, 'call-backs over a provider')
  })

  test('a provider that does not answer is seen without loading anew, and call-backs say that they need it', async () => {
    const { page } = ann
    await ann.go(SCREEN, 'main h2')
    await shows('Takes calls')
    provider.fails(503)
    const { provider: set } = await status()
    assert.equal((await api().call('PUT', '/call-provider', set ?? {})).body['state'], 'unreachable')
    await shows('The server gets no answer from 127.0.0.1 that it can use.')
    assert.match(await page.getByText(/^Reason:/).innerText(), /503/)
    await looksRight(page, 'a provider that does not answer')
    await tab('Calls').click()
    const needs = page.getByRole('list', { name: 'What call-backs need' })
    await needs.getByText('The provider 127.0.0.1 takes no calls').waitFor()
    assert.equal(await needs.getByText('rtpengine').count(), 0)
    await looksRight(page, 'call-backs need the provider')
    await needs.getByRole('link', { name: 'Open the provider' }).click()
    await shows('Not reached')
    provider.fails(undefined)
  })

  test('the tab of the trunk says that the account has a provider, which is removed with a question', async () => {
    const { page } = ann
    await tab('Trunk').click()
    await shows('Calls go over the provider 127.0.0.1')
    assert.equal(await field('Host').count(), 0)
    await looksRight(page, 'the trunk beside a provider')
    await page.getByRole('link', { name: 'Open the provider' }).click()
    await button(page, 'Remove provider').click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Remove the provider?').waitFor()
    await looksRight(page, 'the provider is removed')
    await question.getByRole('button', { name: 'Remove provider' }).click()
    await shows('Not set up')
    assert.equal((await status()).provider, null)
    assert.equal(await field('Number').inputValue(), '')
  })

  test('with a trunk the tab of the provider says what to do first', async () => {
    const { page } = ann
    assert.equal((await api().call('PUT', '/call-trunk', TRUNK)).status, 200)
    await ann.go(SCREEN, 'main h1')
    await shows('Calls go over the trunk 127.0.0.1')
    assert.equal(await field('Account SID').count(), 0)
    await looksRight(page, 'the provider beside a trunk')
    assert.deepEqual(await keyboardFaults(page), [])
    await page.getByRole('link', { name: 'Open the trunk' }).click()
    await button(page, 'Remove trunk').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove trunk' }).click()
    await tab('Provider').click()
    await field('Account SID').waitFor()
  })

  test('in Arabic and in German the screen fits', async () => {
    await api().call('PUT', '/call-provider', {
      ...{ accountSid: ACCOUNT, token: TOKEN, number: '+4930111111', url: provider.url },
    })
    for (const language of ['ar', 'de']) {
      await api().call('PATCH', '/me', { language })
      await ann.go(SCREEN, `html[lang=${language}]`)
      await ann.page.locator('main code').waitFor()
      await looksRight(ann.page, `the provider of calls ${language}`)
    }
    await api().call('PATCH', '/me', { language: null })
    assert.deepEqual(
      ann.faults.filter((one) => !one.includes('status of 4')),
      [],
    )
  })

  test('an agent without the permission does not see it', async () => {
    const bob = await openWindow(browser, server, BOB)
    await bob.go('/settings/calls', 'main h2')
    assert.equal(await bob.page.getByRole('link', { name: 'Provider' }).count(), 0)
    await bob.go(SCREEN, 'main h1')
    await bob.page.getByText('There is no page at this address').first().waitFor()
    await bob.close()
  })
})
