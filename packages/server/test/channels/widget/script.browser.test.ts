import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { call, callbackEnabled, composer, heard, loaded, OPEN, startSite } from './site.ts'

let site: Awaited<ReturnType<typeof startSite>>
before(async () => {
  site = await startSite()
})
after(() => site.close())

const ok = { result: 'ok' }

test('W1 chatMode returns immediately whether an agent is available', async () => {
  const page = await site.visit()
  assert.equal(await call(page, 'chatMode'), 'offline')
  const ann = await site.server.agent().connects()
  const later = await site.visit()
  assert.equal(await call(later, 'chatMode'), 'online')
  ann.close()
})

test('W2 W6 contact info: given non-empty values change it, numbers become text, other values are ignored', async () => {
  const page = await site.visit()
  const nobody = { client_name: null, name: null, email: null, phone: null, description: null }
  assert.deepEqual(await call(page, 'getContactInfo'), nobody)
  assert.deepEqual(await call(page, 'setContactInfo', { name: 'Ada', phone: 4930, colour: 'red' }), ok)
  const ada = { ...nobody, client_name: 'Ada', name: 'Ada', phone: '4930' }
  assert.deepEqual(await call(page, 'getContactInfo'), ada)
  assert.deepEqual(await call(page, 'setContactInfo', { name: '', email: 'ada@shop.test' }), ok)
  assert.deepEqual(await call(page, 'getContactInfo'), { ...ada, email: 'ada@shop.test' })
  assert.deepEqual(await call(page, 'setContactInfo', null), ok)
  await page.reload()
  await loaded(page)
  await page.waitForFunction(() => {
    const { chat_api: api } = globalThis as unknown as { chat_api: { getContactInfo(): { email: string } } }
    return api.getContactInfo().email === 'ada@shop.test'
  })
})

test('W3 setRules accepts all rules or none, and names what it does not know', async () => {
  const page = await site.visit()
  const rule = {
    name: 'Greet',
    enabled: true,
    type: 'all',
    conditions: [{ condition: 'time_on_page', comparator: 'greater', value: '0' }],
    commands: [{ command: 'proactive', params: { message: 'May I help?' } }],
  }
  assert.deepEqual(await call(page, 'setRules', [rule]), { result: 'ok', ignored: [] })
  const strange = { ...rule, conditions: [{ condition: 'moon_phase', value: 'full' }] }
  assert.deepEqual(await call(page, 'setRules', { rules: [strange] }), { result: 'ok', ignored: ['moon_phase'] })
  const broken = (await call(page, 'setRules', [{ ...rule, type: 'some' }])) as { result: string; reason: string }
  assert.equal(broken.result, 'fail')
  assert.match(broken.reason, /rules\[0\]\.type/)
  assert.equal(((await call(page, 'setRules', 'none')) as { result: string }).result, 'fail')
  assert.deepEqual(await call(page, 'setRules', []), { result: 'ok', ignored: [] })
})

test('W5 W13 open and close report success, and change the state', async () => {
  const page = await site.visit()
  assert.deepEqual(await call(page, 'open'), ok)
  await page.waitForFunction(() =>
    (globalThis as unknown as { heard: string[][] }).heard.some(([name]) => name === 'onOpen'),
  )
  assert.deepEqual(await call(page, 'close'), ok)
  assert.deepEqual(await call(page, 'open', { start: 'menu' }), ok)
  assert.deepEqual(await call(page, 'open', { start: 'call' }), ok)
  assert.equal(((await call(page, 'open', { start: 'dance' })) as { result: string }).result, 'fail')
  const states = (await heard(page)).filter(([name]) => name === 'onChangeState').map(([, state]) => state)
  assert.deepEqual(states, ['chat', 'label', 'chat', 'chat/call'])
})

test('W7 custom data must be an array, may be set again and again, and reaches the agent', async () => {
  // An agent is available; otherwise the form replaces the chat.
  const ann = await site.server.agent().connects()
  const page = await site.visit({ head: OPEN })
  assert.deepEqual(await call(page, 'setCustomData', 'x'), { result: 'fail', reason: 'Custom data must be array.' })
  assert.deepEqual(await call(page, 'setCustomData', [{ title: 'Order', content: 7 }, {}, null]), ok)
  const many = Array.from({ length: 51 }, (_, i) => ({ title: 'T', content: String(i) }))
  assert.equal(((await call(page, 'setCustomData', many)) as { result: string }).result, 'fail')
  assert.deepEqual(await call(page, 'setCustomData', [{ title: 'Order', content: '<b>8</b>', key: 'Total' }]), ok)
  await call(page, 'open')
  await composer(page).fill('hi')
  await page.keyboard.press('Enter')
  const number = await new Promise((resolve) => {
    void page.exposeFunction('tell', resolve).then(() =>
      page.evaluate(() => {
        const { chat_api: api, tell } = globalThis as unknown as {
          chat_api: { getVisitorNumber(done: (error: unknown, number: number) => void): void }
          tell: (number: number) => void
        }
        api.getVisitorNumber((_error, own) => tell(own))
      }),
    )
  })
  let custom: unknown
  for (const until = performance.now() + 15_000; performance.now() < until && !custom;) {
    const line = (await site.server.agent().chats()).find(({ visitor }) => visitor.number === String(number))
    custom = line && (await site.server.agent().chat(line.id)).visitor.custom
  }
  assert.deepEqual(custom, [{ title: 'Order', content: '<b>8</b>', key: 'Total' }])
  ann.close()
})

