import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { FILE_MAX } from '@deskbell/protocol'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

/** A file, or the small picture that stands for it. */
export type Variant = 'whole' | 'thumb'

/** A file that is arriving, in a folder of its own, where what is made of it may lie too until it is kept. */
export interface Incoming {
  readonly folder: string
  readonly path: string
  /** Bytes written so far. */
  readonly size: number
  /** Throws TooLarge past the cap; whoever writes waits for the promise. */
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Removes the folder with everything in it that was not kept. To be called in any case. */
  discard(): Promise<void>
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/** Bytes of a kept file. The stream closes the file; else `close` does. `end` is the last byte, included. */
export interface Opened {
  readonly size: number
  /** `turn` is awaited before each chunk. */
  stream(range?: { start: number; end: number }, turn?: () => Promise<void>): Readable
  close(): Promise<void>
}

export interface Store {
  receive(): Promise<Incoming>
  /** Moves a file from an incoming folder to its place. When it resolves, a power cut cannot take it away. */
  keep(path: string, id: string, variant: Variant): Promise<void>
  open(id: string, variant: Variant): Promise<Opened | undefined>
  /** Both variants; one that is not there is no error. */
  remove(id: string): Promise<void>
  /** Removes what is older than a day and belongs to nobody: files that `known` does not name, half arrived ones. */
  sweep(known: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<{ removed: number }>
}

export interface StoreOptions {
  /** DATA_DIR */
  dataDir: string
  clock: Clock
  ids: Ids
  /** Bytes of one file. */
  maxBytes?: number
}

const DAY = 24 * 3600 * 1000
/** Of a file that is read out, so much waits in memory for its reader (bytes; T45). */
const READ_AHEAD = 32 * 1024
/** 22 letters of 62 are 130 random bits (T12). */
const ID = /^[A-Za-z0-9]{22}$/

export const makeFileId = (ids: Ids): string => ids.letters(22)

/**
 * Bytes of files under `<DATA_DIR>/files/<2 letters>/<id>`, readable by nobody else on the machine. A file is written
 * elsewhere, made durable and then moved into place, all before the transaction that speaks of it: a row whose file
 * is not there cannot be; a file without a row can, after a crash, and is swept.
 */
export async function openStore({ dataDir, clock, ids, maxBytes = FILE_MAX }: StoreOptions): Promise<Store> {
  const root = join(dataDir, 'files')
  const arriving = join(root, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })

  const shelf = (id: string) => join(root, id.slice(0, 2))
  const place = (id: string, variant: Variant) => {
    if (!ID.test(id)) throw new Error('not the id of a file') // guard T11
    return join(shelf(id), variant === 'thumb' ? `${id}.thumb` : id)
  }

  return {
    async receive() {
      const folder = join(arriving, ids.letters(22))
      await mkdir(folder, { mode: 0o700 })
      const path = join(folder, 'given')
      const handle = await open(path, 'wx', 0o600)
      let size = 0
      return {
        folder,
        path,
        get size() {
          return size
        },
        async write(chunk) {
          size += chunk.length
          if (size > maxBytes) throw new TooLarge(`larger than ${maxBytes} bytes`) // guard T14
          await writeWhole(handle, chunk)
        },
        end: () => handle.close(),
        async discard() {
          await handle.close()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },

    async keep(path, id, variant) {
      const to = place(id, variant)
      const made = await mkdir(shelf(id), { recursive: true, mode: 0o700 })
      if (made) await syncPath(root)
      await syncPath(path)
      await rename(path, to)
      await syncPath(shelf(id))
    },

    async open(id, variant) {
      const handle = await open(place(id, variant), 'r').catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        size,
        stream(range = { start: 0, end: size - 1 }, turn = () => Promise.resolve()) {
          const stream = Readable.from(readRange(handle, range, turn), { highWaterMark: 1 })
          // Also when its reader leaves before the first chunk.
          return stream.once('close', () => void handle.close())
        },
        close: () => handle.close(),
      }
    },

    async remove(id) {
      await rm(place(id, 'whole'), { force: true })
      await rm(place(id, 'thumb'), { force: true })
    },

    async sweep(known) {
      const old = clock.now() - DAY
      const isOld = async (path: string) => {
        const found = await stat(path).catch(unlessMissing)
        return found !== undefined && found.mtimeMs < old
      }
      let removed = 0
      const remove = async (path: string) => {
        await rm(path, { recursive: true, force: true })
        removed++
      }
      for (const shelfName of await readdir(root)) {
        const folder = join(root, shelfName)
        const names = await readdir(folder)
        const idOf = (name: string) => name.replace(/\.thumb$/, '')
        const asked = shelfName === 'arriving' ? [] : [...new Set(names.map(idOf))]
        const owned = asked.length > 0 ? await known(asked) : undefined
        for (const name of names) {
          const path = join(folder, name)
          if (!owned?.has(idOf(name)) && (await isOld(path))) await remove(path)
        }
      }
      return { removed }
    },
  }
}

/** A write may take only a part. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done)
    done += bytesWritten
  }
}

/** Of a folder: the names in it. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}

/** The bytes of a file in chunks. `turn` is awaited before each. */
async function* readRange(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
  turn: () => Promise<void>,
) {
  for (let at = start; at <= end;) {
    await turn()
    const chunk = Buffer.allocUnsafe(Math.min(READ_AHEAD, end + 1 - at))
    const { bytesRead } = await handle.read(chunk, { position: at })
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
