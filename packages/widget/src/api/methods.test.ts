import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import type { NewRequest, WidgetCore } from '../core/core.ts'
import type { Done } from '../core/outbox.ts'
import { tellOfEnd } from '../telephone/ends.ts'
import { toMethods } from './methods.ts'

function open() {
  const asked: NewRequest[] = []
  const wishes: string[] = []
  const asides: string[] = []
  const called: unknown[][] = []
  const watching: (() => void)[] = []
  const kept = new Map<string, string | undefined>()
  let answer: (done: Done) => void = () => {}
  const core = {
    online: true,
    ready: true,
    number: null,
    contact: {},
    marks: {},
    local: { get: () => undefined, set: () => {} },
    session: { get: (name: string) => kept.get(name), set: (name: string, value?: string) => kept.set(name, value) },
    call: (...told: unknown[]) => called.push(told),
    boot: { settings: { departments: [{ id: 3, name: 'Sales' }] } },
    ask: (asking: NewRequest) => {
      asked.push(asking)
      return new Promise<Done>((resolve) => {
        answer = resolve
      })
    },
    wish: (wish: string) => wishes.push(wish),
    watch: (listener: () => void) => watching.push(listener),
    addAside: (_: string, text: string) => asides.push(text),
  } as unknown as WidgetCore
  const rules: unknown[] = []
  const api = toMethods(core, (now) => rules.push(now))
  const changed = () => watching.forEach((listener) => listener())
  return { api, core, asked, wishes, asides, rules, called, kept, changed, answer: (done: Done) => answer(done) }
}

test('W1 chatMode is a text', () => {
  const { api, core } = open()
  assert.equal(api.chatMode(), 'online')
  core.online = false
  assert.equal(api.chatMode(), 'offline')
})

test('W2 W6 contact info: unknown fields are null, set fields are readable at once, empty fields change nothing', () => {
  const { api, asked } = open()
  const none = { client_name: null, name: null, email: null, phone: null, description: null }
  assert.deepEqual(api.getContactInfo(), none)
  assert.deepEqual(api.setContactInfo({ name: 'Bo', phone: 4912345678, other: 1 }), { result: 'ok' })
  assert.deepEqual(api.setContactInfo({ name: '', email: 'b@x.test' }), { result: 'ok' })
  const now = { client_name: 'Bo', name: 'Bo', email: 'b@x.test', phone: '4912345678', description: null }
  assert.deepEqual(api.getContactInfo(), now)
  for (const given of [undefined, null, 'x', {}]) assert.deepEqual(api.setContactInfo(given), { result: 'ok' })
  assert.equal(asked.length, 2)
})

test('W3 setRules accepts all rules or none', () => {
  const { api, rules } = open()
  assert.deepEqual(api.setRules([]), { result: 'ok', ignored: [] })
  assert.deepEqual(api.setRules({ rules: [{ conditions: [{ condition: 'moon' }], commands: [] }] }), {
    result: 'ok',
    ignored: ['moon'],
  })
  assert.equal((api.setRules('x') as { result: string }).result, 'fail')
  assert.equal(rules.length, 2)
})

test('W4 a department is sent by its number, and anything else means all departments', () => {
  const { api, core, asides, wishes } = open()
  for (const [given, expected] of [
    [3, 3],
    ['3', 3],
    [999_999, 999_999],
    [undefined, undefined],
    [null, undefined],
    ['Sales', undefined],
    [-1, undefined],
    [1.5, undefined],
    [2 ** 31, undefined],
    [{}, undefined],
  ] as const) {
    assert.deepEqual(api.showProactiveInvitation('Hi', given), { result: 'ok' })
    assert.equal(core.department, expected, JSON.stringify(given))
  }
  assert.equal(asides.length, 10)
  assert.ok(wishes.every((wish) => wish === 'open'))
})

test('W5 open and close', () => {
  const { api, wishes } = open()
  for (const given of [undefined, {}, { start: 'chat' }, { start: 'menu' }, { start: 'call' }]) {
    assert.deepEqual(api.open(given), { result: 'ok' })
  }
  assert.equal((api.open({ start: 'x' }) as { result: string }).result, 'fail')
  assert.deepEqual(api.close(), { result: 'ok' })
  assert.deepEqual(wishes, ['open', 'open', 'open', 'open', 'call', 'close'])
})

test('W7 custom data', () => {
  const { api, asked } = open()
  assert.deepEqual(api.setCustomData({}), { result: 'fail', reason: 'Custom data must be array.' })
  assert.deepEqual(api.setCustomData([{ title: 'Plan', content: 7 }, { link: 'x' }]), { result: 'ok' })
  assert.deepEqual(asked, [{ t: 'custom', fields: [{ title: 'Plan', content: '7' }] }])
})

test('W8 user tokens', () => {
  const { api } = open()
  const long = 'x'.repeat(1025)
  assert.deepEqual(api.setUserToken('abc'), { result: 'ok', token: 'abc' })
  assert.deepEqual(api.setUserToken(12), { result: 'ok', token: '12' })
  assert.deepEqual(api.setUserToken(long), { result: 'fail', token: long })
  for (const given of [undefined, null, '', {}, Number.NaN]) {
    assert.deepEqual(api.setUserToken(given), { result: 'fail', token: false })
  }
})

