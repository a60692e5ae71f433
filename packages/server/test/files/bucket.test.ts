import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { lockFolder } from '../../src/db/lock.ts'
import { sweepFiles } from '../../src/files/sweep.ts'
import { bring, inLayers } from '../../src/files/storage/layers.ts'
import { moveObjects } from '../../src/files/storage/move.ts'
import { openBucket } from '../../src/files/storage/bucket.ts'
import { openFolder } from '../../src/files/storage/folder.ts'
import { NotStored, type Objects, type Opened } from '../../src/files/storage/objects.ts'
import { realClock } from '../../src/platform/clock.ts'
import type { S3Config } from '../../src/platform/config.ts'
import { realIds } from '../../src/platform/ids.ts'
import { plain } from './pictures.ts'
import { startS3 } from './s3.ts'
import { closeDatabases, DAY, openTestFiles } from './setup.ts'

after(closeDatabases)

const MOVE = fileURLToPath(new URL('../../src/files/storage/move-files.ts', import.meta.url))
const ID = 'a'.repeat(22)

async function bytesOf(
  opened: Opened | undefined,
  range?: { start: number; end: number },
): Promise<Buffer | undefined> {
  if (!opened) return undefined
  const chunks: Buffer[] = []
  for await (const chunk of opened.stream(range)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function namesIn(objects: Objects): Promise<string[]> {
  const names: string[] = []
  for await (const listed of objects.list()) names.push(...listed.map(({ name }) => name))
  return names.toSorted()
}

/** The objects of a bucket and of a folder, and a way to make a file. */
function places(t: { after(fn: () => unknown): void }, s3: S3Config) {
  const root = mkdtempSync(join(tmpdir(), 'deskbell-objects-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  const folder = openFolder({ root: join(dataDir, 'files'), clock: realClock, ids: realIds })
  const bucket = openBucket(s3, { folder: root, ids: realIds })
  t.after(bucket.close)
  const temporary = () => join(root, realIds.letters(22))
  const write = (bytes: string | Buffer) => {
    const path = temporary()
    writeFileSync(path, bytes)
    return path
  }
  return { root, dataDir, folder, bucket, temporary, write }
}

test('A19 a file in a bucket is served whole and in ranges, is copied and removed, and is at no process alone', async (t) => {
  const { s3 } = await startS3(t)
  const [one, other] = [await openTestFiles(t, 'embedded', { s3 }), await openTestFiles(t, 'embedded', { s3 })]
  const bytes = await plain(400, 300).png().toBuffer()
  const { file } = await one.upload('picture.png', bytes)
  assert.deepEqual(await one.onDisk(), [])
  const here = await bytesOf(await one.files.store.open(file.id, 'whole'))
  const there = await bytesOf(await other.files.store.open(file.id, 'whole'))
  assert.equal(here?.length, file.size)
  assert.deepEqual(there, here)
  assert.deepEqual(
    await bytesOf(await other.files.store.open(file.id, 'whole'), { start: 10, end: 29 }),
    here?.subarray(10, 30),
  )
  const answer = await fetch(one.linkTo(file), { headers: { range: 'bytes=0-9' } })
  assert.deepEqual([answer.status, Buffer.from(await answer.arrayBuffer())], [206, here?.subarray(0, 10)])
  const copy = 'C'.repeat(22)
  assert.equal(await one.files.store.copy(file.id, copy), true)
  assert.deepEqual(await bytesOf(await other.files.store.open(copy, 'whole')), here)
  assert.ok(await other.files.store.open(copy, 'thumb'))
  assert.equal(await one.files.store.copy('D'.repeat(22), 'E'.repeat(22)), false)
  for (const id of [file.id, copy, copy]) await other.files.store.remove(id)
  assert.equal(await one.files.store.open(file.id, 'whole'), undefined)
  assert.equal(await one.files.store.open(copy, 'thumb'), undefined)
})

test('A19 the daily sweep removes from a bucket what is in no row, after a day', async (t) => {
  const { s3 } = await startS3(t)
  const server = await openTestFiles(t, 'embedded', { s3 })
  const { file } = await server.upload('a.txt', Buffer.from('words'))
  const { bucket, write } = places(t, s3)
  await bucket.put(write('an orphan'), ID)
  assert.deepEqual(await sweepFiles(server.files, server.db), { removed: 0 })
  await server.clock.move(2 * DAY)
  assert.deepEqual(await sweepFiles(server.files, server.db), { removed: 1 })
  assert.deepEqual(await namesIn(bucket), [file.id])
})

test('R17 while the bucket is away nothing is stored, and it works again when the bucket is back', async (t) => {
  const { s3, stop, restart } = await startS3(t)
  const server = await openTestFiles(t, 'embedded', { s3 })
  const { file: older } = await server.upload('b.txt', Buffer.from('words'))
  await stop()
  const answer = await fetch(server.linkTo(older))
  assert.deepEqual([answer.status, answer.headers.get('retry-after')], [503, '5'])
  await assert.rejects(server.upload('a.txt', Buffer.from('words')), NotStored)
  await restart()
  const { file } = await server.upload('a.txt', Buffer.from('words'))
  assert.equal((await server.files.store.open(file.id, 'whole'))?.size, 5)
})

test('a bucket that cannot be used refuses the start with a sentence that says which setting is wrong', async (t) => {
  const { s3 } = await startS3(t)
  for (const [wrong, sentence] of [
    [{ bucket: 'another' }, /^S3_BUCKET: .* has no bucket another\./],
    [{ accessKey: 'unknown' }, /^S3_ACCESS_KEY and S3_SECRET_KEY may not/],
    [{ endpoint: 'http://127.0.0.1:9' }, /^S3_ENDPOINT: http:\/\/127\.0\.0\.1:9 cannot be reached: /],
  ] as const)
    await assert.rejects(openTestFiles(t, 'embedded', { s3: { ...s3, ...wrong } }), { message: sentence })
})

test('what is moved while it is listed or opened is found', async (t) => {
  const { s3 } = await startS3(t)
  const { bucket, folder, temporary } = places(t, s3)
  const both = inLayers(bucket, folder, temporary)
  const name = ID
  const draft = temporary()
  writeFileSync(draft, 'moved')
  await folder.put(draft, name)
  // The move happens between the looks at the two places.
  const moved = async () => void (await moveObjects({ from: folder, to: bucket, temporary, onMoved: () => {} }))
  const opened = await inLayers({ ...bucket, open: turned(bucket.open, moved) }, folder, temporary).open(name)
  assert.deepEqual(await bytesOf(opened), Buffer.from('moved'))
  const back = async () => void (await moveObjects({ from: bucket, to: folder, temporary, onMoved: () => {} }))
  await back()
  const listed = inLayers(bucket, { ...folder, list: () => thenDo(folder.list(), moved) }, temporary)
  assert.deepEqual([...new Set(await namesIn(listed))], [name])
  assert.deepEqual(await namesIn(both), [name])
})

/** The first look finds nothing, and something happens after it. */
function turned(open: Objects['open'], happens: () => Promise<void>): Objects['open'] {
  let isFirst = true
  return async (name) => {
    const found = await open(name)
    if (isFirst) await happens()
    isFirst = false
    return found
  }
}
async function* thenDo<T>(listed: AsyncIterable<T>, happens: () => Promise<void>): AsyncGenerator<T> {
  yield* listed
  await happens()
}

test('a second move of the same folder is refused', async (t) => {
  const { s3 } = await startS3(t)
  const { dataDir } = places(t, s3)
  mkdirSync(join(dataDir, 'moving'), { recursive: true })
  const unlock = lockFolder(join(dataDir, 'moving'))
  const run = spawnSync(process.execPath, [MOVE], { env: { ...settingsOf(s3), DATA_DIR: dataDir }, encoding: 'utf8' })
  unlock()
  assert.equal(run.status, 1)
  assert.match(run.stderr, /are being moved from or to .* already/)
})

test('files of the folder are found, copied and erased while they are moved to a bucket, and none is left', async (t) => {
  const { s3 } = await startS3(t)
  const { dataDir, folder, bucket, temporary } = places(t, s3)
  const names = Array.from({ length: 30 }, (_, n) => `${'b'.repeat(20)}${String(n).padStart(2, '0')}`)
  for (const name of names)
    await bring({ from: { ...folder, open: async () => openedOf(name) }, name, to: folder, as: name, temporary })
  const both = inLayers(bucket, folder, temporary)
  assert.equal(await both.copy(names[0]!, ID), true)
  assert.equal(String(await bytesOf(await bucket.open(ID))), names[0])
  // One is erased after it was read for the move and before it is written.
  const erased = names[3]!
  const to: Objects = {
    ...bucket,
    async put(path, name) {
      if (name === erased) await both.remove(name)
      await bucket.put(path, name)
    },
  }
  let told = 0
  const moved = await moveObjects({ from: folder, to, temporary, onMoved: () => told++ })
  assert.deepEqual([moved.files, told], [29, 29])
  assert.deepEqual(await namesIn(folder), [])
  assert.deepEqual(await namesIn(bucket), [ID, ...names.filter((name) => name !== erased)].toSorted())
  assert.equal(String(await bytesOf(await both.open(names[7]!))), names[7])

  // Back again, by the command.
  const env = { ...settingsOf(s3), DATA_DIR: dataDir, FILES_IN: 'folder' }
  const run = spawnSync(process.execPath, [MOVE], { env, encoding: 'utf8' })
  assert.deepEqual([run.status, run.stderr], [0, ''])
  assert.match(run.stdout, /30 files, 0\.0 MB moved from the bucket desk to .*\. None is left there\./)
  assert.deepEqual([await namesIn(bucket), (await namesIn(folder)).length], [[], 30])
})

const settingsOf = (s3: S3Config) => ({
  ...{ PATH: process.env['PATH'], S3_ENDPOINT: s3.endpoint, S3_BUCKET: s3.bucket, S3_PREFIX: s3.prefix },
  ...{ S3_ACCESS_KEY: s3.accessKey, S3_SECRET_KEY: s3.secretKey },
})

/** An object that holds its own name. */
function openedOf(text: string): Opened {
  return {
    size: text.length,
    stream: () => Readable.from([Buffer.from(text)]),
    close: () => Promise.resolve(),
  }
}
