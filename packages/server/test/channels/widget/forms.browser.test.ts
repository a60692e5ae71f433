import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { axeViolations, screenshot } from '../../browser.ts'
import { ANN } from '../../test-server.ts'
import { call, chatOf as findChat, composer, heard, loaded, OPEN, startSite } from './site.ts'
import { soon } from './soon.ts'

let site: Awaited<ReturnType<typeof startSite>>
let ann: Awaited<ReturnType<ReturnType<typeof site.server.agent>['connects']>>
before(async () => {
  site = await startSite({
    widget: { contacts: 'after', contactsNeeded: ['email'], departments: true, callback: true },
    departments: [
      { name: 'Sales', agents: [ANN] },
      { name: 'Repairs', agents: [ANN] },
    ],
  })
  ann = await site.server.agent().connects()
})
after(async () => {
  ann.close()
  await site.close()
})

const says = (page: Page, text: string) => page.getByRole('log').getByText(text, { exact: true })
const names = async (page: Page) => (await heard(page)).map(([name]) => name)

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
  await says(page, text).waitFor()
}

const chatOf = (text: string) => findChat(site.server, text)

/** Rules whose conditions hold immediately. */
const atOnce = (command: string, params: object = {}) => [
  {
    name: command,
    enabled: true,
    type: 'all',
    conditions: [{ condition: 'time_on_page', comparator: 'greater_equal', value: 0 }],
    commands: [{ command, params }],
  },
]
/** A rule that fires with the others, even if they are blocked. */
const LOOKED_AT = atOnce('system_message', { message: 'All rules were looked at' })

