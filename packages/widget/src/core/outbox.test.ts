import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VisitorFrame, VisitorRequest } from '@deskbell/protocol/widget/frames'
import { type PendingRequest, openOutbox } from './outbox.ts'

const message = (id: string): VisitorRequest => ({ t: 'message', id, text: id })

/** `storage`: what the tabs of a visitor share. */
function open(kept?: string, storage = { kept }) {
  const sent: string[] = []
  const later: (() => void)[] = []
  const world = { isUp: true, sent, later }
  const outbox = openOutbox({
    local: { get: () => storage.kept, set: (_, text) => void (storage.kept = text) },
    send: (frame: VisitorFrame) => {
      if (world.isUp && 'id' in frame) sent.push(frame.id)
      return world.isUp
    },
    onChange: () => {},
    now: () => 1,
    later: (act) => void later.push(act),
  })
  return { ...world, world, outbox, storage }
}

test('R15 each message is sent after the previous one was answered', () => {
  const { outbox, sent } = open()
  for (const id of ['a', 'b', 'c']) void outbox.ask(message(id))
  assert.deepEqual(sent, ['a'])
  outbox.answered({ t: 'done', id: 'a' })
  outbox.answered({ t: 'done', id: 'b' })
  assert.deepEqual(sent, ['a', 'b', 'c'])
})

test('R15 an unanswered request is sent again with the same id after a break', () => {
  const { outbox, sent, world } = open()
  void outbox.ask(message('a'))
  world.isUp = false
  outbox.broke()
  void outbox.ask(message('b'))
  world.isUp = true
  outbox.flush()
  assert.deepEqual(sent, ['a', 'a'])
  outbox.answered({ t: 'done', id: 'a' })
  assert.deepEqual(sent, ['a', 'a', 'b'])
})

test('R15 a message is stored until the server has it, and sent after a reload', () => {
  const before = open()
  before.world.isUp = false
  void before.outbox.ask(message('a'))
  const after = open(before.storage.kept)
  after.outbox.flush()
  assert.deepEqual(after.sent, ['a'])
  after.outbox.answered({ t: 'done', id: 'a' })
  assert.equal(after.storage.kept, undefined)
})

test('R15 a tab keeps what another one has not sent yet; the next tab sends it once, also when the other one is closed', () => {
  const storage = { kept: undefined as string | undefined }
  const [closed, other] = [open(undefined, storage), open(undefined, storage)]
  closed.world.isUp = false
  void closed.outbox.ask(message('a'))
  void other.outbox.ask(message('b'))
  other.outbox.answered({ t: 'done', id: 'b' })
  other.outbox.settled('b')
  assert.deepEqual(other.sent, ['b'])
  const next = open(undefined, storage)
  next.outbox.flush()
  assert.deepEqual(next.sent, ['a'])
  next.outbox.answered({ t: 'done', id: 'a' })
  next.outbox.settled('a')
  // What is done does not come back from a tab that has known it.
  void other.outbox.ask(message('c'))
  const kept = JSON.parse(storage.kept ?? '[]') as PendingRequest[]
  assert.deepEqual(
    kept.map(({ frame }) => frame.id),
    ['c'],
  )
})

test('a message stays on the screen until its entry arrives', () => {
  const { outbox } = open()
  void outbox.ask(message('a'))
  outbox.answered({ t: 'done', id: 'a' })
  assert.equal(outbox.requests.length, 1)
  outbox.settled('a')
  assert.equal(outbox.requests.length, 0)
})

test('an entry settles a message whose answer was lost, and the next message is sent', async () => {
  const { outbox, sent } = open()
  const asked = outbox.ask(message('a'))
  void outbox.ask(message('b'))
  outbox.settled('a')
  await asked
  assert.deepEqual(sent, ['a', 'b'])
})

test('a refused message stays with its reason until the visitor retries; the next message is sent', async () => {
  const { outbox, sent } = open()
  const asked = outbox.ask(message('a'))
  void outbox.ask(message('b'))
  outbox.answered({ t: 'refused', id: 'a', code: 'invalid', message: '' })
  await assert.rejects(asked, { code: 'invalid' })
  assert.equal(outbox.requests[0]!.failed, 'invalid')
  assert.deepEqual(sent, ['a', 'b'])
  outbox.answered({ t: 'done', id: 'b' })
  outbox.retry('a')
  assert.deepEqual(sent, ['a', 'b', 'a'])
})

test('T40 a rate-limited message is retried three times after the time that the server named', () => {
  const { outbox, sent, later } = open()
  outbox.ask(message('a')).catch(() => {})
  for (let i = 0; i < 2; i++) {
    outbox.answered({ t: 'refused', id: 'a', code: 'rate_limited', message: '', retryAfter: 1 })
    assert.equal(sent.length, i + 1)
    later.pop()!()
    assert.equal(sent.length, i + 2)
  }
  outbox.answered({ t: 'refused', id: 'a', code: 'rate_limited', message: '' })
  assert.equal(outbox.requests[0]!.failed, 'rate_limited')
})

test('T32 values that the page wrote into the storage are ignored', () => {
  const frames = ['null', '{"t":"ping"}', '{"t":"ping","id":"a"}', '{"t":"message"}', '{"t":"message","id":7}']
  for (const kept of ['x', '{}', '[1]', 'null', ...frames.map((frame) => `[{"frame":${frame}}]`)]) {
    assert.equal(open(kept).outbox.requests.length, 0, kept)
  }
})
