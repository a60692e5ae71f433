import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeChanges, type Change } from './changes.ts'

interface Whole {
  name: string
  list: readonly number[]
  mode: string
}

/** A server that answers each request when the test says so. */
function start() {
  let shown: Whole = { name: 'old', list: [1], mode: 'a' }
  let stored = shown
  const sent: Partial<Whole>[] = []
  const answers: ((refuse?: boolean) => void)[] = []
  let failed = 0
  const changes = makeChanges<Whole, Partial<Whole>>({
    read: () => shown,
    show: (whole) => (shown = whole),
    send: (wanted) => {
      sent.push(wanted)
      return new Promise((resolve, reject) =>
        answers.push((refuse) => {
          if (refuse) return reject(new Error('refused'))
          resolve((stored = { ...stored, ...wanted }))
        }),
      )
    },
    changed: (whole, wanted) => ({ ...whole, ...wanted }),
    onFailed: () => failed++,
  })
  const settle = () => new Promise(setImmediate)
  return {
    change: (wanted: Change<Whole, Partial<Whole>>) =>
      changes.make(wanted).then(
        () => 'stored',
        () => 'refused',
      ),
    ask: (name: string) => changes.ask(async (whole) => ({ ...whole, name })),
    /** The server answers the request that it has got. */
    async answer(refuse?: boolean) {
      await settle()
      answers.shift()!(refuse)
      await settle()
    },
    settle,
    reads: (whole: Whole) => {
      shown = whole
      changes.onRead(whole)
    },
    sent,
    shown: () => shown,
    stored: () => stored,
    failed: () => failed,
  }
}

test('a second change waits for the answer to the first, and an older answer does not undo it', async () => {
  const { change, answer, settle, sent, shown, stored } = start()
  const both = [change({ name: 'new' }), change({ mode: 'b' })]
  assert.deepEqual(shown(), { name: 'new', list: [1], mode: 'b' }, 'both are shown at once')
  await settle()
  assert.deepEqual(sent, [{ name: 'new' }])
  await answer()
  assert.deepEqual(shown(), { name: 'new', list: [1], mode: 'b' })
  assert.deepEqual(sent, [{ name: 'new' }, { mode: 'b' }])
  await answer()
  assert.deepEqual(await Promise.all(both), ['stored', 'stored'])
  assert.deepEqual(shown(), stored())
})

test('two additions to a list that is replaced as a whole are both stored', async () => {
  const { change, answer, sent, shown, stored } = start()
  const add = (n: number) => change(({ list }) => ({ list: [...list, n] }))
  const both = [add(2), add(3)]
  assert.deepEqual(shown().list, [1, 2, 3])
  await answer()
  await answer()
  await Promise.all(both)
  assert.deepEqual([sent.at(-1), stored().list], [{ list: [1, 2, 3] }, [1, 2, 3]])
})

test('a refusal undoes its change alone, and what came after it is sent without it', async () => {
  const { change, answer, sent, shown, stored, failed } = start()
  const add = (n: number) => change(({ list }) => ({ list: [...list, n] }))
  const all = [add(2), add(3), change({ name: 'new' })]
  await answer(true)
  assert.deepEqual(shown(), { name: 'new', list: [1, 3], mode: 'a' })
  assert.equal(failed(), 0, 'others wait')
  await answer()
  await answer(true)
  assert.deepEqual(await Promise.all(all), ['refused', 'stored', 'refused'])
  assert.deepEqual(sent, [{ list: [1, 2] }, { list: [1, 3] }, { name: 'new' }])
  assert.deepEqual(shown(), { name: 'old', list: [1, 3], mode: 'a' })
  assert.deepEqual(shown(), stored())
  assert.equal(failed(), 1)
})

test('a change after the others begins from what is shown then', async () => {
  const { change, answer, shown } = start()
  const first = change({ name: 'new' })
  await answer(true)
  assert.equal(await first, 'refused')
  const second = change({ mode: 'b' })
  await answer()
  assert.equal(await second, 'stored')
  assert.deepEqual(shown(), { name: 'old', list: [1], mode: 'b' })
})

test('what is read while changes wait shows them, and is the state to which they are sent', async () => {
  const { change, answer, reads, settle, sent, shown } = start()
  const add = (n: number) => change(({ list }) => ({ list: [...list, n] }))
  const both = [add(2), add(3)]
  await settle()
  reads({ name: 'of a colleague', list: [1, 2], mode: 'c' })
  assert.deepEqual(shown().name, 'of a colleague')
  assert.deepEqual(shown().list.at(-1), 3)
  await answer()
  await answer()
  await Promise.all(both)
  assert.deepEqual(sent.at(-1), { list: [1, 2, 3] })
})

test('another request waits for its turn, shows nothing before, and its answer stays', async () => {
  const { change, ask, answer, settle, sent, shown } = start()
  const first = change({ mode: 'b' })
  const asked = ask('asked')
  const last = change({ list: [2] })
  assert.deepEqual(shown(), { name: 'old', list: [2], mode: 'b' })
  await answer()
  assert.equal(await first, 'stored')
  await asked
  assert.deepEqual(shown(), { name: 'asked', list: [2], mode: 'b' })
  await settle()
  assert.deepEqual(sent, [{ mode: 'b' }, { list: [2] }])
  await answer(true)
  assert.equal(await last, 'refused')
  assert.deepEqual(shown(), { name: 'asked', list: [1], mode: 'b' })
})

test('a computed change that a colleague has overtaken is made once more from what the colleague has stored', async () => {
  class Outdated extends Error {}
  let stored: Whole = { name: 'theirs', list: [1, 2], mode: 'a' }
  let shown: Whole = { name: 'old', list: [1], mode: 'a' }
  const changes = makeChanges<Whole, Partial<Whole>>({
    read: () => shown,
    show: (whole) => (shown = whole),
    async send(wanted, from) {
      if (from.name !== stored.name) throw new Outdated()
      return (stored = { ...stored, ...wanted })
    },
    readAgain: (why) => (why instanceof Outdated ? Promise.resolve(stored) : undefined),
    changed: (whole, wanted) => ({ ...whole, ...wanted }),
    onFailed() {},
  })
  await changes.make(({ list }) => ({ list: [...list, 3] }))
  assert.deepEqual(stored, { name: 'theirs', list: [1, 2, 3], mode: 'a' })
  assert.deepEqual(shown, stored)
  // One that is not computed would undo theirs.
  shown = { ...shown, name: 'old' }
  await assert.rejects(changes.make({ list: [9] }), Outdated)
  assert.deepEqual(stored.list, [1, 2, 3])
})
