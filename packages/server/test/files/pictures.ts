import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** Generated pictures with known content. */

export const plain = (width = 40, height = 30) =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })

/** A rotated photo with camera metadata and GPS position: 30 x 40 when it is shown. */
export const fromCamera = (format: 'jpeg' | 'webp' | 'png') =>
  plain()
    .withExif({
      IFD0: { Make: 'SentinelCamera', Orientation: '6' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '52/1 31/1 12/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '13/1 24/1 36/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer()

export async function animation(format: 'gif' | 'webp', frames = 3): Promise<Buffer> {
  const raw = Buffer.alloc(40 * 30 * frames * 3)
  for (let frame = 0; frame < frames; frame++)
    raw.fill(60 * (frame + 1), 40 * 30 * 3 * frame, 40 * 30 * 3 * (frame + 1))
  const pixels = sharp(raw, { raw: { width: 40, height: 30 * frames, channels: 3, pageHeight: 30 } })
  return format === 'gif' ? pixels.gif({ delay: 100, loop: 0 }).toBuffer() : pixels.webp({ loop: 0 }).toBuffer()
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(data.length)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

/** Black, one bit a pixel. */
export const blackPng = (width: number, height: number) =>
  png(width, height, [1, 0, 0, 0, 0], Buffer.alloc(height * (1 + Math.ceil(width / 8))))

/** A few kB that decode to this size, in RGBA; interlaced, so that a decoder must hold the whole picture. */
export const bomb = (width: number, height: number) =>
  png(width, height, [8, 6, 0, 0, 1], Buffer.alloc(interlacedBytes(width, height)))

/** `kind`: bits, colour type, compression, filter, interlace. */
function png(width: number, height: number, kind: number[], rows: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width)
  head.writeUInt32BE(height, 4)
  head.set(kind, 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', head),
    pngChunk('IDAT', deflateSync(rows, { level: 1 })),
    pngChunk('IEND', Buffer.alloc(0)),
  ])
}

function interlacedBytes(width: number, height: number): number {
  const passes = [
    [0, 0, 8, 8],
    [4, 0, 8, 8],
    [0, 4, 4, 8],
    [2, 0, 4, 4],
    [0, 2, 2, 4],
    [1, 0, 2, 2],
    [0, 1, 1, 2],
  ] as const
  return passes.reduce((sum, [x, y, dx, dy]) => {
    const columns = Math.ceil((width - x) / dx)
    return sum + Math.ceil((height - y) / dy) * (1 + columns * 4)
  }, 0)
}
