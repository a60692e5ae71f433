import { closeSync, fsyncSync, openSync } from 'node:fs'

/** As much of Emscripten's file system on Node as has to be known here. None of it is PGlite's public interface. */
export interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: {
    fsync?: (stream: { nfd?: number | null; node: unknown }) => number
  }
}

/**
 * Gives the file system an fsync that reaches the disk. Emscripten's has none: Postgres would ask, be told yes, and
 * lose what it acknowledged when the power goes. Returns how often it has been asked.
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

/** A folder that Emscripten has open has no file descriptor behind it. */
function syncFolder(path: string): void {
  const fd = openSync(path, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
