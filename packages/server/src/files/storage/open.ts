import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../../platform/clock.ts'
import type { S3Config } from '../../platform/config.ts'
import type { Ids } from '../../platform/ids.ts'
import { openBucket } from './bucket.ts'
import { ARRIVING, openFolder } from './folder.ts'
import { inLayers } from './layers.ts'
import type { Objects } from './objects.ts'

export interface Storage {
  readonly objects: Objects
  /** The path of a new file, in a folder on the disk of the objects' folder. */
  newPath(): string
}

/** Opens the places for files, as the settings name them. Throws ConfigError when the bucket cannot be used. */
export async function openStorage(given: {
  /** DATA_DIR */
  readonly dataDir: string
  readonly clock: Clock
  readonly ids: Pick<Ids, 'letters'>
  /** A bucket that the processes share; default: the folder of this machine alone. */
  readonly s3?: S3Config | undefined
}): Promise<Storage & { close(): void }> {
  const { dataDir, clock, ids, s3 } = given
  const root = join(dataDir, 'files')
  const arriving = join(root, ARRIVING)
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  const newPath = () => join(arriving, ids.letters(22))
  const folder = openFolder({ root, clock, ids })
  const bucket = s3 && openBucket(s3, { folder: arriving, ids })
  await bucket?.check()
  const objects = !bucket ? folder : s3?.first ? inLayers(bucket, folder, newPath) : inLayers(folder, bucket, newPath)
  return { objects, newPath, close: () => bucket?.close() }
}
