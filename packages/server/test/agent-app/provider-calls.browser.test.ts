import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { openBrowser } from '../browser.ts'
import { ANN_PHONE, CLIENT, startProviderDesk, WITHIN, type ProviderDesk } from '../calls/provider-desk.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN } from '../test-server.ts'
import { bar, button, shows, within } from './call-desk.ts'
import { keyboardFaults } from './keyboard-reach.ts'
import { looksRight } from './looks.ts'
import { openWindow, type Window } from './window.ts'

const PRESS = 'Your telephone rings. Answer it and press 1.'

suite('calls over a hosted provider in the application', () => {
  let desk: ProviderDesk
  let browser: Browser
  let ann: Window
  before(async () => {
    // Pictures take longer than calls ring otherwise.
    desk = await startProviderDesk('embedded', { ring: 120, wait: 300 })
    browser = await openBrowser()
    ann = await openWindow(browser, desk.server, ANN)
    // As where the application is opened by plain http: the browser gives no microphone, and none is needed.
    await ann.page.addInitScript({ content: 'Object.defineProperty(navigator, "mediaDevices", { value: undefined })' })
    await ann.go('/contacts', 'main h1')
    await ann.page.locator('[data-connection=live]').waitFor({ state: 'attached' })
  })
  after(async () => {
    await browser?.close()
    await desk?.close()
  })
  afterEach(() => desk.isFree())

  test('a call that rings at the own telephone says to press 1 there, and is not accepted in the browser', async () => {
    const { page } = ann
    const { page: client, id } = await desk.asks('Vera')
    const telephone = await desk.provider.rings(ANN_PHONE)
    await page.getByText(PRESS, { exact: true }).waitFor()
    assert.equal(await button(page, 'Accept').count(), 0)
    await button(page, 'Decline').waitFor()
    await looksRight(page, 'a call rings at the own telephone')
    assert.deepEqual(await keyboardFaults(page), [])
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.evaluate('document.activeElement.blur()')
    await page.keyboard.press('p')
    await page.keyboard.press('a')
    await telephone.answer()
    await telephone.press('1')
    await within(page, 'Calling')
    assert.deepEqual(
      asked.filter((url) => url.endsWith('/accept')),
      [],
    )
    const called = await desk.provider.rings(CLIENT)
    await called.answer()
    await desk.until(id, ({ status }) => status === 'client_connected')
    await within(page, 'On your telephone')
    for (const name of ['Mute', 'Keypad', 'Accept', 'Continue here'])
      assert.equal(await button(page, name).count(), 0, name)
    await looksRight(page, 'in a call at the own telephone')
    await button(page, 'Hold').click()
    await within(page, 'On hold')
    await button(page, 'Resume').click()
    await within(page, 'On your telephone')
    await bar(page).getByRole('button', { name: 'Hang up' }).click()
    await bar(page).waitFor({ state: 'detached' })
    await soon(() => telephone.isOver && called.isOver, WITHIN)
    await client.close()
  })

  test('a call that is declined in the application stops ringing at the telephone', async () => {
    const { page: client, id } = await desk.asks('Bela')
    const telephone = await desk.provider.rings(ANN_PHONE)
    await button(ann.page, 'Decline').click()
    await soon(() => telephone.isOver, WITHIN)
    await ann.page.getByText(PRESS, { exact: true }).waitFor({ state: 'detached' })
    assert.equal((await desk.until(id, ({ status }) => status === 'error')).failure, 'agent_unanswered')
    await client.close()
  })

  test('a call of an agent rings at their own telephone first, without a microphone in the browser', async () => {
    const { page } = ann
    const { body } = await desk.owner.call('GET', '/contacts')
    const [contact] = (body as unknown as { contacts: { id: number }[] }).contacts
    assert.ok(contact)
    await desk.owner.call('PATCH', `/contacts/${contact.id}`, { phone: CLIENT, name: 'Carla' })
    await ann.go(`/contacts/${contact.id}`, 'main h1')
    await button(page, `Call ${CLIENT}`).click()
    const telephone = await desk.provider.rings(ANN_PHONE)
    await shows(page, 'Call to Carla')
    await page.getByText(PRESS, { exact: true }).waitFor()
    await looksRight(page, 'a call of an agent rings at the own telephone')
    await telephone.answer()
    await telephone.press('1')
    await within(page, 'Calling')
    await (await desk.provider.rings(CLIENT)).refuses('busy')
    await bar(page).waitFor({ state: 'detached' })
  })
})
