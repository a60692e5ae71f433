import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makePcapReader } from './pcap.ts'

/** A capture without Ethernet, with packets of these bytes, 20 ms apart. */
function captureOf(packets: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(24)
  head.writeUInt32LE(0xa1b2c3d4, 0)
  head.writeUInt32LE(101, 20)
  const parts = packets.map((bytes, n) => {
    const about = Buffer.alloc(16)
    about.writeUInt32LE(n * 20_000, 4)
    about.writeUInt32LE(bytes.length, 8)
    about.writeUInt32LE(bytes.length, 12)
    return Buffer.concat([about, bytes])
  })
  return Buffer.concat([head, ...parts])
}

test('a capture is read in pieces of any size, which are all given in one buffer', () => {
  const packets = Array.from({ length: 20 }, (_, n) => Buffer.alloc(30 + n, n))
  const capture = captureOf(packets)
  for (const size of [1, 7, 16, 24, 45, 100, capture.length]) {
    const read = makePcapReader()
    const piece = Buffer.alloc(size)
    const found: { at: number; bytes: string }[] = []
    for (let from = 0; from < capture.length; from += size) {
      const length = capture.copy(piece, 0, from, from + size)
      for (const { at, bytes } of read(piece.subarray(0, length))) found.push({ at, bytes: bytes.toString('hex') })
      piece.fill(0xff)
    }
    assert.deepEqual(
      found,
      packets.map((bytes, n) => ({ at: n * 20, bytes: bytes.toString('hex') })),
      `${size} bytes at a time`,
    )
  }
})

test('what is no capture is refused', () => {
  assert.throws(() => makePcapReader()(Buffer.alloc(24)), { message: 'a recording is not a capture' })
})
