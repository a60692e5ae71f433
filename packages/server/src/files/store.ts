import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { join } from 'node:path'
import { FILE_MAX } from '@deskbell/protocol'
import type { Clock } from '../platform/clock.ts'
import type { Ids } from '../platform/ids.ts'

/** A file, or its preview. */
export type Variant = 'whole' | 'thumb'

/** An arriving file in a folder of its own, which may also hold derived files until it is kept. */
export interface Incoming {
  readonly folder: string
  readonly path: string
  /** Bytes written so far. */
  readonly size: number
  /** Throws TooLarge beyond the limit; the caller must await it. */
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
  /** Removes the folder with everything that was not kept. Must be called in any case. */
  discard(): Promise<void>
}

export class TooLarge extends Error {
  override readonly name = 'TooLarge'
}

/**
 * A stored file, opened for reading. The stream closes the file; without one, `close` does. `end` is the last byte,
 * inclusive.
 */
export interface Opened {
  readonly size: number
  /** `turn` is awaited before each chunk, with its bytes. */
  stream(range?: { start: number; end: number }, turn?: (bytes: number) => Promise<void>): Readable
  close(): Promise<void>
}

export interface Store {
  receive(): Promise<Incoming>
  /** Moves a file from an incoming folder to its place. When it resolves, the file survives a power cut. */
  keep(path: string, id: string, variant: Variant): Promise<void>
  open(id: string, variant: Variant): Promise<Opened | undefined>
  /**
   * Copies a file and its preview, without reading them where the file system can share their blocks. False: there is no
   * such file. When it resolves, the copy survives a power cut.
   */
  copy(from: string, to: string): Promise<boolean>
  /** Both variants; a missing one is no error. */
  remove(id: string): Promise<void>
  /** Removes files older than a day without a row in `known`, and incomplete uploads. */
  sweep(known: (ids: string[]) => Promise<ReadonlySet<string>>): Promise<{ removed: number }>
}

export interface StoreOptions {
  /** DATA_DIR */
  dataDir: string
  clock: Clock
  ids: Ids
  /** Maximum bytes of one file. */
  maxBytes?: number
}

const DAY = 24 * 3600 * 1000
/** Bytes read ahead for the reader of a file (T45). */
const READ_AHEAD = 64 * 1024
/** 22 letters of 62 are 130 random bits (T12). */
const ID = /^[A-Za-z0-9]{22}$/

export const makeFileId = (ids: Ids): string => ids.letters(22)

/**
 * Bytes of files under `<DATA_DIR>/files/<2 letters>/<id>`, readable only by this user. A file is written elsewhere,
 * synced and then moved into place, all before the transaction that names it: so every row has its file; a file without
 * a row can remain after a crash and is swept.
 */
export async function openStore({ dataDir, clock, ids, maxBytes = FILE_MAX }: StoreOptions): Promise<Store> {
  const root = join(dataDir, 'files')
  const arriving = join(root, 'arriving')
  await mkdir(arriving, { recursive: true, mode: 0o700 })

  const shelf = (id: string) => join(root, id.slice(0, 2))
  const pathOf = (id: string, variant: Variant) => {
    if (!ID.test(id)) throw new Error('not the id of a file') // guard T11
    return join(shelf(id), variant === 'thumb' ? `${id}.thumb` : id)
  }

  async function keep(path: string, id: string, variant: Variant): Promise<void> {
    const to = pathOf(id, variant)
    const made = await mkdir(shelf(id), { recursive: true, mode: 0o700 })
    if (made) await syncPath(root)
    await syncPath(path)
    await rename(path, to)
    await syncPath(shelf(id))
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

    keep,

    async copy(from, to) {
      const folder = join(arriving, ids.letters(22))
      await mkdir(folder, { mode: 0o700 })
      const copyOne = async (variant: Variant): Promise<boolean> => {
        const path = join(folder, variant)
        const copied = await copyFile(pathOf(from, variant), path, constants.COPYFILE_FICLONE).then(
          () => true,
          unlessMissing,
        )
        if (!copied) return false
        // A clone may have the time of the original, by which the sweep would take it for an old file without a row.
        const now = new Date(clock.now())
        await utimes(path, now, now)
        await keep(path, to, variant)
        return true
      }
      try {
        const copied = await copyOne('whole')
        if (copied) await copyOne('thumb')
        return copied
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    async open(id, variant) {
      const handle = await open(pathOf(id, variant), 'r').catch(unlessMissing)
      if (!handle) return undefined
      const { size } = await handle.stat()
      return {
        size,
        stream(range = { start: 0, end: size - 1 }, turn = () => Promise.resolve()) {
          const stream = Readable.from(readRange(handle, range, turn), { highWaterMark: 1 })
          // Also when its reader disconnects before the first chunk.
          return stream.once('close', () => void handle.close())
        },
        close: () => handle.close(),
      }
    },

    async remove(id) {
      await rm(pathOf(id, 'whole'), { force: true })
      await rm(pathOf(id, 'thumb'), { force: true })
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

/** A write may be partial. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done)
    done += bytesWritten
  }
}

/** For a folder: its directory entries. */
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

/** The bytes of a file in chunks. `turn` is awaited before each, with its bytes. */
async function* readRange(
  handle: FileHandle,
  { start, end }: { start: number; end: number },
  turn: (bytes: number) => Promise<void>,
) {
  for (let at = start; at <= end;) {
    const bytes = Math.min(READ_AHEAD, end + 1 - at)
    await turn(bytes)
    const chunk = Buffer.allocUnsafe(bytes)
    const { bytesRead } = await handle.read(chunk, { position: at })
    if (bytesRead === 0) throw new Error('the file is shorter than it was')
    at += bytesRead
    yield chunk.subarray(0, bytesRead)
  }
}
