import assert from 'node:assert/strict'
import { after, afterEach, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { call, callbackEnabled, heard, loaded, OPEN } from '../channels/widget/site.ts'
import { soon } from '../channels/widget/soon.ts'
import { ANN } from '../test-server.ts'
import { without } from '../without.ts'
import { NUMBER, startTelephoneSite, type TelephoneSite } from './telephone-site.ts'

/** An input, which the types of the server do not know. */
interface Field {
  setSelectionRange(from: number, to: number): void
  readonly selectionStart: number | null
}

const skip = without('rtpengine', 'baresip', 'kamailio')

suite('the form for a call-back', { skip }, () => {
  let site: TelephoneSite
  let ann: Awaited<ReturnType<ReturnType<TelephoneSite['server']['agent']>['connects']>>
  before(async () => {
    site = await startTelephoneSite()
    ann = await site.server.agent(ANN).connects()
  })
  afterEach(() => site.isFree())
  after(async () => {
    ann.close()
    await site.close()
  })

  const set = (change: object) => site.server.agent().call('PATCH', '/call-settings', change)
  const act = (page: Page, name: string) => page.locator(`.call [data-act=${name}]`)
  const says = (page: Page, text: string | RegExp) =>
    page.locator('.call [role=status], .nocall p, .telform .err').getByText(text).filter({ visible: true })
  const number = (page: Page) => page.getByRole('textbox', { name: 'Phone number' })
  const land = (page: Page) => page.getByRole('combobox', { name: 'Country' })
  const go = (page: Page) => page.getByRole('button', { name: 'Call me', exact: true })
  const told = async (page: Page) =>
    (await heard(page)).filter(([name]) => name === 'onCallStart' || name === 'onCallEnd')
  const states = async (page: Page) =>
    (await heard(page)).filter(([name]) => name === 'onChangeState').map(([, state]) => state)

  /** A visitor with the form open. */
  async function visit(context: object = {}): Promise<Page> {
    const page = await site.visit({ head: OPEN, context: { locale: 'de-DE', ...context } })
    page.context().setDefaultTimeout(15_000)
    await call(page, 'open', { start: 'call' })
    await page.locator('.hint').getByText('For example').waitFor()
    return page
  }
  /** The visitor asks for a call. Resolves with it once it rings at Ann. */
  async function asks(page: Page, digits = '030123456'): Promise<number> {
    await number(page).fill(digits)
    await go(page).click()
    return site.rings()
  }

  test('W13 C1 from the button to the end: the agent is found, the telephone rings, both talk, and the page hears of it', async () => {
    const page = await site.visit({ head: OPEN, context: { locale: 'de-DE' } })
    page.context().setDefaultTimeout(15_000)
    await call(page, 'open')
    await page.getByRole('button', { name: 'Call me back', exact: true }).click()
    await number(page).waitFor()
    await page.keyboard.type('030123456')
    assert.equal(await number(page).inputValue(), '030 123456')
    await page.keyboard.press('Enter')
    const id = await site.rings()
    await page.getByRole('heading', { name: /^We are calling .\+49.30.123456.$/ }).waitFor()
    await says(page, 'Looking for an agent.').waitFor()
    assert.equal((await site.read(id)).phone, NUMBER)
    const rings = site.phone.until('CALL_INCOMING', 30_000)
    const closeTab = await site.accepts(id, ann)
    await rings
    await page.getByRole('heading', { name: 'Ann Berger' }).waitFor()
    await says(page, 'Your phone is ringing now: please pick up.').waitFor()
    site.phone.does('accept')
    await says(page, 'You are talking on your phone.').waitFor()
    assert.equal(await act(page, 'hang').count(), 0)
    assert.deepEqual(await told(page), [['onCallStart']])
    await site.on(id, 'hang-up')
    await says(page, /The call has ended\. It took/).waitFor()
    assert.deepEqual(await told(page), [['onCallStart'], ['onCallEnd', { result: 'ok' }]])
    await act(page, 'write').click()
    assert.deepEqual(await states(page), ['chat', 'chat/call', 'chat'])
    await closeTab()
    await page.context().close()
  })

  test('a number is written in groups, a pasted one chooses its country, and the caret stays where it is', async () => {
    const page = await visit()
    assert.deepEqual(await land(page).locator('option').allTextContents(), [
      'Austria (\u2066+43\u2069)',
      'Germany (\u2066+49\u2069)',
      'United States (\u2066+1\u2069)',
    ])
    assert.equal(await land(page).inputValue(), 'DE')
    await number(page).focus()
    await page.keyboard.insertText('+43 664 123456')
    await soon(async () => (await number(page).inputValue()) === '664 123456')
    assert.equal(await land(page).inputValue(), 'AT')
    await page.locator('.hint').getByText('0664').waitFor()
    await land(page).selectOption('US')
    await number(page).fill('2015550123')
    await soon(async () => (await number(page).inputValue()) === '(201) 555-0123')
    // The caret behind "(201) 5" deletes the digit before the bracket's space.
    await number(page).evaluate((field) => (field as unknown as Field).setSelectionRange(6, 6))
    await page.keyboard.press('Backspace')
    assert.equal(await number(page).inputValue(), '(205) 550-123')
    assert.equal(await number(page).evaluate((field) => (field as unknown as Field).selectionStart), 3)
    await page.keyboard.type('1')
    assert.equal(await number(page).inputValue(), '(201) 555-0123')
    await page.reload()
    await loaded(page)
    await soon(async () => (await number(page).inputValue()).replaceAll(/\D/g, '') === '2015550123')
    await page.context().close()
  })

  test('the browser’s country is chosen where it may be called', async () => {
    for (const [locale, country] of [
      ['de-AT', 'AT'],
      ['fr-FR', 'DE'],
    ] as const) {
      const page = await visit({ locale })
      assert.equal(await land(page).inputValue(), country)
      await page.context().close()
    }
  })

  test('what is wrong with a number stands at its field, and nothing has begun', async () => {
    const page = await visit()
    for (const [digits, text] of [
      ['', 'Please enter your number, for example'],
      ['0301', 'This number is too short.'],
      ['01512345678901234', 'This number is too long.'],
      ['+33 1 70 18 99 00', 'We do not call numbers with'],
      ['0900 1234567', 'We do not call numbers of this kind.'],
    ] as const) {
      await number(page).fill(digits)
      await go(page).click()
      await says(page, text).waitFor()
      assert.equal(await number(page).getAttribute('aria-invalid'), 'true', text)
      assert.equal(await number(page).evaluate((field) => field.matches(':focus')), true, text)
    }
    await page.keyboard.type('1')
    assert.equal(await number(page).getAttribute('aria-invalid'), 'false')
    assert.deepEqual(await told(page), [])
    await page.context().close()
  })

  test('the visitor cancels while an agent is looked for, and while the telephone rings', async () => {
    const page = await visit()
    const first = await asks(page)
    await act(page, 'hang').click()
    await says(page, 'The call was cancelled.').waitFor()
    await site.until(first, ({ ended }) => ended !== null)
    await act(page, 'again').click()
    const second = await site.rings()
    const rings = site.phone.until('CALL_INCOMING', 30_000)
    const closeTab = await site.accepts(second, ann)
    await rings
    const stops = site.phone.until('CALL_CLOSED', 30_000)
    await says(page, 'Your phone is ringing now: please pick up.').waitFor()
    await act(page, 'hang').click()
    await stops
    await site.until(second, ({ ended }) => ended !== null)
    const fail = ['onCallEnd', { result: 'fail', reason: 'The client hung up before both sides were connected' }]
    assert.deepEqual(await told(page), [['onCallStart'], fail, ['onCallStart'], fail])
    await closeTab()
    await page.context().close()
  })

  test('it survives a reload, a second tab shows it, and both say why it failed and what helps', async () => {
    const page = await visit()
    const id = await asks(page)
    await page.reload()
    await loaded(page)
    await says(page, 'Looking for an agent.').waitFor()
    const other = await page.context().newPage()
    await other.goto(site.url)
    await loaded(other)
    await other.locator('.calling').waitFor()
    await call(other, 'open', { start: 'call' })
    await says(other, 'Looking for an agent.').waitFor()
    site.phone.when('CALL_INCOMING', 'hangup')
    const closeTab = await site.accepts(id, ann)
    for (const one of [page, other]) {
      await says(one, 'Your number is busy.').waitFor()
      assert.equal(await act(one, 'other').isVisible(), true)
    }
    assert.deepEqual(await told(page), [['onCallEnd', { result: 'fail', reason: 'The number is busy' }]])
    assert.deepEqual(await told(other), [])
    await act(page, 'other').click()
    await number(page).waitFor()
    assert.equal(await number(page).evaluate((field) => field.matches(':focus')), true)
    await closeTab()
    await page.context().close()
  })

  test('a number that does not exist asks for another one', async () => {
    const page = await visit()
    const closeTab = await site.accepts(await asks(page, '030999999'), ann)
    await says(page, 'There is no such number. Please check it.').waitFor()
    assert.equal(await act(page, 'again').count(), 0)
    await act(page, 'other').click()
    assert.equal(await number(page).inputValue(), '030 999999')
    await closeTab()
    await page.context().close()
  })

  test('limits are said in words, by what the visitor can do', async () => {
    await set({ perNumber: 1 })
    const page = await visit()
    await number(page).fill('030123456')
    await go(page).click()
    await says(page, 'This number has been called as often as is possible in one day.').waitFor()
    await set({ perNumber: 0, perAddress: 1 })
    await number(page).fill('030123457')
    await go(page).click()
    await says(page, 'You have been called as often as is possible in one day.').waitFor()
    await set({ perAddress: 0 })
    assert.deepEqual(await told(page), [])
    await page.context().close()
  })

  test('W10 a call that the page’s script starts is shown in the window, too', async () => {
    const page = await site.visit({ head: OPEN })
    page.context().setDefaultTimeout(15_000)
    await call(page, 'open')
    assert.deepEqual(await callbackEnabled(page), { result: 'ok' })
    assert.deepEqual(await call(page, 'startCall', '030 123456'), { result: 'ok' })
    await site.rings()
    await page.locator('.callbar').getByText('Looking for an agent.').waitFor()
    await page.locator('.callbar').getByRole('button', { name: 'Cancel' }).click()
    await page.locator('.callbar.done').getByText('The call was cancelled.').waitFor()
    assert.deepEqual(
      (await told(page)).map(([name]) => name),
      ['onCallStart', 'onCallEnd'],
    )
    await page.context().close()
  })

  test('outside the hours the form says when calls are possible, and leads to a message', async () => {
    const day = new Date(Date.now() + 2 * 24 * 3600_000)
    const name = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'][day.getUTCDay()] ?? ''
    const channel = site.server.services.directory.channelByPublicId('Wd3tEf6hIj')
    const hours = (workingHours: object | null) =>
      site.server.agent().call('PATCH', `/channels/${channel?.id}`, { workingHours })
    await hours({ timeZone: 'UTC', days: { [name]: [['08:00', '12:00']] } })
    const page = await site.visit({ head: OPEN, context: { timezoneId: 'UTC' } })
    page.context().setDefaultTimeout(15_000)
    await call(page, 'open', { start: 'call' })
    await says(page, 'No agent can call you right now.').waitFor()
    const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' }).format(day)
    await page.locator('.when').getByText(`Calls are possible again: ${weekday}`).waitFor()
    await page.getByRole('button', { name: 'Leave a message' }).click()
    await page.getByRole('heading', { name: 'Leave a message' }).waitFor()
    await call(page, 'open', { start: 'call' })
    await hours(null)
    await number(page).waitFor()
    assert.deepEqual(await states(page), ['call', 'chat', 'chat/call'])
    await page.context().close()
  })
})
