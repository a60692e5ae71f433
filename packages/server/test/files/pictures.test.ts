import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { makeDecoder } from '../../src/files/decode.ts'
import { agentOwner } from '../../src/files/owner.ts'
import { takePhoto } from '../../src/files/upload.ts'
import { realClock, type Clock } from '../../src/platform/clock.ts'
import { handClock } from '../clock.ts'
import { closeDatabases, openTestFiles } from './setup.ts'
import { animation, blackPng, bomb, fromCamera, plain } from './pictures.ts'

after(closeDatabases)

const server = await openTestFiles({ after })
const folder = await mkdtemp(join(tmpdir(), 'deskbell-pictures-'))
after(() => rm(folder, { recursive: true }))

async function bytesOf(link: string): Promise<Buffer> {
  const answer = await fetch(link)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

for (const format of ['jpeg', 'png', 'webp'] as const) {
  test(`T10 the metadata of a ${format} is removed, and the picture is upright`, async () => {
    const taken = await fromCamera(format)
    assert.match(taken.toString('latin1'), /SentinelCamera/)
    const { file, media } = await server.upload(`photo.${format}`, taken)
    assert.deepEqual([file.width, file.height, media.width, media.height], [30, 40, 30, 40])
    for (const link of [server.linkTo(file), server.linkTo(file, { thumb: true })]) {
      const served = await bytesOf(link)
      assert.doesNotMatch(served.toString('latin1'), /SentinelCamera|Exif/)
      const { exif, orientation, icc, xmp, width, height } = await sharp(served).metadata()
      assert.deepEqual(
        [exif, orientation, icc, xmp, width, height],
        [undefined, undefined, undefined, undefined, 30, 40],
      )
    }
    assert.equal(file.size, (await bytesOf(server.linkTo(file))).length)
  })
}

for (const format of ['gif', 'webp'] as const) {
  test(`T10 an animated ${format} stays animated, and its thumbnail is a still`, async () => {
    const { file } = await server.upload(`cat.${format}`, await animation(format, 4))
    assert.deepEqual([file.width, file.height], [40, 30])
    const served = await sharp(await bytesOf(server.linkTo(file))).metadata()
    assert.deepEqual([served.format, served.pages], [format, 4])
    const small = await sharp(await bytesOf(server.linkTo(file, { thumb: true }))).metadata()
    assert.deepEqual([small.format, small.pages ?? 1], ['webp', 1])
  })
}

test('A19 the thumbnail is 320 pixels wide, and not larger than the picture', async () => {
  const large = await server.upload('large.png', await plain(1600, 800).png().toBuffer())
  const small = await sharp(await bytesOf(server.linkTo(large.file, { thumb: true }))).metadata()
  assert.deepEqual([small.width, small.height], [320, 160])
  const tiny = await server.upload('tiny.png', await plain(10, 10).png().toBuffer())
  const same = await sharp(await bytesOf(server.linkTo(tiny.file, { thumb: true }))).metadata()
  assert.deepEqual([same.width, same.height], [10, 10])
})

test('T10 a picture of the wrong size, a broken one and one of another format are stored as files', async () => {
  const jpeg = await plain(400, 300).jpeg().toBuffer()
  const rows = {
    'cut.jpg': jpeg.subarray(0, jpeg.length / 2),
    'many-pixels.png': bomb(10, 10).fill(0x7f, 16, 20),
    'nothing.gif': Buffer.from('GIF89a'),
    'picture.svg.png': Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  }
  for (const [name, bytes] of Object.entries(rows)) {
    const { file, media } = await server.upload(name, bytes)
    assert.deepEqual([name, file.inline, file.thumb, media.width], [name, false, false, undefined])
    assert.deepEqual(await bytesOf(server.linkTo(file)), bytes)
  }
})

/** Decodes one picture with a separate decoder; its output is in the folder. */
async function decoding(
  t: { after(fn: () => unknown): void },
  bytes: Buffer,
  options: { clock?: Clock; maxPixels?: number; maxBytes?: number } = {},
) {
  const decoder = makeDecoder({ clock: realClock, ...options })
  t.after(() => decoder.close())
  const input = join(folder, 'given')
  await writeFile(input, bytes)
  const decode = () =>
    decoder.decode({ input, format: 'png', whole: join(folder, 'whole'), thumb: join(folder, 'thumb') })
  return { decode, input }
}

test('A19 a phone’s rotated picture of 24 megapixels is within the limits', async () => {
  const taken = await plain(6000, 4000).jpeg().withMetadata({ orientation: 6 }).toBuffer()
  const { file } = await server.upload('photo.jpg', taken)
  assert.deepEqual([file.inline, file.width, file.height], [true, 4000, 6000])
})

test('T10 a picture of more than fifty million pixels is not decoded', async (t) => {
  const small = await plain(100, 100).png().toBuffer()
  assert.deepEqual(await (await decoding(t, small, { maxPixels: 10_000 })).decode(), { width: 100, height: 100 })
  assert.equal(await (await decoding(t, small, { maxPixels: 9_999 })).decode(), undefined)
  // Black and white, so that only the number of pixels is over a limit.
  const wide = blackPng(10_200, 5_000)
  assert.ok(wide.length < 50_000)
  assert.equal(await (await decoding(t, wide)).decode(), undefined)
})

test('T10 a picture that takes more than 128 MiB ends its decoder, and the next one is decoded', async (t) => {
  const { decode, input } = await decoding(t, bomb(6_000, 6_000))
  assert.ok((await stat(input)).size < 2_000_000)
  assert.equal(await decode(), undefined)
  await writeFile(input, await plain().png().toBuffer())
  assert.deepEqual(await decode(), { width: 40, height: 30 })
})

test('T10 a picture that takes longer than five seconds ends its decoder, and the next one is decoded', async (t) => {
  const clock = handClock()
  const { decode } = await decoding(t, await plain(3000, 3000).png().toBuffer(), { clock })
  const first = decode()
  const second = decode()
  await clock.move(5_000)
  assert.equal(await first, undefined)
  assert.deepEqual(await second, { width: 3000, height: 3000 })
})

test('T10 a burst of decompression bombs does not slow other requests', async (t) => {
  const { decode } = await decoding(t, bomb(6_000, 6_000))
  const { file } = await server.upload('a.txt', Buffer.from('a'))
  const link = server.linkTo(file)
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const bombs = Promise.all(Array.from({ length: 3 }, decode))
  delay.enable()
  let over = false
  void bombs.then(() => (over = true))
  const times: number[] = []
  while (!over) {
    const begun = performance.now()
    await bytesOf(link)
    times.push(performance.now() - begun)
  }
  delay.disable()
  assert.deepEqual(await bombs, [undefined, undefined, undefined])
  const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? 0
  assert.ok(p99 < 250, `p99 ${p99} ms of ${times.length} requests`)
  assert.ok(delay.percentile(99) / 1e6 < 100, `the event loop was held for ${delay.percentile(99) / 1e6} ms`)
})

test('A30 an agent’s photo is 128 x 128, JPEG, on white', async () => {
  const half = await sharp({
    create: { width: 300, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer()
  const owner = agentOwner(server.account, 1)
  const taken = await takePhoto(server.files, { account: server.account, owner, stream: Readable.from([half]) })
  assert.ok(taken.ok)
  assert.deepEqual(
    [taken.file.mime, taken.file.width, taken.file.height, taken.file.inline],
    ['image/jpeg', 128, 128, true],
  )
  await server.insert(taken.file)
  const served = await bytesOf(server.linkTo(taken.file, { reader: 'integrator' }))
  const { dominant } = await sharp(served).stats()
  assert.ok(dominant.r > 240 && dominant.g > 240 && dominant.b > 240)
  const words = await takePhoto(server.files, {
    account: server.account,
    owner,
    stream: Readable.from([Buffer.from('words')]),
  })
  assert.deepEqual(words, { ok: false, code: 'not_a_picture' })
})
