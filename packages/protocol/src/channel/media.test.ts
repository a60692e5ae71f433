import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { FILE_NAME_MAX } from '../limits.ts'
import { parseCustomer, type IncomingMessage } from './customer.ts'
import { FILE_TYPES, type IncomingMedia } from './media.ts'

const file = 'https://x.test/f/report.pdf'
function read(message: object, strictMedia = false) {
  const body = { sender: { id: 'a' }, message }
  return parseCustomer(body, new TextEncoder().encode(JSON.stringify(body)), { strictMedia })
}
function readMessage(message: object, strictMedia = false): IncomingMessage {
  const input = read(message, strictMedia)
  assert.equal(input.kind, 'message', JSON.stringify(input))
  return (input as { message: IncomingMessage }).message
}
const readMedia = (message: object): IncomingMedia => readMessage({ type: 'document', file, ...message }).media!
const verdict = (message: object, strictMedia = false) => {
  const input = read(message, strictMedia)
  return input.kind === 'invalid' ? `${input.code} ${input.field}` : input.kind
}

suite('A16 every media type is read', () => {
  for (const type of FILE_TYPES) {
    test(type, () => {
      assert.deepEqual(readMessage({ type, file, file_name: 'a b.pdf', file_size: 12, text: 'see' }, true), {
        type,
        text: 'see',
        notes: [],
        media: { kind: type, file, name: 'a b.pdf', size: 12 },
      })
    })
  }
  test('location', () => {
    assert.deepEqual(readMessage({ type: 'location', latitude: 52.5, longitude: '-13.25', title: 'Here' }, true), {
      type: 'location',
      text: '',
      notes: [],
      media: { kind: 'location', latitude: 52.5, longitude: -13.25, title: 'Here' },
    })
  })
})

suite('A17 required fields of media', () => {
  test('a file is required: an http(s) URL of at most 2048 characters', () => {
    const bad = [
      undefined,
      null,
      '',
      ' ',
      5,
      {},
      [],
      false,
      'report.pdf',
      '/f/report.pdf',
      'ftp://x.test/a',
      'file:///etc/passwd',
    ]
    bad.push('javascript:alert(1)', 'data:text/plain,hi', 'https://', 'http://[', `https://x.test/${'a'.repeat(2048)}`)
    for (const type of FILE_TYPES) {
      for (const wrong of bad) assert.equal(verdict({ type, file: wrong, text: 'hi' }), 'file_required /message/file')
    }
  })
  test('a location needs both coordinates', () => {
    for (const none of [undefined, null, '', ' ']) {
      assert.equal(verdict({ type: 'location', latitude: none, longitude: 1 }), 'file_required /message/latitude')
      assert.equal(verdict({ type: 'location', latitude: 1, longitude: none }), 'file_required /message/longitude')
    }
  })
  test('a missing name and size are replaced and noted', () => {
    const found = readMessage({ type: 'document', file })
    assert.deepEqual(found.notes, ['file_name_missing', 'file_size_missing'])
    assert.deepEqual(found.media, { kind: 'document', file, name: 'report.pdf' })
    assert.deepEqual(readMessage({ type: 'document', file, file_name: 'a', file_size: 'big' }).notes, [
      'file_size_missing',
    ])
  })
  test('strict media refuses them', () => {
    assert.equal(verdict({ type: 'photo', file, file_size: 1 }, true), 'file_required /message/file_name')
    assert.equal(
      verdict({ type: 'photo', file, file_name: ' ', file_size: 1 }, true),
      'file_required /message/file_name',
    )
    assert.equal(verdict({ type: 'photo', file, file_name: 'a' }, true), 'file_required /message/file_size')
    assert.equal(
      verdict({ type: 'photo', file, file_name: 'a', file_size: 0 }, true),
      'file_required /message/file_size',
    )
    assert.equal(verdict({ type: 'photo', file, file_name: 'a', file_size: '1' }, true), 'message')
  })
  const names: [url: string, name: string | undefined][] = [
    ['https://x.test/f/my%20cat.jpg?token=secret#x', 'my cat.jpg'],
    ['https://x.test/%D1%84%D0%BE%D1%82%D0%BE.png', 'фото.png'],
    ['https://x.test/%zz.png', '%zz.png'],
    ['https://x.test/a.tar.gz', 'a.tar.gz'],
    ['https://x.test/..%2f..%2fetc%2fpasswd.txt', undefined],
    ['https://x.test/a%0d%0ab.txt', undefined],
    ['https://x.test/', undefined],
    ['https://x.test', undefined],
    ['https://x.test/f/', undefined],
    // Such a last part may be the secret that opens the file: it must not become a name that is shown (A19).
    ['https://x.test/get/4AAQSkZJRgABAQ', undefined],
    ['https://x.test/get?file=a.jpg&token=secret', undefined],
  ]
  for (const [url, name] of names) test(`the name in ${url}`, () => assert.equal(readMedia({ file: url }).name, name))

  test('a long name is cut', () => {
    assert.equal(readMedia({ file_name: 'x'.repeat(3000) }).name?.length, FILE_NAME_MAX)
  })
})

