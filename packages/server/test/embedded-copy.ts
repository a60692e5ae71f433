import { cpSync, ftruncateSync, mkdirSync, openSync, closeSync, readdirSync, readFileSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** As much of it as is used here: Node has it, and its types do not. */
declare const WebAssembly: { compile(bytes: Uint8Array<ArrayBuffer>): Promise<object> }

const WAL = 'pg_wal'
const PIECE = 64 * 1024
const ZEROS = Buffer.alloc(PIECE)

/**
 * Copies the folder of an embedded database that is closed. A segment of its log is 16 MiB of which the end is zeros:
 * that is a hole in the copy, or each database would bring 16 MiB to the disk with its first commit.
 */
export function copyDatabase(from: string, to: string): void {
  const log = join(from, WAL)
  cpSync(from, to, { recursive: true, filter: (path) => path !== log })
  mkdirSync(join(to, WAL), { mode: 0o700 })
  for (const entry of readdirSync(log, { withFileTypes: true })) {
    const [source, target] = [join(log, entry.name), join(to, WAL, entry.name)]
    if (entry.isDirectory()) cpSync(source, target, { recursive: true })
    else copyWithHole(source, target)
  }
}

function copyWithHole(from: string, to: string): void {
  const bytes = readFileSync(from)
  let end = bytes.length
  while (end >= PIECE && bytes.subarray(end - PIECE, end).equals(ZEROS)) end -= PIECE
  const file = openSync(to, 'wx', 0o600)
  try {
    writeSync(file, bytes, 0, end)
    ftruncateSync(file, bytes.length)
  } finally {
    closeSync(file)
  }
}

let compiled: Promise<object> | undefined

/**
 * Compiles the embedded Postgres once for this process and holds it: V8 gives the threads of the databases that follow
 * what it has of the same bytes, for as long as something holds it.
 */
export async function keepCompiled(): Promise<void> {
  compiled ??= readFile(new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))).then((bytes) =>
    WebAssembly.compile(bytes),
  )
  await compiled
}
