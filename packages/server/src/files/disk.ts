import { statfs } from 'node:fs/promises'
import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'

/** How long a look at the disk holds (ms). */
const FRESH = 1000
const TRY_AFTER = 60

export interface Disk {
  /** Holds room for a file that arrives; throws Refused `disk_full` where that would leave less than the floor. */
  hold(bytes: number): Promise<(written: number) => void>
  /** There is less free than the floor: no file is taken. */
  isLow(): Promise<boolean>
}

export interface DiskOptions {
  readonly clock: Clock
  /** Bytes that must stay free; 0 switches it off. */
  readonly floor: number
  /** Bytes that are free now. */
  readonly readFree: () => Promise<number>
}

/** Free bytes of the file system that a folder is on, for a process without special rights. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The floor under the disk (T49): what is free, looked at once a second at most, without what is arriving now. */
export function makeDisk({ clock, floor, readFree }: DiskOptions): Disk {
  let arriving = 0
  let seen: { at: number; free: Promise<number> } | undefined
  /** Written since the disk was looked at. */
  let written = 0

  async function free(): Promise<number> {
    const now = clock.now()
    if (!seen || now - seen.at >= FRESH || now < seen.at) {
      written = 0
      // A file system that does not say has no floor; what it does not take, it refuses itself.
      seen = { at: now, free: readFree().catch(() => Infinity) }
    }
    return (await seen.free) - written
  }

  return {
    async hold(bytes) {
      if (floor === 0) return () => {}
      const left = (await free()) - arriving - bytes
      if (left < floor) throw diskFull() // guard T49
      arriving += bytes
      return (kept) => {
        arriving -= bytes
        written += kept
      }
    },
    isLow: async () => floor > 0 && (await free()) < floor,
  }
}

/** Also for a disk that says so itself. */
export const diskFull = (): Refused =>
  new Refused(
    'disk_full',
    'The disk of the desk is almost full, so it takes no files now. Messages without a file still go through. Try again later; who runs the desk has to free disk space.',
    { retryAfter: TRY_AFTER },
  )

/** What the operating system says when a disk, or what one may use of it, is full. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** What it says when it cannot do something with a file: the disk is full or broken, the folder is not ours. */
export const isOfTheDisk = (error: unknown): boolean => error instanceof Error && 'syscall' in error
