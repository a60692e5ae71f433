import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { after, test } from 'node:test'
import { makeLinks } from '../../src/files/links.ts'
import type { FileRow } from '../../src/files/rows.ts'
import { testKinds } from '../db.ts'
import { DAY, HOUR, closeDatabases, openTestFiles } from './setup.ts'

after(closeDatabases)

/** The whole answer without its date. */
async function wholeAnswer(link: string, method = 'GET'): Promise<string> {
  const answer = await fetch(link, { method })
  const headers = [...answer.headers].filter(([name]) => name !== 'date')
  return JSON.stringify([answer.status, headers, await answer.text()])
}

for (const kind of testKinds()) {
  const server = await openTestFiles({ after }, kind)

  test(`T12 every wrong link gets the same answer (${kind})`, async (t) => {
    const mine = (await server.upload('a.txt', Buffer.from('mine'), { chat: 1 })).file
    const neighbour = (await server.upload('a.txt', Buffer.from('neighbour'), { chat: 2 })).file
    const foreign = (await server.upload('a.txt', Buffer.from('foreign'), { account: server.other })).file
    const link = server.linkTo(mine)
    assert.equal(await (await fetch(link)).text(), 'mine')
    const nothing = await wholeAnswer(`${server.origin}/files/`)
    assert.equal(JSON.parse(nothing)[0], 404)

    const parts = new URL(link).pathname.split('/')
    const withPart = (at: number, part: string) => server.origin + parts.with(at, part).join('/')
    const unknown: FileRow = { ...mine, id: 'A'.repeat(22) }
    const wrong: Record<string, string> = {
      'another file of the chat': withPart(4, 'B'.repeat(22)),
      'a file of another chat': withPart(4, neighbour.id),
      'a file of another account': withPart(4, foreign.id),
      'another account': withPart(2, String(server.other)),
      'another chat': withPart(3, '2'),
      'no chat': withPart(3, '0'),
      'another agent': withPart(6, 'a2'),
      'the integrator': withPart(6, 'i'),
      'a later end': withPart(5, String(Number(parts[5]) + 3600)),
      'the thumbnail': withPart(4, `${mine.id}.thumb`),
      'another name': withPart(8, 'b.txt'),
      'no signature': withPart(7, ''),
      'a short signature': withPart(7, parts[7]?.slice(0, -1) ?? ''),
      'a signature in capitals': withPart(7, parts[7]?.toUpperCase() ?? ''),
      'the signature of another file': withPart(7, new URL(server.linkTo(neighbour)).pathname.split('/')[7] ?? ''),
      'a query': `${link}?x=1`,
      'another path segment': `${link}/x`,
      'a way round': link.replace('/files/', '/files//'),
      'an encoded letter': link.replace('a.txt', '%61.txt'),
      'signed, for a file that does not exist': server.linkTo(unknown),
      'signed, for another chat': server.linkTo({ ...mine, chat: 2 }),
      'signed, for no chat': server.linkTo({ ...mine, chat: null }),
      'signed, for a file of another account': server.linkTo({ ...foreign, account: server.account }),
      'signed, for a thumbnail that does not exist': server.linkTo(mine, { thumb: true }),
      'signed by another server':
        server.origin +
        makeLinks({ key: createSecretKey(Buffer.alloc(32, 8)), filesUrl: '', clock: server.clock }).link({
          ...mine,
          chat: 1,
          reader: 'agent:1',
          forMs: DAY,
        }),
    }
    for (const [what, address] of Object.entries(wrong)) {
      await t.test(`T12 ${what}`, async () => assert.equal(await wholeAnswer(address), nothing))
    }

    await t.test('T12 every changed character', async () => {
      const path = new URL(link).pathname
      for (let i = '/files/'.length; i < path.length; i++) {
        const other = path[i] === '1' ? '2' : '1'
        assert.equal(
          await wholeAnswer(server.origin + path.slice(0, i) + other + path.slice(i + 1)),
          nothing,
          `at ${i}`,
        )
      }
    })

    await t.test('T12 an agent who was removed', async () => {
      server.removed.add('agent:1')
      assert.equal(await wholeAnswer(link), nothing)
      assert.equal(await (await fetch(server.linkTo(mine, { reader: 'agent:2' }))).text(), 'mine')
      server.removed.delete('agent:1')
      assert.equal(await (await fetch(link)).text(), 'mine')
    })

    await t.test('T12 a file that was removed from disk', async () => {
      const gone = (await server.upload('gone.txt', Buffer.from('gone'))).file
      await server.files.store.remove(gone.id)
      assert.equal(await wholeAnswer(server.linkTo(gone)), nothing)
    })

    await t.test('T12 an expired link', async () => {
      await server.clock.move(DAY + HOUR)
      assert.equal(await wholeAnswer(link), nothing)
      assert.equal(await (await fetch(server.linkTo(mine))).text(), 'mine')
    })
  })
}