test('W9 the visitor number arrives later, or an error after ten seconds', async () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const heard: unknown[][] = []
    const { api, answer } = open()
    api.getVisitorNumber((...args: unknown[]) => heard.push(args))
    answer({ t: 'done', id: 'x', number: 7 })
    await Promise.resolve()
    await Promise.resolve()
    assert.equal(heard.length, 0)
    mock.timers.tick(0)
    assert.deepEqual(heard.at(-1), [null, 7])
    api.getVisitorNumber((...args: unknown[]) => heard.push(args))
    mock.timers.tick(0)
    assert.deepEqual(heard.pop(), [null, 7])

    const other = open()
    other.api.getVisitorNumber((...args: unknown[]) => heard.push(args))
    other.api.getVisitorNumber('no function')
    mock.timers.tick(9999)
    assert.equal(heard.length, 1)
    mock.timers.tick(10)
    assert.equal(typeof heard[1]![0], 'string')
    assert.equal(heard[1]![1], undefined)
  } finally {
    mock.timers.reset()
  }
})

test('W10 calls: an invalid number is refused first, then calls are reported as disabled', () => {
  const { api } = open()
  assert.deepEqual(api.startCall('12'), { result: 'fail', reason: 'Invalid phone number' })
  assert.deepEqual(api.startCall('+49 (170) 123-4567'), { result: 'fail', reason: 'Callback disabled' })
})

test('W10 where visitors are called back, the page is told when they cannot be, and hears of the begin', async () => {
  const { api, asked, core, called, kept, answer } = open()
  const isEnabled = () => new Promise((resolve) => void api.isCallbackEnabled(resolve))
  const unavailable = { result: 'fail', reason: 'Callback unavaiable' }
  core.callback = 'closed'
  assert.deepEqual(api.startCall('+49 30 123456'), unavailable)
  assert.deepEqual(await isEnabled(), unavailable)
  core.callback = 'on'
  assert.deepEqual(await isEnabled(), { result: 'ok' })
  assert.deepEqual(api.startCall('123'), { result: 'fail', reason: 'Invalid phone number' })
  assert.deepEqual(api.startCall('+49 30 123456'), { result: 'ok' })
  assert.deepEqual(asked, [{ t: 'call', phone: '+49 30 123456' }])
  answer({ call: { id: 7 } } as Done)
  await new Promise((resolve) => setImmediate(resolve))
  assert.deepEqual([called, kept.get('call')], [[['onCallStart']], '7'])
  // One call at a time.
  assert.deepEqual(api.startCall('+49 30 123456'), unavailable)
})

test('W10 a page that asks before the server has said whether calls are possible is answered when it has, or in ten seconds', () => {
  mock.timers.enable({ apis: ['setTimeout'] })
  try {
    const heard: unknown[] = []
    const { api, core, changed } = open()
    core.ready = false
    api.isCallbackEnabled((result: unknown) => heard.push(result))
    changed()
    mock.timers.tick(9000)
    assert.deepEqual(heard, [])
    core.ready = true
    core.callback = 'on'
    for (let n = 0; n < 2; n++) changed()
    mock.timers.tick(5000)
    assert.deepEqual(heard, [{ result: 'ok' }])

    const other = open()
    other.core.ready = false
    const late: unknown[] = []
    other.api.isCallbackEnabled((result: unknown) => late.push(result))
    mock.timers.tick(10_000)
    assert.deepEqual(late, [{ result: 'fail', reason: 'Callback disabled' }])
  } finally {
    mock.timers.reset()
  }
})

test('the page hears once of the end of a call that its tab has asked for', () => {
  const { core, called, kept } = open()
  const view = { id: 7, phone: '+4930123456', agents: [], held: false, ice: [], since: null, over: false, age: 0 }
  kept.set('call', '7')
  tellOfEnd(core, { ...view, status: 'start' })
  assert.deepEqual([core.phoning, called], [true, []])
  const over = { ...view, status: 'error', failure: 'client_busy', over: true } as const
  for (let n = 0; n < 2; n++) tellOfEnd(core, over)
  assert.deepEqual([core.phoning, called], [false, [['onCallEnd', { result: 'fail', reason: 'The number is busy' }]]])
  kept.set('call', '8')
  tellOfEnd(core, { ...view, id: 8, status: 'end', since: 5000, over: true })
  assert.deepEqual(called[1], ['onCallEnd', { result: 'ok' }])
})

test('W11 offline messages', () => {
  const { api, asked } = open()
  const fails = [undefined, {}, { message: 'x' }, { message: ' ', email: 'b@x.test' }, { message: 'x', email: 'b' }]
  for (const given of fails) {
    const { result, error } = api.sendOfflineMessage(given) as { result: string; error: string }
    assert.equal(result, 'fail')
    assert.equal(typeof error, 'string')
  }
  assert.deepEqual(api.sendOfflineMessage({ name: 'Bo', email: 'b@x.test', message: 'Hi' }), { result: 'ok' })
  assert.deepEqual(asked, [{ t: 'offline', contact: { name: 'Bo', email: 'b@x.test' }, message: 'Hi' }])
})

test('W14 the methods are own and enumerable properties, work unbound, and may be wrapped', () => {
  const { api } = open()
  assert.equal(Object.keys(api).length, 13)
  const { chatMode } = api
  assert.equal(chatMode(), 'online')
  assert.equal(Object.isFrozen(api), false)
})

test('W16 setContactInfo is not the form', () => {
  const { api, asked } = open()
  api.setContactInfo({ name: 'Bo' })
  assert.deepEqual(asked, [{ t: 'contact', contact: { name: 'Bo' } }])
})
