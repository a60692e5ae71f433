import { closeSync, fsyncSync, openSync } from 'node:fs'

/** The parts of Emscripten's Node file system used here. None of them is PGlite's public interface. */
export interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: {
    fsync?: (stream: { nfd?: number | null; node: unknown }) => number
  }
}

/**
 * Gives the file system an fsync that reaches the disk. Emscripten's does nothing: Postgres would assume that its data
 * is durable and lose it in a power cut. Returns a counter of fsyncs.
 */
export function makeDurable(files: NodeFiles): () => number {
  let fsyncs = 0
  files.stream_ops.fsync = ({ nfd, node }) => {
    if (typeof nfd === 'number') fsyncSync(nfd)
    else syncFolder(files.realPath(node))
    fsyncs++
    return 0
  }
  return () => fsyncs
}

/** A folder that Emscripten has open has no file descriptor. */
function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
