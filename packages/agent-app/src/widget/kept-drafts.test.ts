import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WIDGET_DEFAULTS } from '@deskbell/protocol/widget/settings'
import { forgetKept, keptDrafts, makeDrafts } from './kept-drafts.ts'

const asks = (window: EventTarget) => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('unsaved changes are kept by channel, and the browser asks before the window closes', () => {
  const window = new EventTarget()
  const drafts = makeDrafts(window)
  assert.equal(asks(window), false)
  drafts.keep(1, { title: 'Help' }, WIDGET_DEFAULTS)
  drafts.keep(2, { title: 'Shop', rating: true }, WIDGET_DEFAULTS)
  assert.deepEqual(drafts.cells.get(1), { title: 'Help' })
  assert.deepEqual(drafts.cells.get(2), { title: 'Shop' }, 'a value equal to the stored one is no change')
  drafts.forget(1)
  assert.equal(asks(window), true)
  drafts.keep(2, { title: '' }, WIDGET_DEFAULTS)
  assert.equal(drafts.cells.get(2), undefined)
  assert.equal(asks(window), false)
})

test('unsaved changes belong to one agent, survive an expired session, and are dropped at sign-out', () => {
  const window = new EventTarget()
  keptDrafts('1.1', window).keep(7, { title: 'Help' }, WIDGET_DEFAULTS)
  assert.equal(keptDrafts('1.2', window).cells.get(7), undefined)
  assert.deepEqual(keptDrafts('1.1').cells.get(7), { title: 'Help' })
  assert.equal(asks(window), true)
  forgetKept()
  assert.equal(keptDrafts('1.1', window).cells.get(7), undefined)
  assert.equal(asks(window), false)
})
