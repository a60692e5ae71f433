import { closeSync, fstatSync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'

/**
 * Replaces db/filesystem.ts: a disk that keeps written blocks in the process until fsync, so that `kill -9` has the
 * effect of a power cut. At random, a block is written back early and out of order, as a kernel does. Sizes, names and
 * removals take effect at once.
 */
const BLOCK = 4096
const WRITTEN_BACK = 0.3
const OPEN_MOST = 200

interface Stream {
  nfd?: number | null
  node: unknown
}
interface Attributes {
  size?: number
}
/** The methods of Emscripten's Node file system that are replaced. `offset` is an offset in `buffer`. */
interface Files {
  realPath(node: unknown): string
  stream_ops: {
    read(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number
    write(stream: Stream, buffer: Uint8Array, offset: number, length: number, position: number): number
    setattr(stream: Stream, attributes: Attributes): unknown
    fsync?: (stream: Stream) => number
  }
  node_ops: {
    setattr(node: unknown, attributes: Attributes): unknown
    unlink(parent: unknown, name: string): unknown
    rename(node: unknown, folder: unknown, name: string): unknown
  }
}

type Blocks = Map<number, Buffer>

export function makeDurable(files: Files): () => number {
  /** The blocks that are not on the disk yet, by file and block. */
  const pages = new Map<string, Blocks>()
  const open = new Map<string, number>()
  let fsyncs = 0

  const pathOf = (stream: Stream): string => files.realPath(stream.node)
  const sizeOf = (stream: Stream): number => fstatSync(stream.nfd ?? -1).size

  function disk(path: string): number {
    let fd = open.get(path)
    if (fd !== undefined) return fd
    fd = openSync(path, 'r+')
    open.set(path, fd)
    if (open.size > OPEN_MOST) shut([...open.keys()][0] ?? '')
    return fd
  }
  function shut(path: string): void {
    const fd = open.get(path)
    if (fd !== undefined) closeSync(fd)
    open.delete(path)
  }
  /** The parts of a range, block by block: the block, the offset in it, and the number of bytes. */
  function* parts(
    position: number,
    length: number,
  ): Generator<[block: number, from: number, bytes: number, at: number]> {
    for (let at = 0; at < length;) {
      const from = (position + at) % BLOCK
      const bytes = Math.min(BLOCK - from, length - at)
      yield [Math.floor((position + at) / BLOCK), from, bytes, at]
      at += bytes
    }
  }
  function cut(path: string, size: number): void {
    const blocks = pages.get(path)
    for (const [i, block] of blocks ?? []) {
      if (i * BLOCK >= size) blocks?.delete(i)
      else if ((i + 1) * BLOCK > size) block.fill(0, size - i * BLOCK)
    }
  }

  const { stream_ops: streams, node_ops: nodes } = files
  const { setattr: setStream } = streams
  const { setattr: setNode, unlink, rename } = nodes

  streams.read = (stream, buffer, offset, length, position) => {
    const path = pathOf(stream)
    const readable = Math.max(0, Math.min(length, sizeOf(stream) - position))
    const into = Buffer.from(buffer.buffer, buffer.byteOffset + offset, readable)
    const blocks = pages.get(path)
    for (const [i, from, bytes, at] of parts(position, readable)) {
      const block = blocks?.get(i)
      if (block) block.copy(into, at, from, from + bytes)
      else readSync(disk(path), into, at, bytes, position + at)
    }
    return readable
  }
  streams.write = (stream, buffer, offset, length, position) => {
    const path = pathOf(stream)
    const bytesOf = Buffer.from(buffer.buffer, buffer.byteOffset + offset, length)
    if (position + length > sizeOf(stream)) ftruncateSync(disk(path), position + length)
    const blocks: Blocks = pages.get(path) ?? new Map()
    pages.set(path, blocks)
    for (const [i, from, bytes, at] of parts(position, length)) {
      let block = blocks.get(i)
      if (!block) {
        block = Buffer.alloc(BLOCK)
        readSync(disk(path), block, 0, BLOCK, i * BLOCK)
        blocks.set(i, block)
      }
      bytesOf.copy(block, from, at, at + bytes)
      if (Math.random() < WRITTEN_BACK) writeSync(disk(path), bytesOf, at, bytes, position + at)
    }
    return length
  }
  streams.fsync = (stream) => {
    fsyncs++
    if (typeof stream.nfd !== 'number') return 0
    const path = pathOf(stream)
    const size = sizeOf(stream)
    for (const [i, block] of pages.get(path) ?? []) {
      const bytes = Math.min(BLOCK, size - i * BLOCK)
      if (bytes > 0) writeSync(disk(path), block, 0, bytes, i * BLOCK)
    }
    pages.delete(path)
    return 0
  }
  streams.setattr = (stream, attributes) => {
    const done = setStream(stream, attributes)
    if (attributes.size !== undefined) cut(pathOf(stream), attributes.size)
    return done
  }
  nodes.setattr = (node, attributes) => {
    const done = setNode(node, attributes)
    if (attributes.size !== undefined) cut(files.realPath(node), attributes.size)
    return done
  }
  nodes.unlink = (parent, name) => {
    const path = `${files.realPath(parent)}/${name}`
    pages.delete(path)
    shut(path)
    return unlink(parent, name)
  }
  nodes.rename = (node, folder, name) => {
    const from = files.realPath(node)
    const to = `${files.realPath(folder)}/${name}`
    shut(from)
    shut(to)
    const done = rename(node, folder, name)
    const blocks = pages.get(from)
    pages.delete(from)
    pages.delete(to)
    if (blocks) pages.set(to, blocks)
    return done
  }
  return () => fsyncs
}
