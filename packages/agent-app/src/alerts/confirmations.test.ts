import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ClientFrame } from '@deskbell/protocol/agent/socket'
import { makeConfirmations } from './confirmations.ts'

test('alerts of a burst are confirmed in few frames, each alert once, with its step', (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const frames: ClientFrame[] = []
  const { add } = makeConfirmations({ send: (frame) => frames.push(frame) > 0 })
  for (let at = 0; at < 250; at++) add(`a${at}`, 'shown')
  add('a7', 'opened')
  assert.equal(frames.length, 0)
  t.mock.timers.tick(250)
  assert.deepEqual(
    frames.map((frame) => frame.type === 'alerted' && [frame.step, 1 + (frame.more?.length ?? 0)]),
    [
      ['shown', 101],
      ['shown', 101],
      ['shown', 48],
      ['opened', 1],
    ],
  )
  const shown = frames.flatMap((frame) =>
    frame.type === 'alerted' && frame.step === 'shown' ? [frame.alert, ...(frame.more ?? [])] : [],
  )
  assert.deepEqual(
    shown,
    Array.from({ length: 250 }, (_, at) => `a${at}`),
  )
})
