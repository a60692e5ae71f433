import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { Desk } from '../core/desk.ts'
import { HISTORY_WITHIN, learnChat } from './learn-chat.ts'

/** A desk with a line that becomes ready, and a history that comes when it is told to. */
function open(secret: string | undefined) {
  let answer: () => void = () => {}
  let refuse: () => void = () => {}
  const seen = { asked: 0 }
  const link = { ready: false }
  const entries: VisitorEntry[] = []
  const older = () => {
    seen.asked++
    return new Promise<void>((resolve, reject) => {
      answer = resolve
      refuse = () => reject(new Error('refused'))
    })
  }
  const desk = { local: { get: () => secret }, entries, link, older } as unknown as Desk
  return { isKnown: learnChat(desk), seen, link, entries, answer: () => answer(), refuse: () => refuse() }
}

test('W3 rules of somebody who never wrote wait for nothing', () => {
  const { isKnown, seen } = open(undefined)
  assert.equal(isKnown(0), true)
  assert.equal(seen.asked, 0)
})

test('W3 where something was said already, nobody asks for what was said before', () => {
  const { isKnown, seen, link, entries } = open('secret')
  link.ready = true
  entries.push({ type: 'agent.joined', chat: 1, n: 1, at: 0, agent: { name: 'Ann' } })
  assert.equal(isKnown(0), true)
  assert.equal(seen.asked, 0)
})

test('W3 rules wait until what was said before is there, or is refused, and it is asked for once', async () => {
  for (const end of ['answer', 'refuse'] as const) {
    const desk = open('secret')
    assert.equal(desk.isKnown(0), false)
    assert.equal(desk.seen.asked, 0)
    desk.link.ready = true
    assert.equal(desk.isKnown(1000), false)
    assert.equal(desk.isKnown(2000), false)
    assert.equal(desk.seen.asked, 1)
    desk[end]()
    await Promise.resolve()
    assert.equal(desk.isKnown(3000), true)
  }
})

test('W3 rules do not wait for ever for a desk that is away', () => {
  const { isKnown } = open('secret')
  assert.equal(isKnown(7000), false)
  assert.equal(isKnown(7000 + HISTORY_WITHIN - 1), false)
  assert.equal(isKnown(7000 + HISTORY_WITHIN), true)
})