test('W8 a user token is text or a number, and is returned', async () => {
  const page = await site.visit()
  assert.deepEqual(await call(page, 'setUserToken', 'abc'), { result: 'ok', token: 'abc' })
  assert.deepEqual(await call(page, 'setUserToken', 42), { result: 'ok', token: '42' })
  for (const none of [undefined, null, '', {}])
    assert.deepEqual(await call(page, 'setUserToken', none), { result: 'fail', token: false })
  const long = 'x'.repeat(1025)
  assert.deepEqual(await call(page, 'setUserToken', long), { result: 'fail', token: long })
})

test('W10 calls are disabled, with this message', async () => {
  const page = await site.visit()
  assert.deepEqual(await call(page, 'startCall', '12'), { result: 'fail', reason: 'Invalid phone number' })
  assert.deepEqual(await call(page, 'startCall', '+49 (30) 123-4567'), { result: 'fail', reason: 'Callback disabled' })
  assert.deepEqual(await callbackEnabled(page), { result: 'fail', reason: 'Callback disabled' })
})

test('W11 an offline message needs a text and a way to answer', async () => {
  const page = await site.visit()
  for (const bad of [{}, { message: 'hi' }, { message: 'hi', email: 'nobody' }, { email: 'ada@shop.test' }]) {
    const answer = (await call(page, 'sendOfflineMessage', bad)) as { result: string; error: string }
    assert.equal(answer.result, 'fail')
    assert.ok(answer.error.length > 0)
  }
  assert.deepEqual(await call(page, 'sendOfflineMessage', { message: 'Call me', phone: '+49 30 1234567' }), ok)
})

test('W12 callbacks are looked up at each call, called once, and an exception in one has no effect', async () => {
  const page = await site.visit({ head: '<script>window.addEventListener("error",e=>heard.push(["error"]))</script>' })
  assert.deepEqual(await heard(page), [['onLoadCallback']])
  await page.evaluate(() => {
    const own = globalThis as unknown as { chat_onOpen: unknown; chat_onClose: unknown }
    own.chat_onOpen = () => {
      throw new Error('of the page')
    }
    own.chat_onClose = 'no function'
  })
  await call(page, 'open')
  await page.waitForFunction(() => (globalThis as unknown as { heard: string[][] }).heard.length > 1)
  assert.deepEqual(await call(page, 'close'), ok)
  const names = (await heard(page)).map(([name]) => name)
  assert.ok(!names.includes('error'))
  assert.ok(names.filter((name) => name === 'onLoadCallback').length === 1)
})

test('W14 chat_api is a plain object: its functions work detached, and can be wrapped', async () => {
  const page = await site.visit()
  const found = await page.evaluate(() => {
    const { chat_api: api } = globalThis as unknown as { chat_api: Record<string, (...of: unknown[]) => unknown> }
    const { chatMode, setContactInfo } = api
    const before = api['chatMode']
    api['chatMode'] = () => `wrapped ${String(before?.())}`
    return {
      own: Object.keys(api).length,
      plain: Object.getPrototypeOf(api) === Object.prototype,
      frozen: Object.isFrozen(api),
      alone: [chatMode?.(), setContactInfo?.({ name: 'Ada' })],
      wrapped: api['chatMode'](),
    }
  })
  assert.deepEqual(found, {
    own: 13,
    plain: true,
    frozen: false,
    alone: ['offline', ok],
    wrapped: 'wrapped offline',
  })
})

test('another vendor’s names can be used instead', async () => {
  const page = await site.visit({ attributes: 'data-prefix="jivo_"', head: '<script>var chat_api=1</script>' })
  await page.waitForFunction(() => (globalThis as unknown as { jivo_api?: object }).jivo_api !== undefined)
  assert.equal(await page.evaluate(() => (globalThis as unknown as { chat_api: unknown }).chat_api), 1)
})
