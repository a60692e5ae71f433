import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { makeDecoder } from '../../src/files/decode.ts'
import { agentOwner, visitorOwner, type FileOwner } from '../../src/files/owner.ts'
import { makePictureQueue } from '../../src/files/picture-queue.ts'
import type { Clock } from '../../src/platform/clock.ts'
import { handClock } from '../clock.ts'
import { animation, plain } from './pictures.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deskbell-queue-'))
  await writeFile(join(folder, 'small.png'), await plain().png().toBuffer())
  await writeFile(join(folder, 'wide.png'), await plain(3000, 2000).png().toBuffer())
  await writeFile(join(folder, 'frames.webp'), await animation('webp', 200))
})
after(() => rm(folder, { recursive: true }))

let serial = 0
const job = (name: string) => ({
  input: join(folder, name),
  format: name.endsWith('png') ? ('png' as const) : ('webp' as const),
  thumb: join(folder, `thumb${++serial}`),
})

function openQueue(t: { after(fn: () => unknown): void }, clock: Clock) {
  const queue = makePictureQueue({ clock })
  t.after(() => queue.close())
  return queue
}

test('T48 large pictures are recognized without decoding', async (t) => {
  // The clock does not move, so the time of the decoding cannot matter.
  const decoder = makeDecoder({ clock: handClock() })
  t.after(() => decoder.close())
  assert.deepEqual(await decoder.decodeSmall(job('small.png')), { width: 40, height: 30 })
  assert.equal(await decoder.decodeSmall(job('wide.png')), 'large')
  assert.equal(await decoder.decodeSmall(job('frames.webp')), 'large')
})

test('T48 large pictures are decoded separately from small ones', async (t) => {
  const queue = openQueue(t, handClock())
  const owner = agentOwner(1, 1)
  const order: string[] = []
  const note = (name: string) => queue.decode(job(name), owner).then((size) => order.push(`${name} ${size?.width}`))
  await Promise.all([note('wide.png'), note('small.png'), note('small.png')])
  assert.deepEqual(order, ['small.png 40', 'small.png 40', 'wide.png 320'])
})

test('T48 an address that has used up its decoding time waits until no other address does', async (t) => {
  const clock = handClock()
  const queue = openQueue(t, clock)
  const order: string[] = []
  const asks = (name: string, owner: FileOwner) =>
    queue.decode(job('small.png'), owner).then(() => void order.push(name))
  const ada = visitorOwner(1, 1, 'ada', '192.0.2.1')
  const bea = visitorOwner(1, 1, 'bea', '192.0.2.2')
  const first = asks('a1', ada)
  const others = [asks('a2', ada), asks('b1', bea), asks('b2', bea), asks('b3', bea)]
  // The first picture takes a minute of decoding; then the clock does not move.
  await clock.jump(60_000)
  await Promise.all([first, ...others])
  assert.deepEqual(
    order.filter((name) => name !== 'a1'),
    ['b1', 'b2', 'b3', 'a2'],
  )
})

test('T48 the number of waiting pictures per owner is limited; those of others are accepted', async (t) => {
  const queue = openQueue(t, handClock())
  const visitor = visitorOwner(1, 1, 'ada', '192.0.2.1')
  for (const [owner, most] of [
    [visitor, 20],
    [agentOwner(1, 1), 60],
  ] as const) {
    const waiting = Array.from({ length: most }, () => queue.decode(job('small.png'), owner))
    await assert.rejects(queue.decode(job('small.png'), owner), { code: 'busy', retryAfter: 10 })
    waiting.push(queue.decode(job('small.png'), visitorOwner(1, 1, 'bea', '192.0.2.2')))
    for (const size of await Promise.all(waiting)) assert.deepEqual(size, { width: 40, height: 30 })
  }
  assert.equal(queue.waiting, 0)
})

test('A19 pictures that wait when the server closes are stored as files', async (t) => {
  const queue = openQueue(t, handClock())
  const waiting = Array.from({ length: 10 }, () => queue.decode(job('wide.png'), agentOwner(1, 1)))
  await queue.close()
  assert.ok((await Promise.all(waiting)).every((size) => size === undefined))
  assert.equal(await queue.decode(job('small.png'), agentOwner(1, 1)), undefined)
})
