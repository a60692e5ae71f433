// The program that decodes pictures: see decode.ts. It has no secrets, no database, and writes only the files of its
// order.
import { setPriority } from 'node:os'
import sharp, { type Sharp, type SharpOptions } from 'sharp'
import type { DecodeAnswer, DecodeOrder, Dimensions, PictureFormat } from './decode.ts'

process.umask(0o077)
setPriority(10)
sharp.cache(false)
sharp.concurrency(1)
// libvips reads dozens of formats, some of which execute code; only these four are allowed.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadNsgif'],
})

const THUMB_WIDTH = 320
const THUMB_HEIGHT = 1920
const PORTRAIT = 128
const LOGO = 256
/** The relative cost of each format per pixel, and the fixed cost of a frame. */
const WEIGHT: Record<PictureFormat, number> = { jpeg: 1, png: 2, webp: 3, gif: 8 }
const FRAME_LEAST = 10_000
/** The job is more work than the order allows. */
class Large extends Error {}
const base = process.memoryUsage.rss()

/** The memory limit of the current order, which is checked continuously. */
let maxBytes = Infinity
setInterval(() => {
  if (process.memoryUsage.rss() - base > maxBytes) process.kill(process.pid, 'SIGKILL')
}, 10)

process.on('disconnect', () => process.exit())
process.on('message', (order: DecodeOrder) => {
  maxBytes = order.maxBytes
  void decode(order).then(
    (size) => answer({ ok: true, size, heavy: process.memoryUsage.rss() - base > maxBytes / 2 }),
    (error: unknown) => answer(error instanceof Large ? { ok: false, large: true } : { ok: false }),
  )
})

function answer(what: DecodeAnswer): void {
  maxBytes = Infinity
  process.send?.(what)
}

async function decode(order: DecodeOrder): Promise<Dimensions> {
  const options: SharpOptions = { limitInputPixels: order.maxPixels, failOn: 'error' }
  const { format, pages = 1, width: across, height: down } = await sharp(order.input, options).metadata()
  if (format !== order.format) throw new Error('another format')
  const workload = WEIGHT[order.format] * pages * Math.max(across * down, FRAME_LEAST)
  if (order.maxWork !== undefined && workload > order.maxWork) throw new Large()
  let size: Dimensions | undefined
  let source = sharp(order.input, { ...options, animated: false }).autoOrient()
  if (order.whole) {
    // An animation cannot be rotated; encoders of animations do not set an orientation.
    const whole = pages > 1 ? sharp(order.input, { ...options, animated: true }) : source
    const { width, height, pageHeight } = await encode(whole, order.format).toFile(order.whole)
    size = { width, height: pageHeight ?? height }
    source = sharp(order.whole, { ...options, animated: false })
  }
  if (order.thumb) {
    const box = { width: THUMB_WIDTH, height: THUMB_HEIGHT, fit: 'inside', withoutEnlargement: true } as const
    const { width, height } = await source.resize(box).webp({ quality: 75, effort: 2 }).toFile(order.thumb)
    size ??= { width, height }
  }
  if (order.portrait) {
    const square = source.resize(PORTRAIT, PORTRAIT, { fit: 'cover' }).flatten({ background: '#ffffff' })
    await square.jpeg({ quality: 85 }).toFile(order.portrait)
    size ??= { width: PORTRAIT, height: PORTRAIT }
  }
  if (order.logo) {
    const box = { width: LOGO, height: LOGO, fit: 'inside', withoutEnlargement: true } as const
    const { width, height } = await source.resize(box).png({ compressionLevel: 9 }).toFile(order.logo)
    size ??= { width, height }
  }
  if (!size) throw new Error('nothing to make')
  return size
}

function encode(picture: Sharp, format: PictureFormat): Sharp {
  switch (format) {
    case 'jpeg':
      // Optimal codes need another copy of the picture in memory and save only a twentieth.
      return picture.jpeg({ quality: 90, optimiseCoding: false })
    case 'png':
      return picture.png({ compressionLevel: 6 })
    case 'gif':
      return picture.gif({ effort: 1 })
    case 'webp':
      return picture.webp({ quality: 90, effort: 2 })
  }
}
