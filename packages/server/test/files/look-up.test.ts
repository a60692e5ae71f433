import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Linked } from '../../src/files/links.ts'
import { makeLookUp } from '../../src/files/look-up.ts'
import { settle } from '../clock.ts'
import { HOUR, closeDatabases, openFileHouse } from './house.ts'

after(closeDatabases)

const house = await openFileHouse({ after })

test('T45 requests for one link that come while it is looked up share the look-up; the next one looks again', async () => {
  const { file } = await house.upload('a.txt', Buffer.from('text'))
  const link: Linked = {
    account: house.account,
    chat: 1,
    id: file.id,
    variant: 'whole',
    reader: 'agent:1',
    until: house.clock.now() + HOUR,
  }
  const held = Promise.withResolvers<boolean>()
  const asked: string[] = []
  const lookUp = makeLookUp({
    db: house.db,
    mayRead({ reader }) {
      asked.push(reader)
      return asked.length <= 2 ? held.promise : false
    },
  })
  const found = Promise.all([
    ...Array.from({ length: 100 }, () => lookUp(link)),
    lookUp({ ...link, reader: 'agent:2' }),
  ])
  while (asked.length < 2) await settle()
  held.resolve(true)
  assert.deepEqual(new Set((await found).map((row) => row?.id)), new Set([file.id]))
  assert.deepEqual(asked.toSorted(), ['agent:1', 'agent:2'], 'one look-up for each reader')
  // Nothing of an answer is kept: a reader who was removed meanwhile reads nothing more.
  assert.equal(await lookUp(link), undefined)
})
