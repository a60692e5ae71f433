import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maskUrl } from './record.ts'

test('T15 the delivery log masks every value of a query', () => {
  const rows: [url: string, kept: string][] = [
    ['https://h.test/p/Ab3dEf6hIj', 'https://h.test/p/Ab3dEf6hIj'],
    ['https://h.test/p?', 'https://h.test/p?'],
    ['https://h.test/p?key=s3cr3t', 'https://h.test/p?key=•••'],
    ['https://h.test/p?key=s3=cr3t&b=', 'https://h.test/p?key=•••&b='],
    ['https://h.test/p?s3cr3t', 'https://h.test/p?•••'],
    ['https://h.test/p?a=1&s3cr3t', 'https://h.test/p?a=•••&•••'],
    ['https://h.test/p?=s3cr3t', 'https://h.test/p?=•••'],
  ]
  for (const [url, kept] of rows) assert.equal(maskUrl(url).replace(/…|\*+|•+/g, '•••'), kept)
})
