// Moves files between the folder and the bucket, to the one that FILES_IN names: `npm run move-files`, with the settings of the
// server. The server goes on meanwhile.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotOpen } from '../../db/errors.ts'
import { lockFolder } from '../../db/lock.ts'
import { realClock } from '../../platform/clock.ts'
import { ConfigError, readConfig } from '../../platform/config.ts'
import { realIds } from '../../platform/ids.ts'
import { openBucket } from './bucket.ts'
import { ARRIVING, openFolder } from './folder.ts'
import { moveObjects, type Moved } from './move.ts'

/** Progress is printed so often (ms). */
const EVERY = 1000

const toText = ({ files, bytes }: Moved) => `${files} files, ${(bytes / 1024 ** 2).toFixed(1)} MB`

async function run(): Promise<void> {
  const { s3, dataDir } = readConfig(process.env)
  if (!s3) throw new ConfigError('There is one place for files: S3_ENDPOINT is not set.')
  const root = join(dataDir, 'files')
  const arriving = join(root, ARRIVING)
  await mkdir(arriving, { recursive: true, mode: 0o700 })
  // Two moves of one folder would take what the other one has moved for erased.
  const lock = join(dataDir, 'moving')
  await mkdir(lock, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(lock, `Files are being moved from or to ${root} already: let that end first.`)
  const folder = openFolder({ root, clock: realClock, ids: realIds })
  const bucket = openBucket(s3, { folder: arriving, ids: realIds })
  await bucket.check()
  const [from, to, way] = s3.first
    ? ([folder, bucket, `from ${root} to the bucket ${s3.bucket}`] as const)
    : ([bucket, folder, `from the bucket ${s3.bucket} to ${root}`] as const)
  let printedAt = 0
  const moved = await moveObjects({
    ...{ from, to },
    temporary: () => join(arriving, realIds.letters(22)),
    onMoved(soFar) {
      if (realClock.now() - printedAt < EVERY) return
      printedAt = realClock.now()
      process.stdout.write(`${toText(soFar)} moved ${way} …\n`)
    },
  })
  bucket.close()
  unlock()
  process.stdout.write(`${toText(moved)} moved ${way}. None is left there.\n`)
}

try {
  await run()
} catch (error) {
  const isSaid = error instanceof ConfigError || error instanceof CannotOpen
  process.stderr.write(`${isSaid ? error.message : String(error)}\n`)
  process.exitCode = 1
}
