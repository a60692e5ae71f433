import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { FILE_MAX } from '@deskbell/protocol'
import { agentOwner } from '../../src/files/owner.ts'
import { readFiles } from '../../src/files/rows.ts'
import { openStore, TooLarge } from '../../src/files/store.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { takePhoto, takeUpload } from '../../src/files/upload.ts'
import { realClock } from '../../src/platform/clock.ts'
import { realIds } from '../../src/platform/ids.ts'
import { testKinds } from '../db.ts'
import { DAY, closeDatabases, openTestFiles } from './setup.ts'
import { plain } from './pictures.ts'

after(closeDatabases)

test('A19 T11 a file is stored under a random id, readable by no other user of the machine', async (t) => {
  const server = await openTestFiles(t)
  const { file } = await server.upload('../../etc/passwd.png', await plain().png().toBuffer())
  const files = join(server.dataDir, 'files')
  assert.deepEqual((await readdir(files)).toSorted(), [file.id.slice(0, 2), 'arriving'].toSorted())
  assert.deepEqual(await readdir(join(files, 'arriving')), [])
  const modes = async (path: string) => ((await stat(join(files, path))).mode & 0o777).toString(8)
  assert.equal(await modes('.'), '700')
  assert.equal(await modes('arriving'), '700')
  assert.equal(await modes(file.id.slice(0, 2)), '700')
  assert.equal(await modes(join(file.id.slice(0, 2), file.id)), '600')
  assert.equal(await modes(join(file.id.slice(0, 2), `${file.id}.thumb`)), '600')
  await server.files.store.remove(file.id)
  await server.files.store.remove(file.id)
  assert.deepEqual(await server.onDisk(), [])
})

test('T11 an invalid id is not used as a path', async (t) => {
  const server = await openTestFiles(t)
  for (const id of ['../../../etc/passwd', 'A'.repeat(21), '', `${'A'.repeat(21)}/`, `..${'A'.repeat(20)}`]) {
    await assert.rejects(server.files.store.open(id, 'whole'), { message: 'not the id of a file' })
  }
})

test('T14 a file of 25 MB is accepted, one byte more is not, and leaves no data', async (t) => {
  const server = await openTestFiles(t)
  const upload = async (size: number) => {
    const stream = Readable.from([Buffer.alloc(size - 3, 'a'), Buffer.from('bcd')])
    return takeUpload(server.files, {
      account: server.account,
      chat: 1,
      name: 'a.txt',
      stream,
      owner: agentOwner(server.account, 1),
    })
  }
  const exact = await upload(FILE_MAX)
  assert.equal(exact.ok && exact.file.size, FILE_MAX)
  assert.equal((await server.onDisk()).length, 1)
  assert.deepEqual(await upload(FILE_MAX + 1), { ok: false, code: 'too_large' })
  const cut = Object.assign(Readable.from([Buffer.from('half')]), { truncated: true })
  const wanted = { account: server.account, chat: 1, name: 'a.txt', owner: agentOwner(server.account, 1) }
  assert.deepEqual(await takeUpload(server.files, { ...wanted, stream: cut }), { ok: false, code: 'too_large' })
  assert.deepEqual(await takeUpload(server.files, { ...wanted, stream: Readable.from([]) }), {
    ok: false,
    code: 'empty',
  })
  const broken = Readable.from(
    (async function* () {
      yield Buffer.from('half')
      throw new Error('the connection broke')
    })(),
  )
  await assert.rejects(takeUpload(server.files, { ...wanted, stream: broken }), { message: 'the connection broke' })
  assert.equal((await server.onDisk()).length, 1)
})

test('T14 an endless file is stopped during the upload', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'deskbell-store-'))
  t.after(() => rm(dataDir, { recursive: true }))
  const store = await openStore({ dataDir, clock: realClock, ids: realIds, maxBytes: 10 })
  const incoming = await store.receive()
  await incoming.write(Buffer.alloc(10))
  await assert.rejects(incoming.write(Buffer.alloc(1)), TooLarge)
  assert.equal((await stat(incoming.path)).size, 10)
  await incoming.discard()
  assert.deepEqual(await readdir(join(dataDir, 'files/arriving')), [])
})

