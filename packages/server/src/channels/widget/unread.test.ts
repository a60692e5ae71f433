import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddressOf } from './page-limits.ts'
import { makeUnread } from './unread.ts'

const KIB = 1024
const MIB = 1024 * KIB

function openMany() {
  const unread = makeUnread()
  const cut: number[] = []
  let pages = 0
  const open = (address: string, visitor?: string) => {
    const page = pages++
    const share = unread.open(clientAddressOf(address), () => cut.push(page))
    if (visitor !== undefined) share.setVisitor(visitor)
    return share
  }
  return { unread, cut, open }
}

test('T46 when the pages of a visitor leave more than 2 MiB unread, the page with the most is closed', () => {
  const { unread, cut, open } = openMany()
  const pages = Array.from({ length: 8 }, (_, i) => open(`192.0.${i}.1`, 'ada'))
  pages.forEach((page, i) => page.set((300 + i) * KIB))
  assert.deepEqual(cut, [6, 7])
  assert.ok(unread.total <= 2 * MIB)
  for (const page of pages) page.end()
  assert.equal(unread.total, 0)
})

test('T46 the unread bytes of an address, a network and the process have limits that do not depend on the visitors', () => {
  for (const [addressOf, most] of [
    [() => '192.0.2.1', 8],
    [(i: number) => `192.0.2.${i % 250}`, 32],
    [(i: number) => `10.${i % 250}.${Math.floor(i / 250)}.1`, 128],
  ] as const) {
    const { unread, cut, open } = openMany()
    const each = 900 * KIB
    for (let i = 0; i < 1000; i++) open(addressOf(i), `visitor ${i}`).set(each)
    assert.ok(unread.total <= most * MIB, `${unread.total} bytes`)
    assert.equal(cut.length, 1000 - unread.total / each)
  }
})

test('a page that alone has more unread than its visitor may is closed only by the limit of its socket writer', () => {
  const { cut, open } = openMany()
  const page = open('192.0.2.1', 'ada')
  page.set(4 * MIB)
  assert.deepEqual(cut, [])
  // The page’s bytes now count for the other visitor.
  page.setVisitor('bea')
  open('192.0.3.1', 'ada').set(MIB)
  assert.deepEqual(cut, [])
  open('192.0.3.1', 'bea').set(MIB)
  assert.deepEqual(cut, [0])
})