suite('forms and invitations of the window', () => {
  test('W4 a visitor chooses a department, and the chat goes to it', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    const choice = page.getByRole('group', { name: 'Who would you like to talk to?' })
    await choice.getByRole('button', { name: 'Repairs' }).click()
    assert.equal(await choice.getByRole('button', { name: 'Repairs' }).getAttribute('aria-pressed'), 'true')
    await screenshot(page, 'widget departments')
    assert.deepEqual(await axeViolations(page), [])
    await write(page, 'it is broken')
    assert.equal((await chatOf('it is broken')).department?.name, 'Repairs')
    assert.equal(await choice.isVisible(), false)
  })

  test('W4 an invitation names a department, and an unknown one means all', async () => {
    const settings = (await site.server.ask(`/widget/Wd3tEf6hIj/settings`)).body['departments'] as unknown as {
      id: number
      name: string
    }[]
    const sales = settings.find(({ name }) => name === 'Sales')
    assert.ok(sales)
    for (const [given, expected] of [
      [sales.id, 'Sales'],
      [String(sales.id), 'Sales'],
      [999_999, undefined],
      [undefined, undefined],
      ['Sales', undefined],
    ] as const) {
      const page = await site.visit({ head: OPEN })
      assert.deepEqual(await call(page, 'showProactiveInvitation', 'Shall we help?', given), { result: 'ok' })
      await says(page, 'Shall we help?').waitFor()
      await write(page, `for ${given}`)
      assert.equal((await chatOf(`for ${given}`)).department?.name, expected)
      await page.context().close()
    }
  })

  test('W16 contact data from the page reaches the agent of an open chat, and does not replace the form', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await write(page, 'who am I')
    const { id } = await chatOf('who am I')
    await site.server.agent().accepts(id)
    await call(page, 'setContactInfo', { name: 'Ada', email: 'ada@shop.test', description: 'buys lamps' })
    await ann.seesChat((chat) => chat.id === id && chat.visitor.email === 'ada@shop.test')
    const { name, description } = (await site.server.agent().chat(id)).visitor
    assert.deepEqual([name, description], ['Ada', 'buys lamps'])
    assert.ok(!(await names(page)).includes('onIntroduction'))
  })

  test('the contacts form appears after the first message, shows errors at their fields, and calls the page’s callback', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await write(page, 'call me maybe')
    const form = page.locator('form')
    await form.getByRole('heading', { name: 'How can we reach you?' }).waitFor()
    await form.getByLabel('E-mail').fill('nobody')
    await form.getByRole('button', { name: 'Continue' }).click()
    await form.getByText('This is not an e-mail address.').waitFor()
    assert.equal(await form.getByLabel('E-mail').getAttribute('aria-invalid'), 'true')
    assert.equal(await form.getByLabel('E-mail').evaluate((field) => field.matches(':focus')), true)
    await screenshot(page, 'widget contacts')
    assert.deepEqual(await axeViolations(page), [])
    await form.getByLabel('E-mail').fill('ada@shop.test')
    await form.getByLabel('Name').fill('Ada')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await page.waitForFunction(`heard.some(([name]) => name === 'onIntroduction')`)
    const { visitor } = await chatOf('call me maybe')
    assert.deepEqual([visitor.name, visitor.email], ['Ada', 'ada@shop.test'])
  })

  test('the contacts form stands behind the first message: answers follow it, and a field that is being filled stays visible', async () => {
    const page = await site.visit({ head: OPEN, context: { viewport: { width: 390, height: 720 } } })
    await call(page, 'open')
    await write(page, 'is it dimmable?')
    const form = page.locator('form')
    const name = form.getByLabel('Name')
    await name.fill('Ada')
    const agent = site.server.agent()
    const { id } = await chatOf('is it dimmable?')
    await agent.accepts(id)
    const log = page.getByRole('log')
    const isInSight = (one: typeof name) =>
      soon(async () => {
        const [own, all] = [await one.boundingBox(), await log.boundingBox()]
        return own!.y >= all!.y && own!.y + own!.height <= all!.y + all!.height
      })
    const answers = [
      'Yes, it is.',
      'With any dimmer.',
      'And the large one too. '.repeat(20).trim(),
      'Shall I send you one?',
    ]
    for (const text of answers) {
      await agent.writes(id, text)
      await says(page, text).waitFor()
      await isInSight(name)
    }
    assert.equal(await name.evaluate((field) => field.matches(':focus')), true)
    assert.equal(await name.inputValue(), 'Ada')
    const order = await log
      .locator('form,.text')
      .evaluateAll((all) => all.map((one) => (one.matches('form') ? 'form' : one.textContent)))
    assert.deepEqual(order, ['is it dimmable?', 'form', ...answers])
    await screenshot(page, 'widget contacts and answers')
    await form.getByLabel('E-mail').fill('ada@shop.test')
    await page.keyboard.press('Enter')
    await form.waitFor({ state: 'detached' })
    await isInSight(says(page, 'Shall I send you one?'))
  })

  test('W3 a rule opens the offline form with its own text, and the message arrives', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'setRules', atOnce('open_offline', { title: 'Gone fishing', message: 'Back on Monday.' }))
    await page.getByRole('heading', { name: 'Gone fishing' }).waitFor()
    await page.getByText('Back on Monday.').waitFor()
    await screenshot(page, 'widget offline form')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Message').fill('Is there bait?')
    await page.getByRole('button', { name: 'Send' }).click()
    const wrong = page.locator('[aria-invalid=true]')
    const namesOf = () => wrong.evaluateAll((list) => list.map((one) => one.id))
    assert.deepEqual(await namesOf(), ['femail', 'fphone'])
    assert.equal(await page.getByLabel('E-mail').evaluate((field) => field.matches(':focus')), true)
    await page.getByLabel('Message').fill('')
    await page.getByRole('button', { name: 'Send' }).click()
    assert.deepEqual(await namesOf(), ['femail', 'fphone', 'fmessage'])
    await page.locator('#feither.err').getByText('An e-mail address or a phone number is needed.').waitFor()
    await screenshot(page, 'widget offline form wrong')
    assert.deepEqual(await axeViolations(page), [])
    await page.getByLabel('Message').fill('Is there bait?')
    await page.getByLabel('Phone').fill('+49 30 1234567')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('heading', { name: 'Thank you! We will get back to you.' }).waitFor()
    const { visitor } = await chatOf('Is there bait?')
    assert.equal(visitor.phone, '+49 30 1234567')
    assert.deepEqual(
      (await heard(page)).filter(([name]) => name === 'onChangeState').map(([, state]) => state),
      ['chat'],
    )
  })

  test('W3 W10 a rule opens the call-back form once a day, and the form says that there are no calls yet', async () => {
    const page = await site.visit({ head: OPEN })
    const rules = atOnce('show_callform', { title: 'Shall we call?', once_aday: true })
    await call(page, 'setRules', rules)
    await page.getByRole('heading', { name: 'Shall we call?' }).waitFor()
    await page.getByText('Calls are not available at the moment.').waitFor()
    await screenshot(page, 'widget call form')
    assert.deepEqual(await axeViolations(page), [])
    // The form promises no call, takes no number and has nothing that is disabled: it leads to the chat.
    const form = page.getByRole('group', { name: 'Shall we call?' })
    assert.equal(await form.locator('input,:disabled').count(), 0)
    assert.deepEqual(await form.getByRole('button').allTextContents(), ['Write instead'])
    assert.deepEqual(
      (await heard(page)).filter(([name]) => name === 'onChangeState').map(([, state]) => state),
      ['call'],
    )
    await page.goto(`${site.url}/again`)
    await loaded(page)
    await call(page, 'close')
    await page.goto(`${site.url}/once more`)
    await loaded(page)
    await call(page, 'setRules', [...rules, ...LOOKED_AT])
    await call(page, 'open')
    await says(page, 'All rules were looked at').waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Shall we call?' }).count(), 0)
  })

  test('W3 an invitation is shown above the label, once per visit, and a press opens it', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'setRules', atOnce('proactive', { message: 'A lamp, perhaps?' }))
    const invitation = page.getByRole('status').getByRole('button', { name: 'A lamp, perhaps?' })
    await invitation.waitFor()
    await screenshot(page, 'widget invitation')
    assert.deepEqual(await axeViolations(page), [])
    await page.goto(`${site.url}/second`)
    await loaded(page)
    await call(page, 'setRules', [...atOnce('proactive', { message: 'A lamp, perhaps?' }), ...LOOKED_AT])
    await call(page, 'open')
    await says(page, 'All rules were looked at').waitFor()
    assert.equal(await page.getByText('A lamp, perhaps?').count(), 0)
  })

  test('W3 an invitation is not shown during an open chat on any page, and is shown after its end', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await write(page, 'still talking')
    const agent = site.server.agent()
    const { id } = await chatOf('still talking')
    await agent.accepts(id)
    await agent.writes(id, 'go on')
    await says(page, 'go on').waitFor()
    // All messages are read, so that the next page shows none by itself.
    await page.waitForFunction(`Object.keys(localStorage).some((name) => name.endsWith('.read'))`)
    await page.getByRole('button', { name: 'Minimise' }).click()
    const rules = [...atOnce('proactive', { message: 'A lamp, perhaps?' }), ...LOOKED_AT]
    await page.goto(`${site.url}/next`)
    await loaded(page)
    await call(page, 'setRules', rules)
    await page.getByRole('button', { name: 'New messages' }).waitFor()
    assert.equal(await page.locator('.inv').isVisible(), false)
    // This page must not show it at the end of the chat: it is shown once per visit, and the next page is looked at.
    await call(page, 'setRules', [])
    await agent.closes(id)
    await page.goto(`${site.url}/third`)
    await loaded(page)
    await call(page, 'setRules', rules)
    await page.getByRole('status').getByRole('button', { name: 'A lamp, perhaps?' }).waitFor()
  })

  test('W3 a form that the visitor closed stays closed for a minute on the next pages too, and other rule timers continue there', async () => {
    const page = await site.visit({ head: OPEN })
    const rules = atOnce('open_offline', { title: 'Gone fishing' })
    await call(page, 'setRules', rules)
    await page.getByRole('heading', { name: 'Gone fishing' }).waitFor()
    await call(page, 'showProactiveInvitation', 'A lamp, perhaps?')
    await page.getByRole('button', { name: 'Close' }).click()
    await page.goto(`${site.url}/next`)
    await loaded(page)
    const since = { condition: 'time_after_invitation', comparator: 'greater_equal', value: 0 }
    await call(page, 'setRules', [...rules, ...LOOKED_AT.map((rule) => ({ ...rule, conditions: [since] }))])
    await page.getByRole('button', { name: 'New messages' }).waitFor()
    assert.equal(await page.getByRole('heading', { name: 'Gone fishing' }).count(), 0)
    // The page can change the tab's storage.
    await page.evaluate(`for (const name of Object.keys(sessionStorage)) sessionStorage[name] = '{'`)
    await page.goto(`${site.url}/third`)
    await loaded(page)
    await call(page, 'setRules', [])
  })

  test('a thumb rates the chat immediately, a comment may follow, and the thanks stay visible', async () => {
    const page = await site.visit({ head: OPEN, context: { viewport: { width: 1000, height: 560 } } })
    await call(page, 'setContactInfo', { email: 'ada@shop.test' })
    await call(page, 'open')
    await write(page, 'rate me')
    const agent = site.server.agent()
    const { id } = await chatOf('rate me')
    await agent.accepts(id)
    for (let line = 0; line < 12; line++) await agent.writes(id, `line ${line}`)
    await agent.closes(id)
    const thumb = page.getByRole('button', { name: 'Good', exact: true })
    await thumb.click()
    await soon(async () => (await agent.chat(id)).rating === 'positive')
    await page.getByRole('status').getByText('Thank you!').waitFor()
    assert.equal(await thumb.getAttribute('aria-pressed'), 'true')
    await screenshot(page, 'widget rating')
    assert.deepEqual(await axeViolations(page), [])
    const send = page.locator('.card').getByRole('button', { name: 'Send' })
    const [button, log] = [await send.boundingBox(), await page.getByRole('log').boundingBox()]
    assert.ok(button && log && button.y + button.height <= log.y + log.height, 'the button is below the fold')
    await page.getByRole('textbox', { name: 'What should we know?' }).fill('so quick')
    await send.click()
    await soon(async () =>
      (await agent.entries(id)).some((one) => one.type === 'chat.rated' && one.text === 'so quick'),
    )
    await thumb.waitFor({ state: 'detached' })
    assert.equal(await page.getByRole('status').getByText('Thank you!').isVisible(), true)
    assert.equal((await agent.entries(id)).filter(({ type }) => type === 'chat.rated').length, 2)
  })

  test('a message above the label names its author', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await write(page, 'who is there')
    const agent = site.server.agent()
    const { id } = await chatOf('who is there')
    await agent.accepts(id)
    await agent.writes(id, 'it is me')
    await says(page, 'it is me').waitFor()
    await call(page, 'close')
    await agent.writes(id, 'are you <b>there</b>?')
    const bubble = page.getByRole('status').getByRole('button', { name: 'Ann are you <b>there</b>?', exact: true })
    await bubble.waitFor()
    await screenshot(page, 'widget bubble')
    assert.deepEqual(await axeViolations(page), [])
    await bubble.click()
    await says(page, 'are you <b>there</b>?').waitFor()
  })

  test('T33 messages that other windows post to a page, or to the standalone page, have no effect and get no answer', async () => {
    const page = await site.visit({ head: OPEN })
    await call(page, 'open')
    await write(page, 'not for you')
    await page.evaluate(`var overheard = []; addEventListener('message', (event) => overheard.push(event.data))`)
    await page.context().addInitScript(OPEN.replaceAll(/<\/?script>/g, ''))
    const [alone] = await Promise.all([
      page.waitForEvent('popup'),
      page.evaluate(
        (url) => void (globalThis as unknown as { open(at: string): void }).open(url),
        `${site.server.publicUrl}/talk/Wd3tEf6hIj`,
      ),
    ])
    await alone.getByRole('textbox').waitFor()
    const before = await heard(page)
    const frames = [
      { t: 'message', id: 'hostile-message', text: 'hostile' },
      { t: 'identify', visitor: 'x'.repeat(32) },
      { t: 'entries', entries: [{ type: 'message', from: 'agent', text: 'hostile', chat: 1, n: 99, at: 1, id: 'x' }] },
      {
        t: 'ready',
        online: false,
        number: 1,
        contact: { name: 'hostile' },
        met: true,
        cursor: null,
        more: false,
        again: 0,
      },
      { type: 'open' },
      { method: 'sendOfflineMessage', args: [{ message: 'hostile', email: 'h@h.test' }] },
      { command: 'close' },
      'close',
      null,
      42,
    ]
    const post = (to: Page, from: string) =>
      to.evaluate(
        ([list, window]) => {
          const own = globalThis as unknown as Record<string, { postMessage(data: unknown, to: string): void }>
          for (const one of list as unknown[])
            for (const data of [one, JSON.stringify(one)]) own[window as string]?.postMessage(data, '*')
        },
        [frames, from] as const,
      )
    await post(page, 'self')
    await post(alone, 'self')
    // From the standalone page to the page that opened it.
    await post(alone, 'opener')
    await write(page, 'still here')
    assert.equal(await page.getByText('hostile').count(), 0)
    assert.equal(await alone.getByText('hostile').count(), 0)
    assert.deepEqual(await heard(page), before)
    const overheard = await page.evaluate<unknown[]>('overheard')
    assert.ok(overheard.length >= 2 * frames.length, 'nothing was posted')
    assert.ok(!JSON.stringify(overheard).includes('not for you'))
    assert.deepEqual((await chatOf('still here')).visitor.name, null)
  })

  test('with text at twice the size everything is visible and reachable', async () => {
    // 1280 by 740 at 200 % zoom, and a phone.
    for (const [width, height] of [
      [640, 370],
      [320, 480],
    ] as const) {
      const page = await site.visit({
        head: OPEN,
        context: { viewport: { width, height }, deviceScaleFactor: 2, reducedMotion: 'reduce' },
      })
      await call(page, 'open')
      await write(page, `seen at ${width}`)
      for (const name of ['Minimise', 'Close', 'Attach a file', 'Emoji', 'Send']) {
        const box = await page.getByRole('button', { name, exact: true }).boundingBox()
        assert.ok(
          box && box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height,
          `${name} at ${width}`,
        )
      }
      await page.getByLabel('E-mail').scrollIntoViewIfNeeded()
      await screenshot(page, `widget twice as large ${width}`)
      assert.deepEqual(await axeViolations(page), [])
      const root = 'document.documentElement'
      assert.equal(await page.evaluate(`${root}.scrollWidth - ${root}.clientWidth`), 0)
      await page.context().close()
    }
  })
})
