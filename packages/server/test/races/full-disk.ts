import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makePlace, type Place } from '../db.ts'

/** A place of the embedded store on a disk of its own, which can be filled. */
export interface SmallDisk {
  readonly place: Place
  /** Takes every byte that is left. */
  fill(): void
  /** Gives them back. */
  empty(): void
}

/** Undefined where this machine lets the test mount no file system: that takes root on Linux. */
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
