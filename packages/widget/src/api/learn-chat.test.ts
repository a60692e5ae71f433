import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorEntry } from '@deskbell/protocol/widget/frames'
import type { WidgetCore } from '../core/core.ts'
import { HISTORY_WITHIN, learnChat } from './learn-chat.ts'

/** A widget core whose connection becomes ready, and whose history arrives, when the test says so. */
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
  const core = { local: { get: () => secret }, entries, link, older } as unknown as WidgetCore
  return { isKnown: learnChat(core), seen, link, entries, answer: () => answer(), refuse: () => refuse() }
}

test('W3 rules of a visitor who never wrote do not wait', () => {
  const { isKnown, seen } = open(undefined)
  assert.equal(isKnown(0), true)
  assert.equal(seen.asked, 0)
})

test('W3 with known entries the history is not requested', () => {
  const { isKnown, seen, link, entries } = open('secret')
  link.ready = true
  entries.push({ type: 'agent.joined', chat: 1, n: 1, at: 0, agent: { name: 'Ann' } })
  assert.equal(isKnown(0), true)
  assert.equal(seen.asked, 0)
})

test('W3 rules wait until the history arrived or was refused, and the history is requested once', async () => {
  for (const end of ['answer', 'refuse'] as const) {
    const core = open('secret')
    assert.equal(core.isKnown(0), false)
    assert.equal(core.seen.asked, 0)
    core.link.ready = true
    assert.equal(core.isKnown(1000), false)
    assert.equal(core.isKnown(2000), false)
    assert.equal(core.seen.asked, 1)
    core[end]()
    await Promise.resolve()
    assert.equal(core.isKnown(3000), true)
  }
})

test('W3 rules stop waiting when the server does not answer', () => {
  const { isKnown } = open('secret')
  assert.equal(isKnown(7000), false)
  assert.equal(isKnown(7000 + HISTORY_WITHIN - 1), false)
  assert.equal(isKnown(7000 + HISTORY_WITHIN), true)
})
