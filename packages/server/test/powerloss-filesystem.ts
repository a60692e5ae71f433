import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/** Replaces db/filesystem.ts: writes stay in this process until an fsync. See powerloss.ts. */

const settings = new URL(import.meta.url).searchParams
const chance = Number(settings.get('chance'))
const lies = settings.get('lies') === 'true'
const fraction = randomFrom(Number(settings.get('seed')))

const BLOCK = 4096

interface Stream {
  nfd?: number | null
  node: object
}

interface Attributes {
  size?: number
}

type Transfer = (stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number) => number

/** The operations of Emscripten's file system on Node that move, change or remove bytes of files. */
interface NodeFiles {
  realPath(node: object): string
  stream_ops: {
    read: Transfer
    write: Transfer
    fsync?: (stream: Stream) => number
    setattr(stream: Stream, attributes: Attributes): void
  }
  node_ops: {
    setattr(node: object, attributes: Attributes): void
    unlink(parent: object, name: string): void
    rename(node: object, parent: object, name: string): void
  }
}

/** The blocks that a process has written and that may not be on the disk. Sizes take effect at once. */
class Cache {
  readonly #files = new Map<string, Map<number, Buffer>>()
  readonly #descriptors = new Map<string, number>()

  read(path: string, into: Buffer, position: number): void {
    const blocks = this.#files.get(path)
    if (!blocks) return void readSync(this.#open(path), into, 0, into.length, position)
    for (const { block, from, start, end } of piecesOf(position, into.length)) {
      const cached = blocks.get(block)
      if (cached) cached.copy(into, start, from, from + end - start)
      else readSync(this.#open(path), into, start, end - start, position + start)
    }
  }

  write(path: string, bytes: Buffer, position: number): void {
    const blocks = this.#files.get(path) ?? new Map<number, Buffer>()
    this.#files.set(path, blocks)
    for (const { block, from, start, end } of piecesOf(position, bytes.length)) {
      let cached = blocks.get(block)
      if (!cached) {
        cached = Buffer.alloc(BLOCK)
        readSync(this.#open(path), cached, 0, BLOCK, block * BLOCK)
        blocks.set(block, cached)
      }
      bytes.copy(cached, from, start, end)
      if (fraction() < chance) writeSync(this.#open(path), bytes, start, end - start, position + start)
    }
  }

  flush(path: string): void {
    const blocks = this.#files.get(path)
    if (!blocks) return
    const descriptor = this.#open(path)
    const { size } = fstatSync(descriptor)
    for (const [block, bytes] of blocks) {
      const length = Math.min(BLOCK, size - block * BLOCK)
      if (length > 0) writeSync(descriptor, bytes, 0, length, block * BLOCK)
    }
    this.#files.delete(path)
  }

  truncate(path: string, size: number): void {
    for (const [block, bytes] of this.#files.get(path) ?? []) {
      if (block * BLOCK >= size) this.#files.get(path)?.delete(block)
      else bytes.fill(0, Math.min(BLOCK, size - block * BLOCK))
    }
  }

  forget(path: string): void {
    this.#files.delete(path)
    const descriptor = this.#descriptors.get(path)
    this.#descriptors.delete(path)
    if (descriptor !== undefined) closeSync(descriptor)
  }

  /** Called before a file is renamed. */
  rename(from: string, to: string): void {
    const blocks = this.#files.get(from)
    this.forget(from)
    this.forget(to)
    if (blocks) this.#files.set(to, blocks)
  }

  #open(path: string): number {
    let descriptor = this.#descriptors.get(path)
    if (descriptor === undefined) {
      descriptor = openSync(path, 'r+')
      this.#descriptors.set(path, descriptor)
    }
    return descriptor
  }
}

/** A range of a file, cut at block boundaries: the block, the offset in it, and the part of the range. */
function* piecesOf(position: number, length: number) {
  for (let start = 0; start < length;) {
    const block = Math.floor((position + start) / BLOCK)
    const from = (position + start) % BLOCK
    const end = Math.min(length, start + BLOCK - from)
    yield { block, from, start, end }
    start = end
  }
}

export function makeDurable(files: NodeFiles): () => number {
  const cache = new Cache()
  let fsyncs = 0
  const { stream_ops: streams, node_ops: nodes } = files
  const pathOf = (stream: Stream) => files.realPath(stream.node)
  const sizeOf = (stream: Stream) => fstatSync(stream.nfd ?? -1).size
  const part = (buffer: Uint8Array, offset: number, length: number) =>
    Buffer.from(buffer.buffer, buffer.byteOffset + offset, length)

  streams.read = (stream, buffer, offset, length, position) => {
    const there = Math.max(0, Math.min(length, sizeOf(stream) - position))
    cache.read(pathOf(stream), part(buffer, offset, there), position)
    return there
  }
  streams.write = (stream, buffer, offset, length, position) => {
    if (position + length > sizeOf(stream)) ftruncateSync(stream.nfd ?? -1, position + length)
    cache.write(pathOf(stream), part(buffer, offset, length), position)
    return length
  }
  streams.fsync = (stream) => {
    fsyncs++
    if (!lies && typeof stream.nfd === 'number') cache.flush(pathOf(stream))
    return 0
  }

  const { setattr: setStream } = streams
  streams.setattr = (stream, attributes) => {
    setStream(stream, attributes)
    if (attributes.size !== undefined) cache.truncate(pathOf(stream), attributes.size)
  }
  const { setattr: setNode, unlink, rename } = nodes
  nodes.setattr = (node, attributes) => {
    setNode(node, attributes)
    if (attributes.size !== undefined) cache.truncate(files.realPath(node), attributes.size)
  }
  nodes.unlink = (parent, name) => {
    cache.forget(`${files.realPath(parent)}/${name}`)
    unlink(parent, name)
  }
  nodes.rename = (node, parent, name) => {
    cache.rename(files.realPath(node), `${files.realPath(parent)}/${name}`)
    rename(node, parent, name)
  }
  return () => fsyncs
}

/** Numbers in [0, 1) that are the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
