import type { Clock } from '../platform/clock.ts'
import type { S3Config } from '../platform/config.ts'
import type { Ids } from '../platform/ids.ts'
import { makeDisk, readFreeBytes, type Disk } from './disk.ts'
import { makeIntake, type Intake } from './intake.ts'
import { FILE_LIMITS, type FileLimits } from '../platform/file-limits.ts'
import { makePictureQueue, type PictureQueue } from './picture-queue.ts'
import { openStore, type Store } from './store.ts'
import { makeStored } from './stored.ts'

/** The services for storing files. */
export interface Files {
  readonly store: Store
  readonly pictures: PictureQueue
  readonly intake: Intake
  readonly disk: Disk
  readonly clock: Clock
  readonly ids: Ids
  /** Ends the decoding processes; waiting pictures are stored as plain files. */
  close(): Promise<void>
}

export interface FilesOptions {
  /** DATA_DIR */
  readonly dataDir: string
  readonly clock: Clock
  readonly ids: Ids
  readonly limits?: FileLimits
  readonly s3?: S3Config
  /** Bytes stored for an account; required with `limits.perAccount`. */
  readonly readStored?: (account: number) => Promise<number>
  /** Free bytes on the disk of `dataDir`. */
  readonly readFree?: () => Promise<number>
}

export async function openFiles(options: FilesOptions): Promise<Files> {
  const { dataDir, clock, ids, limits = FILE_LIMITS } = options
  const { readStored = async () => 0, readFree = () => readFreeBytes(dataDir) } = options
  const store = await openStore(options)
  const pictures = makePictureQueue(options)
  const disk = makeDisk({ clock, floor: limits.floor, readFree })
  const stored = makeStored({ clock, most: limits.perAccount, readStored })
  const intake = makeIntake({ clock, limits, disk, stored })
  return { store, pictures, intake, disk, clock, ids, close: () => (store.close(), pictures.close()) }
}
