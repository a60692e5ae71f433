import { Worker } from 'node:worker_threads'
import type { RoutingSettings } from '../settings.ts'
import type { ReplayResult } from '@deskbell/protocol/agent/routing-replay'
import type { Services } from '../../services.ts'
import { toPolicies } from '../policies.ts'
import { companyOf } from './company.ts'
import { readPresence, readSpan, readWaits } from './read-past.ts'
import { endReplay, stepReplay } from './rows.ts'
import type { ReplayHears, ReplaySays } from './worker.ts'

/** A replay that takes longer fails (ms). */
const RUN_WITHIN = 120_000
/** How often its progress is written (ms). */
const STEP = 1000
/** How often it is written that replays which wait for others go on (ms). */
const KEEP = 5000
/** The part of the progress that reading the rows is. */
const READING = 0.2
/** After each read of rows the database is left to others for so many times as long. */
const REST = 5

export interface ReplayWanted {
  readonly account: number
  readonly id: string
  readonly current: RoutingSettings
  readonly changed: RoutingSettings
}

export interface Replays {
  /** Runs it after those that wait already. The rows of the replay exist. */
  add(wanted: ReplayWanted): void
  close(): Promise<void>
}

/** A later replay has taken its place, or the server closes. */
class Abandoned extends Error {}

/**
 * Runs replays, one at a time in a process, in a thread of their own. A later one of an account replaces an earlier one, which
 * ends at its next step, in whichever process it runs.
 */
export function makeReplays(
  needs: Pick<Services, 'db' | 'clock' | 'directory'> & { onError: (error: unknown) => void },
): Replays {
  const { db, clock, directory, onError } = needs
  const wanted: ReplayWanted[] = []
  let running: Promise<void> | undefined
  let closed = false
  let keptAt = -Infinity
  const rest = (ms: number) => new Promise<void>((resolve) => void clock.after(ms, resolve))

  async function runAll(): Promise<void> {
    for (let next = wanted.shift(); next && !closed; next = wanted.shift()) {
      const { account, id } = next
      try {
        await endReplay(db, account, id, await run(next))
      } catch (error) {
        if (error instanceof Abandoned) continue
        onError(error)
        await endReplay(db, account, id).catch(onError)
      }
    }
    running = undefined
  }

  /** Those that wait have not ended. */
  async function keepWaiting(now: number): Promise<void> {
    if (now - keptAt < KEEP) return
    keptAt = now
    for (const { account, id } of [...wanted]) await stepReplay(db, account, id, { progress: 0, now })
  }

  async function run({ account, id, current, changed }: ReplayWanted): Promise<ReplayResult> {
    const end = clock.now() + RUN_WITHIN
    const step = async (progress: number) => {
      const now = clock.now()
      if (now > end) throw new Error(`a replay took longer than ${RUN_WITHIN / 1000} s`)
      if (closed || !(await stepReplay(db, account, id, { progress, now }))) throw new Abandoned()
      await keepWaiting(now)
    }
    await step(0)
    const thread = startThread()
    try {
      const span = await readSpan(db, account, clock.now())
      let stepped = clock.now()
      let asked = clock.now()
      for await (const waits of readWaits(db, account, span, whatIsRead(current, changed))) {
        thread.tell({ waits })
        const now = clock.now()
        const last = waits.at(-1)
        if (last && now - stepped >= STEP) {
          await step((READING * (last.began - span.from)) / (span.to - span.from))
          stepped = now
        }
        await rest(REST * (now - asked))
        asked = clock.now()
      }
      const presence = await readPresence(db, account, span)
      thread.tell({ span, presence, company: companyOf(directory, account), current, changed })
      for (;;) {
        const result = await Promise.race([thread.result, rest(STEP)])
        if (result) return result
        await step(READING + (1 - READING) * thread.progress())
      }
    } finally {
      await thread.end()
    }
  }

  return {
    add(one) {
      for (const [place, { account }] of wanted.entries()) if (account === one.account) wanted.splice(place, 1)
      wanted.push(one)
      running ??= runAll()
    },
    async close() {
      closed = true
      await running
    },
  }
}

function whatIsRead(...all: readonly RoutingSettings[]): { contacts: boolean; fields: boolean } {
  const policies = all.map(toPolicies)
  return {
    contacts: policies.some(({ remembers }) => remembers),
    fields: policies.some(({ priorities }) => priorities.some(({ when }) => 'page' in when || 'field' in when)),
  }
}

function startThread() {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const { promise: result, resolve, reject } = Promise.withResolvers<ReplayResult>()
  result.catch(() => {})
  let progress = 0
  worker.on('message', (said: ReplaySays) => {
    if ('result' in said) resolve(said.result)
    else progress = said.progress
  })
  worker.on('error', reject)
  worker.on('exit', (code) => reject(new Error(`the thread of a replay ended with ${code}`)))
  return {
    result,
    progress: () => progress,
    tell: (heard: ReplayHears) => worker.postMessage(heard),
    end: () => worker.terminate(),
  }
}
