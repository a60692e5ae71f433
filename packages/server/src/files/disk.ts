import { statfs } from 'node:fs/promises'
import { NotStored } from './storage/objects.ts'
import { Refused } from '../platform/errors.ts'
import type { Clock } from '../platform/clock.ts'

/** How long a reading of the free space is used (ms). */
const FRESH = 1000
const TRY_AFTER = 60

export interface Disk {
  /** Reserves space for an arriving file; throws Refused `disk_full` when that would leave less than the floor. */
  hold(bytes: number): Promise<(written: number) => void>
  /** Less space is free than the floor: no file is accepted. */
  isLow(): Promise<boolean>
}

export interface DiskOptions {
  readonly clock: Clock
  /** Bytes that must stay free; 0 disables the check. */
  readonly floor: number
  /** Bytes that are free now. */
  readonly readFree: () => Promise<number>
}

/** Free bytes for an unprivileged process on the file system of a folder. */
export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Keeps a minimum of free disk space (T49): the free space, read at most once a second, less the files arriving now.
 */
export function makeDisk({ clock, floor, readFree }: DiskOptions): Disk {
  let arriving = 0
  let seen: { at: number; free: Promise<number> } | undefined
  /** Bytes written since the free space was read. */
  let written = 0

  async function free(): Promise<number> {
    const now = clock.now()
    if (!seen || now - seen.at >= FRESH || now < seen.at) {
      written = 0
      // A file system that does not report its free space has no floor; its write errors are handled instead.
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

/** Also used for a write error of a full disk. */
export const diskFull = (): Refused =>
  new Refused(
    'disk_full',
    'The disk of the server is almost full, so files are not accepted now. Messages without a file still go through. Try again later; the operator must free disk space.',
    { retryAfter: TRY_AFTER },
  )

/** Errors of the operating system for a full disk or an exhausted quota. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Errors of the operating system for a file (a full or broken disk, or missing permissions), and of the bucket. */
export const isOfTheDisk = (error: unknown): boolean =>
  error instanceof NotStored || (error instanceof Error && 'syscall' in error)
