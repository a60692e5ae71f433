import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Clock } from '../platform/clock.ts'

export type PictureFormat = 'jpeg' | 'png' | 'gif' | 'webp'

/** What to make of a picture. Paths; what is there already is overwritten. */
export interface PictureJob {
  readonly input: string
  readonly format: PictureFormat
  /** The picture anew, in its own format: turned upright, animation kept, nothing in it but pixels. */
  readonly whole?: string
  /** WebP, at most 320 pixels wide, a still. */
  readonly thumb?: string
  /** JPEG, 128 x 128, cut from the middle. */
  readonly portrait?: string
}

/** Of the picture as it is shown, upright; of the portrait when only that was wanted. Pixels. */
export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** What the process that decodes is told: the job and how much of everything it may take. */
export interface DecodeOrder extends PictureJob {
  maxPixels?: number
  maxBytes?: number
  stripped?: boolean
  /** See `SMALL`. */
  maxWork?: number
}
/** `large`: it is more work than the order allows; nothing was decoded. */
export type DecodeAnswer = { ok: true; size: Dimensions; heavy: boolean } | { ok: false; large?: true }

export interface Decoder {
  /** Nothing when the picture cannot be decoded within the limits: no error, but a file to be saved only. */
  decode(job: PictureJob): Promise<Dimensions | undefined>
  /** The same when it is little work; 'large' when it is more than that, which is found out at little cost. */
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
 * What is little work: pixels of all frames, weighed by how long the format takes (decode-process.ts). One core takes about a
 * quarter of a second for it; one that takes longer than `ms` has only looked small.
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
 * Decodes pictures in a process of its own (T10): a hostile one can kill that process, or make it be killed, and
 * nothing else. One at a time and at low priority, so that a burst of pictures leaves the machine to the messages.
 * The process starts with the first picture and goes when none came for half a minute.
 */
export function makeDecoder(options: DecoderOptions): Decoder {
  const { clock, maxPixels = 50_000_000, maxBytes = 128 * 1024 * 1024, maxMs = 5_000 } = options
  const queue: Waiting[] = []
  let child: ChildProcess | undefined
  let working = false
  let cancelIdle = () => {}

  function start(): ChildProcess {
    // No variable of ours goes along: the secrets in them are not for a program that reads hostile bytes.
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
        // What the memory allocator does not give back would count against the next picture.
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
      const order: DecodeOrder = { ...job }
      order.maxPixels = maxPixels // guard T10
      order.maxBytes = maxBytes // guard T10
      order.stripped = true // guard T10
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

  const ask = (job: PictureJob, isSmall: boolean): Promise<Decoded> =>
    new Promise((done) => {
      queue.push({ job, isSmall, done })
      void work()
    })

  return {
    async decode(job) {
      const found = await ask(job, false)
      return found === 'large' ? undefined : found
    },
    decodeSmall: (job) => ask(job, true),
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

/** While it works, our own process waits for it; while it is idle, it keeps nobody alive. */
function hold(worker: ChildProcess): void {
  worker.ref()
  worker.channel?.ref()
}
function release(worker: ChildProcess): void {
  worker.unref()
  worker.channel?.unref()
}
