import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePlace, type Place } from '../db.ts'

/** A folder for the embedded database on its own disk, which can be filled. */
export interface SmallDisk {
  readonly place: Place
  /** Fills the disk. */
  fill(): void
  /** Frees the space again. */
  empty(): void
}

/** Undefined where the test cannot mount a file system: that needs root on Linux. */
export async function makeSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const dataDir = join(folder, 'data')
  const given = await makePlace('embedded')
  cpSync(given.dataDir, dataDir, { recursive: true })
  await given.drop()
  const filler = join(folder, 'filler')
  return {
    place: {
      dataDir,
      async drop() {
        execFileSync('umount', [folder])
        rmSync(folder, { recursive: true })
      },
    },
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(filler, Buffer.alloc(bavail * bsize))
    },
    empty: () => rmSync(filler),
  }
}
