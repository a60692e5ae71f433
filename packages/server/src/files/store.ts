import { mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { FILE_MAX } from '@deskbell/protocol'
import type { Clock } from '../platform/clock.ts'
import type { S3Config } from '../platform/config.ts'
import type { Ids } from '../platform/ids.ts'
import { ARRIVING, unlessMissing } from './storage/folder.ts'
import { openStorage } from './storage/open.ts'
import type { Opened } from './storage/objects.ts'

export type { Opened } from './storage/objects.ts'

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
  close(): void
}

export interface StoreOptions {
  /** DATA_DIR */
  dataDir: string
  clock: Clock
  ids: Ids
  /** Maximum bytes of one file. */
  maxBytes?: number
  /** A bucket that the processes share; default: the folder of this machine alone. */
  s3?: S3Config
}

const DAY = 24 * 3600 * 1000
/** 22 letters of 62 are 130 random bits (T12). */
const ID = /^[A-Za-z0-9]{22}$/

export const makeFileId = (ids: Ids): string => ids.letters(22)

const nameOf = (id: string, variant: Variant): string => {
  if (!ID.test(id)) throw new Error('not the id of a file') // guard T11
  return variant === 'thumb' ? `${id}.thumb` : id
}

/**
 * The bytes of files. A file arrives in a folder, and is put into its place before the transaction that names it: so every row has
 * its file; a file without a row can remain after a crash and is swept. Throws ConfigError when the bucket cannot be used.
 */
export async function openStore({ dataDir, clock, ids, maxBytes = FILE_MAX, s3 }: StoreOptions): Promise<Store> {
  const arriving = join(dataDir, 'files', ARRIVING)
  const { objects, newPath, close } = await openStorage({ dataDir, clock, ids, s3 })

  return {
    async receive() {
      const incoming = newPath()
      await mkdir(incoming, { mode: 0o700 })
      const path = join(incoming, 'given')
      const handle = await open(path, 'wx', 0o600)
      let size = 0
      return {
        folder: incoming,
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
          await rm(incoming, { recursive: true, force: true })
        },
      }
    },

    keep: (path, id, variant) => objects.put(path, nameOf(id, variant)),

    async copy(from, to) {
      const copied = await objects.copy(nameOf(from, 'whole'), nameOf(to, 'whole'))
      if (copied) await objects.copy(nameOf(from, 'thumb'), nameOf(to, 'thumb'))
      return copied
    },

    open: async (id, variant) => objects.open(nameOf(id, variant)),

    async remove(id) {
      await objects.remove(nameOf(id, 'whole'))
      await objects.remove(nameOf(id, 'thumb'))
    },

    async sweep(known) {
      const old = clock.now() - DAY
      let removed = 0
      for await (const listed of objects.list()) {
        const idOf = (name: string) => name.replace(/\.thumb$/, '')
        const stale = listed.filter(({ at }) => at < old)
        if (stale.length === 0) continue
        const owned = await known([...new Set(stale.map(({ name }) => idOf(name)))])
        for (const { name } of stale) {
          if (owned.has(idOf(name))) continue
          await objects.remove(name)
          removed++
        }
      }
      for (const name of await readdir(arriving)) {
        const found = await stat(join(arriving, name)).catch(unlessMissing)
        if (!found || found.mtimeMs >= old) continue
        await rm(join(arriving, name), { recursive: true, force: true })
        removed++
      }
      return { removed }
    },

    close,
  }
}

/** A write may be partial. */
async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    const { bytesWritten } = await handle.write(chunk, done)
    done += bytesWritten
  }
}
