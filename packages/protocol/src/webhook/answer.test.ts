import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { repeats } from '../../../../tools/extent.ts'
import { parseCardAnswer, parseResult, type CardAnswer } from './answer.ts'
import type { Card } from './card.ts'
import { ANSWER_MAX, CARD_CONTENT_MAX } from './limits.ts'

const EMPTY: Card = { customData: [], contact: {}, enableAssign: false }
const bytes = (text: string) => new TextEncoder().encode(text)
const read = (answer: unknown) => parseCardAnswer(bytes(JSON.stringify(answer)))
const line = { title: 'Last order', content: '10482' }

function cardOf(answer: CardAnswer): Card {
  assert.ok(answer.result === 'ok')
  return answer.card
}
const leftOutOf = (answer: CardAnswer) =>
  answer.result === 'ok' ? answer.leftOut.map(({ path }) => path) : answer.reason

type Row = [body: string | Uint8Array, card: Partial<Card> | 'none' | 'failure', leftOut?: string[]]

const BODIES: Row[] = [
  ['{"result":"ok"}', {}],
  ['{"result":"OK"}', {}],
  ['\uFEFF \r\n{"result":" Ok "}\n', {}],
  ['[]', 'none'],
  ['{}', 'none'],
  ['', 'none'],
  ['null', 'none'],
  ['ok', 'none'],
  ['<!doctype html><title>CRM</title>', 'none'],
  ['[{"result":"ok"}]', 'none'],
  ['{"result":true,"crm_link":"https://crm.test/1"}', 'none'],
  ['{"custom_data":[{"title":"a"}]}', 'none'],
  ['{"result":"failure","custom_data":[{"title":"a"}]}', 'failure'],
  [Uint8Array.of(0x7b, 0x22, 0xff, 0x22, 0x7d), 'none'],
  ['{"result":"ok","custom_data":[],"contact_info":[],"page":[]}', {}],
  ['{"result":"ok","custom_data":null,"contact_info":null,"enable_assign":null,"crm_link":null,"page":null}', {}],
  [
    '{"result":"ok","custom_data":[{"title":"T","content":"C","key":"K","link":"https://crm.test/1"}]}',
    { customData: [{ title: 'T', content: 'C', key: 'K', link: 'https://crm.test/1' }] },
  ],
  [
    '{"result":"ok","custom_data":[{"title":7,"content":true},{"content":9007199254740993},{"content":1.10}]}',
    { customData: [{ title: '7', content: 'true' }, { content: '9007199254740993' }, { content: '1.10' }] },
  ],
  [
    '{"result":"ok","custom_data":["x",7,null,[],{},{"title":""},{"key":"k"},{"title":{"a":1},"content":"C"}]}',
    { customData: [{ content: 'C' }] },
    [0, 1, 2, 3, 4, 5, 6].map((at) => `/custom_data/${at}`).concat('/custom_data/7/title'),
  ],
  [
    '{"result":"ok","custom_data":{"title":"a"},"contact_info":"Vera","page":"https://a.test/","enable_assign":"true"}',
    {},
    ['/custom_data', '/contact_info', '/page', '/enable_assign'],
  ],
  [
    '{"result":"ok","contact_info":{"name":" Vera ","phone":31205550142,"email":"","description":" Pays late ","age":7}}',
    { contact: { name: 'Vera', phone: '31205550142', description: 'Pays late' } },
  ],
  [
    '{"result":"ok","crm_link":"HTTPS://crm.test/324","enable_assign":true}',
    { crmLink: 'HTTPS://crm.test/324', enableAssign: true },
  ],
  [
    '{"result":"ok","page":{"url":"https://shop.test/a","title":"Shop"},"unknown":{"deep":[1]}}',
    { page: { url: 'https://shop.test/a', title: 'Shop' } },
  ],
  ['{"result":"ok","page":{"url":"javascript:alert(1)","title":"Shop"}}', {}, ['/page/url']],
  ['{"result":"no","result":"ok","__proto__":{"crm_link":"https://evil.test/"},"crm_link":7}', {}, ['/crm_link']],
]

