import { access, constants, mkdtemp, open, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fault, left, ok, sentenceOf, warning, type Check, type Examined, type Finding } from '../platform/finding.ts'
import { readFreeBytes } from './disk.ts'
import { openBucket } from './storage/bucket.ts'

const MB = 1024 ** 2
/** Of `statfs`. The first kind does not keep files; locks of the others do not hold between machines. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6])
const OVER_NETWORK = new Set([0x6969, 0xff534d42, 0xfe534d42, 0x517b])
/** How often a write is tried, and from what time on it is slow (ms): each commit waits for one. */
const WRITES = 20
const SLOW = 20

/** DATA_DIR and its disk, and the bucket. */
export const checkFiles: Check = async (examined) => [
  ...(await folderFindings(examined)),
  await bucketFinding(examined),
]

async function folderFindings({ config, clock }: Examined): Promise<Finding[]> {
  const { dataDir, files, databaseUrl } = config
  const isEmbedded = databaseUrl === undefined
  const found = await stat(dataDir).catch(() => undefined)
  if (!found) {
    const mayMake = await mayWrite(dirname(dataDir))
    return mayMake
      ? [ok(`DATA_DIR ${dataDir} is not there yet; the first start makes it.`)]
      : [fault(`DATA_DIR ${dataDir} is not there, and cannot be made.`, ownIt(dataDir))]
  }
  if (!found.isDirectory()) return [fault(`DATA_DIR ${dataDir} is not a folder.`, 'Set DATA_DIR to a folder.')]
  if (!(await mayWrite(dataDir))) return [fault(`This user cannot write into DATA_DIR ${dataDir}.`, ownIt(dataDir))]
  const findings = [freeFinding(await readFreeBytes(dataDir), files.floor)]
  if (found.mode & 0o077)
    findings.push(warning(`Other users of this machine can look into ${dataDir}.`, `Run: chmod -R go= ${dataDir}`))
  findings.push(kindFinding((await statfs(dataDir)).type, { isEmbedded, isAlone: !config.s3 }))
  if (isEmbedded) findings.push(speedFinding(await measureWrites(dataDir, clock.steady)))
  return findings
}

const ownIt = (folder: string) =>
  `Make it as root, for the user that runs Deskbell: install -d -m 700 -o deskbell ${folder}`

const mayWrite = (folder: string) =>
  access(folder, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  )

export function freeFinding(free: number, floor: number): Finding {
  const has = `${Math.round(free / MB)} MB are free on the disk of DATA_DIR`
  if (free < floor)
    return fault(
      `${has}, less than MIN_FREE_DISK (${Math.round(floor / MB)} MB): files are refused.`,
      'Make room, or give DATA_DIR a larger disk.',
    )
  if (free < 2 * floor) return warning(`${has}; from MIN_FREE_DISK on files are refused.`, 'Make room soon.')
  return ok(`${has}.`)
}

export function kindFinding(type: number, { isEmbedded, isAlone }: { isEmbedded: boolean; isAlone: boolean }): Finding {
  if (IN_MEMORY.has(type) && (isEmbedded || isAlone))
    return fault(
      'DATA_DIR is a folder in memory: everything is lost when the machine stops.',
      'Set DATA_DIR to a folder on a disk.',
    )
  if (OVER_NETWORK.has(type) && isEmbedded)
    return fault(
      'DATA_DIR is on a network file system, whose locks do not keep a second process off the embedded database.',
      'Set DATA_DIR to a folder on a disk of this machine, or DATABASE_URL to a Postgres server.',
    )
  return ok('DATA_DIR is on a disk.')
}

export function speedFinding(ms: number): Finding {
  const takes = `A write to the disk takes ${ms.toFixed(1)} ms`
  return ms < SLOW
    ? ok(`${takes}.`)
    : warning(`${takes}, and every message waits for one.`, 'Use a faster disk: an SSD takes 1 to 3 ms.')
}

/** How long a write takes until it is on the disk (ms): the middle of some. */
async function measureWrites(folder: string, now: () => number): Promise<number> {
  const draft = await mkdtemp(join(folder, 'doctor-'))
  try {
    const file = await open(join(draft, 'write'), 'w')
    const times: number[] = []
    for (let i = 0; i < WRITES; i++) {
      const began = now()
      await file.write(Buffer.alloc(8192, i), 0, 8192, 0)
      await file.datasync()
      times.push(now() - began)
    }
    await file.close()
    return times.toSorted((a, b) => a - b)[WRITES / 2] ?? 0
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function bucketFinding({ config: { s3 }, ids, clock }: Examined): Promise<Finding> {
  if (!s3) return left('Files are in DATA_DIR: no bucket is set (S3_ENDPOINT).')
  const folder = await mkdtemp(join(tmpdir(), 'deskbell-doctor-'))
  const bucket = openBucket(s3, { folder, ids })
  const began = clock.steady()
  try {
    await bucket.check()
    const ms = Math.round(clock.steady() - began)
    return ok(`An object was written to the bucket ${s3.bucket}, read and removed in ${ms} ms.`)
  } catch (error) {
    return fault(
      sentenceOf(error),
      'Check S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY, and that the bucket is there.',
    )
  } finally {
    bucket.close()
    await rm(folder, { recursive: true, force: true })
  }
}
