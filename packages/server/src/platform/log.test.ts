import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeLog, scrub } from './log.ts'

const RANDOM = 'Zk3pQ9sT1vX4yB6cD8eF0gH2jK5mN7pR'
const SENTINEL = 'sEnTiNeL0123456789'

function logged(write: (log: ReturnType<typeof makeLog>) => void): string {
  let lines = ''
  write(makeLog((line) => void (lines += line)))
  return lines
}

test('T15 no secret is logged, in whatever form it is passed', () => {
  const planted: unknown[] = [
    { password: SENTINEL },
    { deep: { er: [{ apiToken: SENTINEL }] } },
    { channel: { secret: SENTINEL, secrets: [SENTINEL], random: SENTINEL, previous_random: SENTINEL } },
    { req: { headers: { Authorization: `Bearer ${SENTINEL}`, cookie: `deskbell=${SENTINEL}` } } },
    { headers: ['authorization', `Bearer ${SENTINEL}`, 'cookie', `a=b; deskbell=${SENTINEL}`] },
    { url: `/files/1?sig=${SENTINEL}` },
    { url: `https://shop.test/hook?key=${SENTINEL}&x=1` },
    { msg: `connect postgres://deskbell:${SENTINEL}@db:5432/x failed` },
    { body: JSON.stringify({ email: 'a@b', password: SENTINEL }) },
    { body: JSON.stringify({ inner: JSON.stringify({ clientSecret: SENTINEL }) }) },
    { note: `whsec_${SENTINEL}+/=` },
    { note: `deskbell_${SENTINEL}${SENTINEL}` },
    { hash: `$argon2id$v=19$m=1,t=1,p=1$${SENTINEL}$${SENTINEL}` },
    { err: new Error(`could not sign with whsec_${SENTINEL}`) },
    { err: new Error('outer', { cause: new Error(`token=${SENTINEL}`) }) },
    { secretKey: { parts: [SENTINEL] } },
  ]
  const lines = logged((log) => {
    for (const value of planted) log.info(value)
    log.child({ token: SENTINEL }).info('a child')
    log.error(new Error(`apiKey: ${SENTINEL}`), `signed in with Bearer ${SENTINEL}`)
  })
  assert.equal(lines.includes(SENTINEL), false, lines)
  assert.equal(lines.trimEnd().split('\n').length, planted.length + 2)
})

test('T15 a channel address keeps its public id and loses its random string', () => {
  const lines = logged((log) => {
    log.info({ url: `/${RANDOM}/Ab3dEf6hIj/typein?x=1` })
    log.info(`POST http://localhost:4000/${RANDOM}/Ab3dEf6hIj answered 404`)
    log.info({ url: `/${RANDOM}/wrong` })
    log.info({ url: `/${RANDOM}` })
  })
  assert.equal(lines.includes(RANDOM), false, lines)
  assert.match(lines, /\/…\/Ab3dEf6hIj\/typein\?x=1/)
})

test('T15 other texts are unchanged', () => {
  const lines = logged((log) =>
    log.info({ account: 1, channel: 'Ab3dEf6hIj', delivery: 7, ms: 12, ok: true, token: null }, 'attempt ended'),
  )
  const { time, ...event } = JSON.parse(lines) as Record<string, unknown>
  assert.equal(typeof time, 'number')
  assert.deepEqual(event, {
    level: 'info',
    account: 1,
    channel: 'Ab3dEf6hIj',
    delivery: 7,
    ms: 12,
    ok: true,
    token: null,
    msg: 'attempt ended',
  })
})

test('T15 a secret’s name is recognized within a word, a query or a quoted body', () => {
  const rows: [text: string, scrubbed: string][] = [
    ['a=b&my-token-2=x&c=d', 'a=b&my-token-2=…&c=d'],
    ['url:https://h.test/?token=x', 'url:https://h.test/?token=…'],
    ['a=password=x', 'a=password=…'],
    ['?key=x&sig=y&authority=z', '?key=…&sig=…&authority=…'],
    ['monkey=x', 'monkey=x'],
    ['{\\"secret\\" : \\"x\\"}', '{\\"secret\\" : \\"…\\"}'],
    ['token', 'token'],
  ]
  for (const [text, scrubbed] of rows) assert.equal(scrub(text), scrubbed)
})

/** Texts on which a backtracking pattern would take quadratic time. */
const ATTACKS = [
  'a',
  'password',
  'password-',
  ' ',
  'token ',
  'token\\',
  'token"\\',
  'token = ',
  'Bearer ',
  'Bearer\t ',
  '/bot/webhooks/',
  '/bot/webhooks/a/',
  '://',
  '://a',
  '/0123456789abcdef0123456789abcdef',
  'whsec_',
  'deskbell_',
  'deskbell=',
  '$argon2id$',
  '&key',
]

for (const attack of ATTACKS)
  test(`T30 the log scrubs 1 MB of ${JSON.stringify(attack)} in linear time`, () => {
    const costOf = (bytes: number): number => {
      const text = attack.repeat(Math.ceil(bytes / attack.length))
      const costs = [1, 2, 3].map(() => {
        const before = process.cpuUsage()
        logged((log) => log.info({ text }))
        const { user, system } = process.cpuUsage(before)
        return (user + system) / 1000
      })
      return Math.min(...costs)
    }
    const small = costOf(100_000)
    assert.ok(small < 500, `100 kB took ${small} ms of the processor`)
    // Ten times the size: ten times the cost if linear, a hundred times if quadratic.
    const large = costOf(1_000_000)
    assert.ok(large < 40 * Math.max(small, 2), `100 kB took ${small} ms, 1 MB ${large} ms`)
  })

test('an error is logged with message and stack, without the rows that the database quotes', () => {
  const quoted = { code: '23514', detail: `Failing row contains (1, ${SENTINEL}).`, where: `text ${SENTINEL}` }
  const line = logged((log) => log.error({ err: Object.assign(new Error('violates a check'), quoted) }, 'failed'))
  assert.ok(!line.includes(SENTINEL), line)
  const { err } = JSON.parse(line)
  assert.equal(err.message, 'violates a check')
  assert.equal(err.code, '23514')
  assert.match(err.stack, /log\.test\.ts/)
})
