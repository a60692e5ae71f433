import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { test } from 'node:test'
import { handClock } from '../../test/clock.ts'
import { scrub } from '../platform/log.ts'
import { realIds } from '../platform/ids.ts'
import { makeLinks } from './links.ts'
import { makeFileId } from './store.ts'

const HOUR = 3600 * 1000
const filesUrl = 'https://files.shop.test'
const wanted = { account: 3, id: 'A'.repeat(22), name: 'a b.pdf', reader: 'agent:7', forMs: 24 * HOUR } as const

function linksAt(clock = handClock()) {
  return { clock, links: makeLinks({ key: createSecretKey(Buffer.alloc(32, 1)), filesUrl, clock }) }
}
const pathOf = (link: string) => new URL(link).pathname

test('T12 a link contains its account, chat, file and reader', () => {
  const { links, clock } = linksAt()
  const link = links.link({ ...wanted, chat: 9, thumb: true })
  assert.match(link, /^https:\/\/files\.shop\.test\/files\/3\/9\/A{22}\.thumb\/\d{10}\/a7\/[0-9a-f]{32}\/a_b\.pdf$/)
  const { until = 0, ...rest } = links.check(pathOf(link)) ?? {}
  assert.deepEqual(rest, { account: 3, id: wanted.id, variant: 'thumb', chat: 9, reader: 'agent:7' })
  assert.ok(until >= clock.now() + wanted.forMs && until <= clock.now() + wanted.forMs + HOUR)
  for (const reader of ['integrator', 'bot', 'agent:2147483647'] as const) {
    assert.equal(links.check(pathOf(links.link({ ...wanted, reader })))?.reader, reader)
  }
})

test('A19 a link is the same within an hour, so that browsers can cache the file', async () => {
  const { links, clock } = linksAt()
  await clock.move(HOUR - (clock.now() % HOUR) + 1)
  const first = links.link(wanted)
  await clock.move(HOUR - 2)
  assert.equal(links.link(wanted), first)
  await clock.move(2)
  assert.notEqual(links.link(wanted), first)
})

test('T12 a link is valid until its end and no longer', async () => {
  const { links, clock } = linksAt()
  const path = pathOf(links.link(wanted))
  const { until = 0 } = links.check(path) ?? {}
  await clock.move(until - clock.now() - 1)
  assert.ok(links.check(path))
  await clock.move(1)
  assert.equal(links.check(path), undefined)
})

test('T12 ids have at least 128 bits and do not repeat', () => {
  const made = Array.from({ length: 10_000 }, () => makeFileId(realIds))
  assert.equal(new Set(made).size, made.length)
  assert.ok(made.every((id) => /^[A-Za-z0-9]{22}$/.test(id)))
  assert.ok(22 * Math.log2(62) >= 128)
})

test('T15 the log does not show the secret parts of a link', () => {
  const { links } = linksAt()
  for (let account = 1; account < 200; account++) {
    const link = links.link({ ...wanted, account })
    const signature = link.split('/').at(-2) ?? ''
    assert.equal(signature.length, 32)
    assert.ok(!scrub(`GET ${link} 200`).includes(signature))
  }
})