for (const kind of testKinds()) {
  test(`A19 rows of files are read as they were written, and only for their chat (${kind})`, async (t) => {
    const server = await openTestFiles(t, kind)
    const picture = await server.upload('a.png', await plain().png().toBuffer(), { chat: 4 })
    const words = await server.upload('b.txt', Buffer.from('words'), { chat: 4 })
    const foreign = await server.upload('c.txt', Buffer.from('words'), { account: server.other, chat: 4 })
    const elsewhere = await server.upload('d.txt', Buffer.from('words'), { chat: 5 })
    const entries = [picture, words, foreign, elsewhere].map(({ media }, i) => {
      return { type: 'message', from: 'visitor', id: 'x', text: '', n: i + 1, at: 1, attachments: [media] } as const
    })
    const read = await readFiles(server.db, server.account, 4, [
      ...entries,
      { type: 'chat.closed', n: 9, at: 1 },
      { type: 'message', from: 'visitor', id: 'y', text: 'no file', n: 10, at: 1 },
    ])
    assert.deepEqual([...read.keys()].toSorted(), [picture.file.id, words.file.id].toSorted())
    assert.deepEqual(read.get(picture.file.id), picture.file)
    assert.deepEqual(read.get(words.file.id), words.file)
    assert.deepEqual(await readFiles(server.db, server.account, 4, []), new Map())
  })

  test(`W24 a copy has the bytes and the preview, and is new to the sweep however old the file is (${kind})`, async (t) => {
    const server = await openTestFiles(t, kind)
    const { store } = server.files
    const { file, media } = await server.upload('old.png', await plain().png().toBuffer())
    await server.clock.move(2 * DAY)
    const copy = 'C'.repeat(22)
    assert.equal(await store.copy(file.id, copy), true)
    const opened = await store.open(copy, 'whole')
    assert.equal(opened?.size, media.size)
    await opened?.close()
    const names = [file.id, `${file.id}.thumb`, copy, `${copy}.thumb`].toSorted()
    // Its row is not written yet.
    await sweepFiles(server.files, server.db)
    assert.deepEqual((await server.onDisk()).toSorted(), names)
    assert.equal(await store.copy('D'.repeat(22), 'E'.repeat(22)), false)
    assert.deepEqual((await server.onDisk()).toSorted(), names)
  })

  test(`A19 unreferenced files are removed after a day (${kind})`, async (t) => {
    const server = await openTestFiles(t, kind)
    const folder = join(server.dataDir, 'files')
    const { file: kept } = await server.upload('kept.png', await plain().png().toBuffer())
    const stream = () => Readable.from([Buffer.from('words')])
    const owner = agentOwner(server.account, 1)
    const wanted = { account: server.account, owner }
    const orphan = await takeUpload(server.files, { ...wanted, chat: 1, name: 'a', stream: stream() })
    assert.ok(orphan.ok)
    const portrait = await takePhoto(server.files, {
      ...wanted,
      stream: Readable.from([await plain().png().toBuffer()]),
    })
    assert.ok(portrait.ok)
    await server.insert(portrait.file)
    const half = await server.files.store.receive()
    await half.write(Buffer.from('half'))
    await half.end()
    const names = [kept.id, `${kept.id}.thumb`, orphan.file.id, portrait.file.id, 'given'].toSorted()
    assert.deepEqual((await server.onDisk()).toSorted(), names)

    await sweepFiles(server.files, server.db)
    assert.deepEqual((await server.onDisk()).toSorted(), names, 'what is young may still be wanted')
    await server.clock.move(DAY + 60_000)
    const fresh = join(folder, 'arriving', 'fresh')
    await writeFile(fresh, '')
    await utimes(fresh, server.clock.now() / 1000, server.clock.now() / 1000)
    assert.deepEqual(await sweepFiles(server.files, server.db), { removed: 3 })
    assert.deepEqual((await server.onDisk()).toSorted(), [kept.id, `${kept.id}.thumb`, 'fresh'].toSorted())
    assert.equal((await fetch(server.linkTo(kept))).status, 200)
  })
}

test('A19 the sweep works without files', async (t) => {
  const server = await openTestFiles(t)
  assert.deepEqual(await sweepFiles(server.files, server.db), { removed: 0 })
})
