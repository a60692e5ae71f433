import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Channel } from '@deskbell/protocol/agent/channel'
import type { OnSite } from '@deskbell/protocol/agent/chat'
import { axeViolations, screenshot } from '../../browser.ts'
import { WIDGET } from './page.ts'
import { call, composer, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

/** A widget that requires contacts before the first message. */
const ASKS = { ...WIDGET, name: 'Asks', publicId: 'Asks3Ef6hI', widget: { contacts: 'before' as const } }
/** A widget that cannot be written to without a name. */
const MUST = {
  ...WIDGET,
  name: 'Must',
  publicId: 'Must3Ef6hI',
  widget: { contacts: 'before' as const, contactsNeeded: ['name' as const] },
}

let site: Awaited<ReturnType<typeof startSite>>
before(async () => {
  site = await startSite({ more: [ASKS, MUST] })
})
after(() => site.close())

const channelOf = (name: string) => site.server.services.directory.channels(1).find((one) => one.name === name)?.id
const previews = async () => (await site.server.agent().chats('?limit=200')).map(({ preview }) => preview)

suite('when no agent is available', () => {
  test('W11 the offline form shows what it needs, and its confirmation stays until the visitor writes another message', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    const form = page.locator('form')
    await form.getByText('An e-mail address or a phone number is needed.').waitFor()
    const labels = await form.locator('label').allTextContents()
    assert.deepEqual(labels, ['Name (optional)', 'E-mail', 'Phone', 'Message'])
    assert.equal(
      await form.getByRole('button', { name: 'Send' }).evaluate((send) => {
        const { bottom } = send.getBoundingClientRect()
        return bottom <= (send.closest('.main')?.getBoundingClientRect().bottom ?? 0) - 12
      }),
      true,
      'the button is below the fold, or at the very edge of the window',
    )
    // The form has a name and a description, and its hint is nearer to the fields that it is about than to the others.
    const named = page.getByRole('form', { name: 'Leave a message' })
    assert.equal(
      await named.evaluate((one) => one.querySelector(`#${one.getAttribute('aria-describedby')}`)?.textContent),
      'We are offline right now. We will answer by e-mail or phone.',
    )
    const edges = async (one: ReturnType<typeof form.getByText>) => {
      const { y = 0, height = 0 } = (await one.boundingBox()) ?? {}
      return [y, y + height] as const
    }
    const [top, bottom] = await edges(form.getByText('An e-mail address or a phone number is needed.'))
    const before = top - (await edges(form.getByLabel('Name')))[1]
    const behind = (await edges(form.locator('label[for=femail]')))[0] - bottom
    assert.ok(before >= 2 * behind && behind >= 0, `${before} above, ${behind} below`)
    await screenshot(page, 'widget offline either')
    assert.deepEqual(await axeViolations(page), [])
    await form.getByLabel('E-mail').fill('ada@shop.test')
    await form.getByLabel('Message').fill('call me back')
    await form.getByRole('button', { name: 'Send' }).click()
    const thanks = page.getByRole('status').getByRole('heading', { name: 'Thank you! We will get back to you.' })
    await thanks.waitFor()
    await screenshot(page, 'widget offline thanks')
    assert.deepEqual(await axeViolations(page), [])
    // An agent becomes available.
    const ann = await site.server.agent().connects()
    await page.getByText('Online', { exact: true }).waitFor()
    assert.equal(await thanks.isVisible(), true)
    ann.close()
    await page.getByText('Offline at the moment', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Write another message' }).click()
    assert.equal(await form.getByLabel('Name').evaluate((field) => field.matches(':focus')), true)
    assert.equal(await form.getByLabel('Message').inputValue(), '')
    assert.ok((await previews()).includes('call me back'))
  })

  test('a draft from before the last agent left continues in the offline form, and over pages', async () => {
    const ann = await site.server.agent().connects()
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await composer(page).fill('half a thou')
    ann.close()
    const message = page.getByRole('textbox', { name: 'Message', exact: true })
    await message.waitFor()
    assert.equal(await message.inputValue(), 'half a thou')
    await message.fill('half a thought')
    await page.goto(`${site.url}/next`)
    await message.waitFor()
    assert.equal(await message.inputValue(), 'half a thought')
    await page.getByLabel('E-mail').fill('bo@shop.test')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('button', { name: 'Write another message' }).click()
    assert.equal(await message.inputValue(), '')
    await soon(async () => (await previews()).includes('half a thought'))
    // The sent text is no longer in the form, and is in the conversation.
    await page.goto(`${site.url}/third`)
    await page.getByRole('log').getByText('half a thought', { exact: true }).waitFor()
    assert.equal(await composer(page).inputValue(), '')
  })

  test('W4 an invitation is shown in the form, and a newer one replaces it in an open form', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'showProactiveInvitation', 'Shall we help?')
    const form = page.locator('form')
    await form.getByText('Shall we help?', { exact: true }).waitFor()
    await call(page, 'showProactiveInvitation', 'Really not?')
    await form.getByText('Really not?', { exact: true }).waitFor()
    assert.equal(await form.getByText('Shall we help?').count(), 0)
    await call(page, 'close')
    // The invitation was visible.
    await page
      .getByRole('button', { name: 'Chat with us' })
      .or(page.getByRole('button', { name: 'Leave' }))
      .waitFor()
    assert.equal(await page.getByRole('button', { name: 'New messages' }).count(), 0)
  })

  test('W4 an invitation is shown above the contacts form', async () => {
    const ann = await site.server.agent().connects()
    const src = `${site.server.publicUrl}/widget/${ASKS.publicId}`
    const page = await site.visit({ head: `${OPEN}<script src="${src}" async data-prefix="asks_"></script>` })
    await page.waitForFunction(`typeof window.asks_api?.showProactiveInvitation === 'function'`)
    await page.evaluate(`asks_api.showProactiveInvitation('May we help?')`)
    const log = page.getByRole('log')
    await log.getByText('May we help?', { exact: true }).waitFor()
    await log.locator('form').getByRole('heading', { name: 'How can we reach you?' }).waitFor()
    ann.close()
  })

  test('required contacts come before the first message, and an agent’s message covers nothing that was filled in', async () => {
    const ann = await site.server.agent().connects()
    const src = `${site.server.publicUrl}/widget/${MUST.publicId}`
    const page = await site.visit({
      head: `${OPEN}<script src="${src}" async data-prefix="must_"></script>`,
      path: '/must',
    })
    await page.waitForFunction(`typeof window.must_api?.open === 'function'`)
    await page.evaluate('must_api.open()')
    const log = page.getByRole('log')
    const form = log.locator('form')
    await form.getByLabel('Name').waitFor()
    await screenshot(page, 'widget contacts before')
    assert.deepEqual(await axeViolations(page), [])
    assert.equal(await composer(page).isVisible(), false, 'a message could be written without the required data')
    assert.equal(await form.getByLabel('Name').evaluate((field) => field.matches(':focus')), true)
    await form.getByLabel('Name').fill('Ada')
    const onSite = async () =>
      ((await site.server.agent().call('GET', '/visitors')).body['visitors'] as unknown as OnSite[]).find(
        (one) => one.site.url.endsWith('/must') && one.channel === channelOf(MUST.name),
      )
    await soon(async () => (await onSite()) !== undefined, 30_000)
    const visit = (await onSite())?.visit
    const begun = await site.server.agent().call('POST', `/visitors/${visit}/chat`, { text: 'May I help?' })
    assert.equal(begun.status, 200)
    await log.getByText('May I help?', { exact: true }).waitFor()
    assert.equal(await form.getByLabel('Name').inputValue(), 'Ada')
    await composer(page).fill('Yes, please')
    await page.keyboard.press('Enter')
    await log.getByText('Yes, please', { exact: true }).waitFor()
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.waitFor({ state: 'detached' })
    ann.close()
  })

  test('the contacts form does not cover a chat that an agent has opened, on any page', async () => {
    const ann = await site.server.agent().connects()
    const src = `${site.server.publicUrl}/widget/${ASKS.publicId}`
    const head = `${OPEN}<script src="${src}" async data-prefix="asks_"></script>`
    const page = await site.visit({ head, path: '/begun-by-an-agent' })
    const ready = () => page.waitForFunction(`typeof window.asks_api?.open === 'function'`)
    await ready()
    const onSite = async () =>
      (await site.server.agent().call('GET', '/visitors')).body['visitors'] as unknown as OnSite[]
    const channels = (await site.server.agent().call('GET', '/channels')).body['channels'] as unknown as Channel[]
    const asks = channels.find(({ name }) => name === ASKS.name)?.id
    const isHere = (one: OnSite) => one.channel === asks && one.site.url.endsWith('/begun-by-an-agent')
    await soon(async () => (await onSite()).some(isHere), 30_000)
    const visit = (await onSite()).find(isHere)?.visit
    const begun = await site.server.agent().call('POST', `/visitors/${visit}/chat`, { text: 'Which lamp is it?' })
    assert.equal(begun.status, 200)
    const said = page.getByRole('log').getByText('Which lamp is it?', { exact: true })
    const form = page.getByRole('heading', { name: 'How can we reach you?' })
    await page.getByRole('status').getByText('Which lamp is it?').waitFor()
    await page.evaluate('asks_api.open()')
    await said.waitFor()
    assert.equal(await form.count(), 0)
    await page.waitForFunction(`Object.keys(localStorage).some((name) => name.endsWith('.read'))`)
    // All messages were read, so the next page opens nothing by itself.
    await page.goto(`${site.url}/next`)
    await said.waitFor()
    assert.equal(await form.count(), 0)
    await composer(page).fill('the red one')
    await page.keyboard.press('Enter')
    await page.getByRole('log').getByText('the red one', { exact: true }).waitFor()
    assert.equal(await form.count(), 0)
    ann.close()
  })
})
