import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, utimes, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import type { Ids } from '../../platform/ids.ts'
import { READ_AHEAD, type Listed, type Objects } from './objects.ts'

/** The folder beside the shelves in which files arrive. */
export const ARRIVING = 'arriving'

/**
 * Objects under `<root>/<2 letters>/<name>`, readable only by this user. A file is written elsewhere on the same disk, synced and
 * then moved into place.
 */
export function openFolder({ root, clock, ids }: { root: string; clock: Clock; ids: Pick<Ids, 'letters'> }): Objects {
  const shelfOf = (name: string) => join(root, name.slice(0, 2))
  const pathOf = (name: string) => join(shelfOf(name), name)

  async function put(path: string, name: string): Promise<void> {
    const made = await mkdir(shelfOf(name), { recursive: true, mode: 0o700 })
    if (made) await syncPath(root)
    await syncPath(path)
    await rename(path, pathOf(name))
    await syncPath(shelfOf(name))
  }

  return {
    put,
    async open(name) {
      const handle = await open(pathOf(name), 'r').catch(unlessMissing)
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
    async copy(from, to) {
      const path = join(root, ARRIVING, ids.letters(22))
      try {
        // Where the file system can, both share their blocks.
        const copied = await copyFile(pathOf(from), path, constants.COPYFILE_FICLONE).then(() => true, unlessMissing)
        if (!copied) return false
        // A clone may have the time of the original, by which the sweep would take it for an old file without a row.
        const now = new Date(clock.now())
        await utimes(path, now, now)
        await put(path, to)
        return true
      } finally {
        await rm(path, { force: true })
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const shelf of await readdir(root)) {
        if (shelf === ARRIVING) continue
        const listed: Listed[] = []
        for (const name of await readdir(join(root, shelf))) {
          const found = await stat(join(root, shelf, name)).catch(unlessMissing)
          if (found) listed.push({ name, size: found.size, at: found.mtimeMs })
        }
        yield listed
      }
    },
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

export function unlessMissing(error: unknown): undefined {
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