suite('C11 the parsed answer to chat_accepted for 25 bodies', () => {
  test('there are 25', () => assert.equal(BODIES.length, 25))
  for (const [body, card, leftOut = []] of BODIES) {
    const title = typeof body === 'string' ? JSON.stringify(body) : `bytes ${body.join(' ')}`
    test(title, () => {
      const answer = parseCardAnswer(typeof body === 'string' ? bytes(body) : body)
      if (typeof card === 'string') {
        assert.equal(answer.result, card)
        assert.ok('reason' in answer && answer.reason.length > 0)
        return
      }
      assert.deepEqual(cardOf(answer), { ...EMPTY, ...card })
      assert.deepEqual(
        leftOutOf(answer),
        leftOut.toSorted((a, b) => ORDER(a) - ORDER(b)),
      )
      if (answer.result === 'ok') for (const { reason } of answer.leftOut) assert.match(reason, /^(?:must|has|and)/)
    })
  }
})

/** Links are looked at before lists. */
const ORDER = (path: string) =>
  ['/crm_link', '/page', '/custom_data', '/contact_info', '/enable_assign'].findIndex((start) => path.startsWith(start))

test('C11 at most 256 KiB and 50 lines; of longer texts the beginning', () => {
  const full = (size: number) => bytes(`{"result":"ok","pad":"${'x'.repeat(size - 24)}"}`)
  assert.equal(full(ANSWER_MAX).length, ANSWER_MAX)
  assert.equal(parseCardAnswer(full(ANSWER_MAX)).result, 'ok')
  assert.equal(parseCardAnswer(full(ANSWER_MAX + 1)).result, 'none')
  const many = read({ result: 'ok', custom_data: Array.from({ length: 60 }, (_, i) => ({ content: i })) })
  assert.deepEqual(
    cardOf(many).customData.map(({ content }) => content),
    Array.from({ length: 50 }, (_, i) => String(i)),
  )
  assert.deepEqual(leftOutOf(many), ['/custom_data/50'])
  const skipped = read({ result: 'ok', custom_data: [7, ...Array.from({ length: 50 }, () => line)] })
  assert.equal(cardOf(skipped).customData.length, 50, 'what is skipped takes no place')
  const [long] = cardOf(
    read({ result: 'ok', custom_data: [{ title: 'ä'.repeat(300), content: '👋'.repeat(5000) }] }),
  ).customData
  assert.equal(long?.title, 'ä'.repeat(256))
  assert.equal(long?.content, '👋'.repeat(CARD_CONTENT_MAX))
})

const NO_PAGES = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://files.test/',
  'mailto:a@b.test',
  'tel:+31205550142',
  'blob:https://crm.test/1',
  '//crm.test/1',
  '/contacts/1',
  'crm.test/1',
  'https:crm.test',
  'https://',
  'https://crm.test/\u0000',
  'https://crm.test/\nx',
  'ht\ttps://crm.test/',
  `https://crm.test/${'x'.repeat(2048)}`,
]

test('C13 C25 T2 a link to anything but a web page is left out, its text and the rest stay', () => {
  for (const link of NO_PAGES) {
    const answer = read({
      result: 'ok',
      crm_link: link,
      custom_data: [{ ...line, link }],
      page: { url: link, title: 'Shop' },
      contact_info: { name: 'Vera' },
    })
    assert.deepEqual(cardOf(answer), { ...EMPTY, customData: [line], contact: { name: 'Vera' } }, link)
    assert.deepEqual(leftOutOf(answer), ['/crm_link', '/page/url', '/custom_data/0/link'])
  }
  for (const link of ['http://crm.test', 'https://crm.test/a?b=c#d', 'https://münchen.test/', 'https://[2001:db8::1]/'])
    assert.equal(cardOf(read({ result: 'ok', crm_link: ` ${link} ` })).crmLink, link)
})

