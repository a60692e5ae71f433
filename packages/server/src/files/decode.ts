import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../platform/clock.ts'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** The outputs to make from a picture. All are paths; existing files are overwritten. */
export interface PictureJob {
  readonly input: string
  readonly format: PictureFormat
  /** The whole picture re-encoded in its format: upright, animation kept, without metadata. */
  readonly whole?: string
  /** A still WebP, at most 320 pixels wide. */
  readonly thumb?: string
  /** A JPEG of 128 x 128 pixels, cropped to the centre. */
  readonly portrait?: string
  /** A still PNG of at most 256 x 256 pixels, uncropped and with its transparency. */
  readonly logo?: string
}

/** Size in pixels of the upright picture; of the portrait when only that was made. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** The order to the decoding process: the job and its limits. */
export interface DecodeOrder extends PictureJob {
  maxPixels: number
  maxBytes: number
  /** See `SMALL`. */
  maxWork?: number
}
/** `large`: the job is more work than the order allows; nothing was decoded. */
export type DecodeAnswer = { ok: true; size: Dimensions; heavy: boolean } | { ok: false; large?: true }

export interface Decoder {
  /**
   * Undefined when the picture cannot be decoded within the limits: no error, the file is then only offered for saving.
   */
  decode(job: PictureJob): Promise<Dimensions | undefined>
  /** The same for little work; 'large' when it is more, which is detected cheaply. */
  decodeSmall(job: PictureJob): Promise<Dimensions | undefined | 'large'>
  close(): Promise<void>
}

export interface DecoderOptions {
  clock: Clock
  /** T10 */
  maxPixels?: number
  maxBytes?: number
  maxMs?: number
}

const IDLE = 30_000
/**
 * The limit of little work: pixels of all frames, weighted by format (decode-process.ts). One core needs about a
 * quarter of a second for it; a job that takes longer than `ms` was underestimated.
 */
const SMALL = { work: 4_000_000, ms: 1000 }
const PROGRAM = fileURLToPath(new URL('decode-process.ts', import.meta.url))

type Decoded = Dimensions | undefined | 'large'

interface Waiting {
  job: PictureJob
  isSmall: boolean
  done: (found: Decoded) => void
}

/**
 * Decodes pictures in a separate process (T10): a hostile picture can crash that process or get it killed, and nothing
 * else. One at a time and at low priority, so that many pictures do not slow down messages. The process starts with the
 * first picture and exits after half a minute without one.
 */
export function makeDecoder(options: DecoderOptions): Decoder {
  const { clock, maxPixels = 50_000_000, maxBytes = 128 * 1024 * 1024, maxMs = 5_000 } = options
  const queue: Waiting[] = []
  let child: ChildProcess | undefined
  let working = false
  let cancelIdle = () => {}

  function start(): ChildProcess {
    // No environment variables are passed on: a program that reads hostile bytes must not have the secrets in them.
    const started = fork(PROGRAM, [], {
      env: { MALLOC_ARENA_MAX: '2' },
      execArgv: ['--max-old-space-size=64'],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    started.on('exit', () => {
      if (child === started) child = undefined
    })
    return started
  }

  async function run({ job, isSmall }: Waiting): Promise<Decoded> {
    const worker = (child ??= start())
    hold(worker)
    return new Promise((resolve) => {
      let cancel = () => {}
      let isLate = false
      const finish = (answer: DecodeAnswer) => {
        cancel()
        worker.off('exit', fail)
        worker.off('error', fail)
        worker.off('message', finish)
        // Memory that the allocator does not return would count against the next picture.
        if (answer.ok && answer.heavy) retire(worker)
        else release(worker)
        if (answer.ok) resolve(answer.size)
        else resolve(isSmall && (isLate || answer.large) ? 'large' : undefined)
      }
      const fail = () => finish({ ok: false })
      worker.once('message', finish)
      worker.once('exit', fail)
      worker.once('error', fail)
      const kill = () => {
        isLate = true
        worker.kill('SIGKILL')
      }
      cancel = clock.after(isSmall ? SMALL.ms : maxMs, kill) // guard T10
      const order: DecodeOrder = {
        ...job,
        maxPixels, // guard T10
        maxBytes, // guard T10
      }
      if (isSmall) order.maxWork = SMALL.work // guard T48
      worker.send(order, (error) => {
        if (error) fail()
      })
    })
  }

  function retire(worker: ChildProcess): void {
    if (child === worker) child = undefined
    if (worker.connected) worker.disconnect()
    worker.unref()
  }

  async function work(): Promise<void> {
    if (working) return
    working = true
    cancelIdle()
    for (let next = queue.shift(); next; next = queue.shift()) next.done(await run(next).catch(() => undefined))
    working = false
    cancelIdle = clock.after(IDLE, () => {
      if (child) retire(child)
    })
  }

  const enqueue = (job: PictureJob, isSmall: boolean): Promise<Decoded> =>
    new Promise((done) => {
      queue.push({ job, isSmall, done })
      void work()
    })

  return {
    async decode(job) {
      const found = await enqueue(job, false)
      return found === 'large' ? undefined : found
    },
    decodeSmall: (job) => enqueue(job, true),
    async close() {
      cancelIdle()
      for (const { done } of queue.splice(0)) done(undefined)
      const last = child
      if (!last || last.exitCode !== null) return
      const gone = new Promise((resolve) => last.once('exit', resolve))
      hold(last)
      last.kill('SIGKILL')
      await gone
    },
  }
}

/** While it works, this process waits for it; while it is idle, it does not keep this process alive. */
function hold(worker: ChildProcess): void {
  worker.ref()
  worker.channel?.ref()
}
function release(worker: ChildProcess): void {
  worker.unref()
  worker.channel?.unref()
}
