import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Linked } from '../../src/files/links.ts'
import { makeLookUp } from '../../src/files/look-up.ts'
import { settle } from '../clock.ts'
import { HOUR, closeDatabases, openTestFiles } from './setup.ts'

after(closeDatabases)

const server = await openTestFiles({ after })

test('T45 concurrent requests for one link share a lookup; the next request looks it up again', async () => {
  const { file } = await server.upload('a.txt', Buffer.from('text'))
  const link: Linked = {
    account: server.account,
    chat: 1,
    id: file.id,
    variant: 'whole',
    reader: 'agent:1',
    until: server.clock.now() + HOUR,
  }
  const held = Promise.withResolvers<boolean>()
  const asked: string[] = []
  const lookUp = makeLookUp({
    db: server.db,
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
  // Results are not cached: an agent who was removed meanwhile cannot read the file.
  assert.equal(await lookUp(link), undefined)
})