test('C16 C18 the answer to any other event is ok, FAILURE or without a result', () => {
  const rows: [body: string, result: ReturnType<typeof parseResult>][] = [
    ['{"result":"ok"}', 'ok'],
    ['{"result":"OK","more":1}', 'ok'],
    ['{"result":"FAILURE"}', 'failure'],
    ['{"result":"failure"}', 'failure'],
    ['{"result":"fail"}', 'none'],
    ['{"result":1}', 'none'],
    ['', 'none'],
    ['[]', 'none'],
    ['{}', 'none'],
    ['thanks', 'none'],
    [`{"result":"ok","pad":"${'x'.repeat(ANSWER_MAX)}"}`, 'none'],
  ]
  for (const [body, result] of rows) assert.equal(parseResult(bytes(body)), result, body.slice(0, 40))
})

test('C11 T31 deep and huge answers, and answers with a prototype key, are refused early', () => {
  assert.equal(parseCardAnswer(bytes('['.repeat(200_000))).result, 'none')
  assert.equal(parseCardAnswer(bytes('{"a":'.repeat(40_000))).result, 'none')
  const keys = Object.fromEntries(Array.from({ length: 2001 }, (_, i) => [`k${i}`, 0]))
  assert.equal(read({ result: 'ok', ...keys }).result, 'none')
  const nonsense = read({ result: 'ok', custom_data: Array.from({ length: 100_000 }, () => 0) })
  assert.deepEqual(cardOf(nonsense), EMPTY)
  assert.equal(leftOutOf(nonsense).length, 20, 'what was left out is named a few times')
  const poisoned =
    '{"result":"ok","custom_data":[{"__proto__":{"title":"x"},"content":"C"}],"constructor":{"prototype":{"polluted":1}}}'
  assert.deepEqual(cardOf(parseCardAnswer(bytes(poisoned))).customData, [{ content: 'C' }])
  assert.equal(({} as Record<string, unknown>)['polluted'], undefined)
})

test('C11 contact_info accepts a description: scalars as text, cut, other values left out', () => {
  const described = (description: unknown) => read({ result: 'ok', contact_info: { name: 'Vera', description } })
  assert.deepEqual(cardOf(described('Buys\nlamps')).contact, { name: 'Vera', description: 'Buys\nlamps' })
  assert.equal(cardOf(described(7)).contact.description, '7')
  assert.equal(cardOf(described('👋'.repeat(2001))).contact.description, '👋'.repeat(2000))
  for (const nothing of [null, '', '  ']) {
    assert.deepEqual(cardOf(described(nothing)).contact, { name: 'Vera' })
    assert.deepEqual(leftOutOf(described(nothing)), [])
  }
  assert.deepEqual(cardOf(described({ a: 1 })).contact, { name: 'Vera' })
  assert.deepEqual(leftOutOf(described({ a: 1 })), ['/contact_info/description'])
})

test('C11 any answer is read without a fault, and only storable text and web links are shown', () => {
  const anything = fc.jsonValue({ maxDepth: 4 })
  const field = fc.record({ title: anything, content: anything, key: anything, link: anything }, { requiredKeys: [] })
  const answer = fc.record(
    {
      result: fc.oneof(fc.constantFrom('ok', 'OK', 'FAILURE'), anything),
      custom_data: fc.oneof(fc.array(fc.oneof(field, anything), { maxLength: 60 }), anything),
      contact_info: fc.oneof(
        fc.record({ name: anything, phone: anything, email: anything, description: anything }),
        anything,
      ),
      crm_link: fc.oneof(fc.webUrl(), anything),
      enable_assign: anything,
      page: fc.oneof(fc.record({ url: fc.oneof(fc.webUrl(), anything), title: anything }), anything),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(fc.oneof(answer, anything), (given) => {
      const understood = read(given)
      if (understood.result !== 'ok') return
      const { card } = understood
      assert.ok(card.customData.length <= 50)
      for (const one of card.customData) assert.ok((one.title ?? one.content) !== undefined)
      for (const link of [card.crmLink, card.page?.url, ...card.customData.map(({ link: of }) => of)])
        if (link !== undefined) assert.match(new URL(link).protocol, /^https?:$/)
      const shown = JSON.stringify(card)
      assert.ok(!shown.includes('\\u0000') && !/\\ud[89a-f]/.test(shown))
    }),
    repeats('answers of webhooks', 2000, 20_000),
  )
})
