import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMIT, SERVER, type Asker } from './asker.ts'
import { makeConnectionTurns } from './connection-turns.ts'
import { isUnavailable } from './errors.ts'

/** Requests the single connection in this order while it is busy; returns the order in which the askers get it. */
async function served(askers: readonly Asker[]): Promise<string> {
  const turns = makeConnectionTurns({ connections: 1, within: 1000 })
  const end = await turns.enter(SERVER)
  const order: string[] = []
  const all = askers.map(async (asker) => {
    const over = await turns.enter(asker)
    order.push(asker ?? 'server')
    over()
  })
  end()
  await Promise.all(all)
  return order.join(' ')
}

test('T46 askers take turns for a connection, however many queries one of them has', async () => {
  assert.equal(await served(['a', 'a', 'a', 'a', 'b', 'b', SERVER]), 'a b server a b a a')
})

test('T46 the commit waits for one turn of another asker at most, and the others for one commit', async () => {
  assert.equal(await served(['a', 'a', 'b', COMMIT, COMMIT, COMMIT]), 'commit a commit b commit a')
})

test('T46 the commit gets every turn that no other asker needs', async () => {
  assert.equal(await served([COMMIT, COMMIT, 'a', COMMIT]), 'commit a commit commit')
})

test('as many queries run at a time as there are connections', async () => {
  const turns = makeConnectionTurns({ connections: 2, within: 1000 })
  const [first] = await Promise.all([turns.enter('a'), turns.enter('a')])
  let isServed = false
  const third = turns.enter('b').then(() => (isServed = true))
  await new Promise(setImmediate)
  assert.equal(isServed, false)
  first()
  first()
  await third
})

test('a query that waits too long is refused as unavailable, and gets no turn later', async () => {
  const turns = makeConnectionTurns({ connections: 1, within: 20 })
  const end = await turns.enter('a')
  await assert.rejects(turns.enter('b'), isUnavailable)
  end()
  const again = await turns.enter('c')
  again()
})