suite('A18 numbers', () => {
  const counts = ['file_size', 'duration', 'width', 'height'] as const
  const kept = (key: (typeof counts)[number], value: unknown) =>
    readMedia({ [key]: value })[key === 'file_size' ? 'size' : key]

  test('a positive integer is taken, as a number or as a decimal string', () => {
    fc.assert(
      fc.property(fc.constantFrom(...counts), fc.integer({ min: 1, max: 2 ** 31 - 1 }), (key, count) => {
        assert.equal(kept(key, count), count)
        assert.equal(kept(key, String(count)), count)
      }),
    )
    assert.equal(kept('file_size', 2 ** 40), 2 ** 40)
    assert.equal(kept('width', 2 ** 31), undefined)
  })
  test('anything else is left out', () => {
    const wrong = [
      0,
      -1,
      1.5,
      '0',
      '-1',
      '1.5',
      '1e3',
      '0x10',
      ' 5',
      '',
      ' ',
      '99999999999999999',
      true,
      null,
      [5],
      { a: 5 },
      1e300,
    ]
    for (const key of counts)
      for (const value of wrong) assert.equal(kept(key, value), undefined, JSON.stringify(value))
    fc.assert(
      fc.property(fc.constantFrom(...counts), fc.oneof(fc.double({ max: 0 }), fc.jsonValue()), (key, value) => {
        const found = kept(key, value)
        if (found !== undefined)
          assert.ok(Number.isSafeInteger(found) && found > 0 && String(found) === String(Number(value)))
      }),
    )
  })
  test('degrees are numbers or decimal strings within their range, else refused', () => {
    fc.assert(
      fc.property(fc.integer({ min: -200_000, max: 200_000 }), fc.boolean(), (thousandths, asText) => {
        const degrees = thousandths / 1000
        const value = asText ? String(degrees) : degrees
        const latitude = verdict({ type: 'location', latitude: value, longitude: 0 })
        assert.equal(latitude, Math.abs(degrees) <= 90 ? 'message' : 'invalid_field /message/latitude')
        const longitude = verdict({ type: 'location', latitude: 0, longitude: value })
        assert.equal(longitude, Math.abs(degrees) <= 180 ? 'message' : 'invalid_field /message/longitude')
      }),
    )
    for (const wrong of ['north', '1,5', '1e1', '0x1', '--1', true, [1], {}, 1e300]) {
      assert.equal(verdict({ type: 'location', latitude: wrong, longitude: 0 }), 'invalid_field /message/latitude')
    }
  })
  test('optional coordinates are taken together or not at all', () => {
    assert.equal(readMedia({ latitude: 1, longitude: 2 }).longitude, 2)
    assert.deepEqual(readMedia({ latitude: 1, longitude: 200, file_name: 'a' }), { kind: 'document', file, name: 'a' })
  })
})
