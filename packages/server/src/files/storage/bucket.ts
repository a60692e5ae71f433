import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Ids } from '../../platform/ids.ts'
import { ConfigError, type S3Config } from '../../platform/config.ts'
import { NotStored, READ_AHEAD, type Listed, type Objects } from './objects.ts'
import { makeRequests, textOf, type Asked } from './requests.ts'

export interface Bucket extends Objects {
  /** Writes, reads and removes an object. Throws ConfigError with a sentence for the operator. */
  check(): Promise<void>
  close(): void
}

/** Objects in a bucket of a server that speaks the S3 interface. `folder`: for what `check` writes. */
export function openBucket(config: S3Config, { folder, ids }: { folder: string; ids: Pick<Ids, 'letters'> }): Bucket {
  const { ask, close } = makeRequests(config)

  /** Resolves when the answer has one of these statuses, without its body. */
  async function does(asked: Asked, ...statuses: number[]): Promise<number> {
    const answer = await ask(asked)
    const status = answer.statusCode ?? 0
    if (!statuses.includes(status)) throw await refused(asked, answer)
    answer.resume()
    return status
  }

  async function put(path: string, name: string): Promise<void> {
    const [{ size }, hash] = [await stat(path), createHash('sha256')]
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
    await does({ method: 'PUT', name, file: { path, size, hash: hash.digest('hex') } }, 200)
    await rm(path, { force: true })
  }

  async function sizeOf(name: string): Promise<number | undefined> {
    const asked = { method: 'HEAD', name } as const
    const answer = await ask(asked)
    answer.resume()
    if (answer.statusCode === 404) return undefined
    if (answer.statusCode !== 200) throw await refused(asked, answer)
    return Number(answer.headers['content-length'])
  }

  const objects: Objects = {
    put,
    async open(name) {
      const size = await sizeOf(name)
      if (size === undefined) return undefined
      return {
        size,
        stream: (range = { start: 0, end: size - 1 }, turn = () => Promise.resolve()) =>
          Readable.from(read(name, range, turn), { highWaterMark: 1 }),
        close: () => Promise.resolve(),
      }
    },
    async copy(from, to) {
      const source = encodeURI(`/${config.bucket}/${config.prefix}${from}`)
      return (await does({ method: 'PUT', name: to, headers: { 'x-amz-copy-source': source } }, 200, 404)) === 200
    },
    remove: async (name) => void (await does({ method: 'DELETE', name }, 200, 204, 404)),
    async *list() {
      for (let after: string | undefined, more = true; more;) {
        const query = {
          ...{ 'list-type': '2', 'max-keys': '1000', prefix: config.prefix },
          ...(after !== undefined && { 'continuation-token': after }),
        }
        const asked = { method: 'GET', name: '', query } as const
        const answer = await ask(asked)
        if (answer.statusCode !== 200) throw await refused(asked, answer)
        const text = await textOf(answer)
        yield listedIn(text, config.prefix)
        after = /<NextContinuationToken>([^<]+)</.exec(text)?.[1]?.replaceAll('&amp;', '&')
        more = after !== undefined && /<IsTruncated>\s*true\s*</.test(text)
      }
    },
  }

  async function* read(
    name: string,
    { start, end }: { start: number; end: number },
    turn: (bytes: number) => Promise<void>,
  ) {
    if (end < start) return
    const asked = { method: 'GET', name, headers: { range: `bytes=${start}-${end}` } } as const
    const answer = await ask(asked)
    if (answer.statusCode !== 206 && !(answer.statusCode === 200 && start === 0)) throw await refused(asked, answer)
    let left = end + 1 - start
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length && left > 0; at += READ_AHEAD) {
        const part = chunk.subarray(at, at + Math.min(READ_AHEAD, left))
        await turn(part.length)
        left -= part.length
        yield part
      }
      if (left === 0) return
    }
    if (left > 0) throw new NotStored('the bucket ended its answer in the middle of a file')
  }

  return {
    ...objects,
    close,
    async check() {
      const name = `check${ids.letters(17)}`
      const path = join(folder, name)
      await writeFile(path, name, { mode: 0o600 })
      try {
        await put(path, name)
        if ((await sizeOf(name)) !== name.length) throw new NotStored('the bucket does not have what was written to it')
        await objects.remove(name)
      } catch (error) {
        throw new ConfigError(sentenceOf(error, config), { cause: error })
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}

/** The objects of a page of the list. Names that this program did not make are left out. */
function listedIn(text: string, prefix: string): Listed[] {
  return [...text.matchAll(/<Contents>(.*?)<\/Contents>/gs)].flatMap(([, one = '']) => {
    const field = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(one)?.[1] ?? ''
    const key = field('Key')
    const name = key.slice(prefix.length)
    if (!key.startsWith(prefix) || !/^\w+(?:\.thumb)?$/.test(name)) return []
    return [{ name, size: Number(field('Size')), at: Date.parse(field('LastModified')) }]
  })
}

async function refused({ method }: Asked, answer: IncomingMessage): Promise<NotStored> {
  const status = answer.statusCode ?? 0
  const code = /<Code>(\w+)<\/Code>/.exec(await textOf(answer))?.[1]
  return new NotStored(`the bucket answered ${status}${code === undefined ? '' : ` (${code})`} to ${method}`, status)
}

function sentenceOf(error: unknown, { bucket, endpoint }: S3Config): string {
  const status = error instanceof NotStored ? error.status : undefined
  const said = error instanceof Error ? error.message : String(error)
  if (status === 404) return `S3_BUCKET: ${endpoint} has no bucket ${bucket}. Make it there, or correct the name.`
  if (status === 403 || status === 401)
    return `S3_ACCESS_KEY and S3_SECRET_KEY may not read, write and remove objects in ${bucket} at ${endpoint}: ${said}.`
  if (status === undefined && error instanceof NotStored && error.cause !== undefined)
    return `S3_ENDPOINT: ${endpoint} cannot be reached: ${error.cause instanceof Error ? error.cause.message : 'it does not answer'}.`
  return `The bucket ${bucket} at ${endpoint} cannot be used: ${said}.`
}
