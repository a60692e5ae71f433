import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { makePlace, type DbKind, type Place } from '../db.ts'
import { ANN, tokenOf } from '../test-server.ts'
import type { Balancer } from './balancer.ts'
import type { Edit } from './edits.ts'
import { startIntegrator } from './integrator.ts'
import { judge, type History } from './judge.ts'
import { openLedger, readLedger } from './ledger.ts'
import { seeded } from './random.ts'
import { differencesOfInbox, PageReader, read, readHistory, readInbox, SocketReader } from './readers.ts'
import { freePort } from '../free-port.ts'
import { ServerProcess, type ServerOptions } from './server-process.ts'
import { HABITS, sendAsCustomer, writeAsAgent, writeAsCustomer, type Habit, type Writers } from './writers.ts'

export interface TrialOptions {
  kind: DbKind
  seed: number
  edits?: readonly Edit[]
  imports?: readonly URL[]
  env?: Record<string, string>
  place?: Place
  /** A balancer in front of all processes. */
  balancer?: Balancer
  /** Of the first process alone. */
  ownEnv?: Record<string, string>
  /** More for the setup of the processes. `serverUrl`: the integrator's. */
  more?: (serverUrl: string) => Pick<ServerOptions, 'bots' | 'webhooks' | 'setup'>
  /** Between two messages of one writer, at most (ms). */
  pauseMost?: number
}

/** Of a process that joins. `program`: of another version. */
interface Joining {
  readonly edits?: readonly Edit[]
  readonly env?: Record<string, string>
  readonly program?: string
}

/** What a test judges besides messages of integrators. */
export interface Judging {
  /** Who a chat's visitor is, when that is not their id. */
  visitorOf?(chat: ChatForMe): Pick<History, 'customer' | 'isPage'> | undefined
  /** Resolves when nothing is under way any more. */
  rests?(read: () => Promise<History[]>): Promise<void>
  judge?(histories: readonly History[]): string[]
}

export interface Outcome {
  violations: string[]
  acknowledged: number
  unknown: number
  /** Agent messages in the history, and how many of them ended as an error. */
  answers: number
  failed: number
  /** Requests that the integrator received more than once. */
  repeated: number
}

/** Two customers of each habit; Ann answers the first of each. */
const CUSTOMERS = HABITS.flatMap((habit) => [1, 2].map((i) => ({ id: `${habit}-${i}`, habit, answered: i === 1 })))

/**
 * A server process under load, with its clients: writers with a ledger, an agent's window, a program that polls, and
 * the integrator. A test breaks something in between and reads the judgement at the end.
 */
export async function startTrial(options: TrialOptions) {
  const { kind, seed, edits = [], imports = [], env = {}, place, balancer, ownEnv, more, pauseMost } = options
  const folder = mkdtempSync(join(tmpdir(), 'deskbell-trial-'))
  const ledgerFile = join(folder, 'ledger')
  const store = place ?? (await makePlace(kind))
  const integrator = await startIntegrator()
  const server = new ServerProcess(
    {
      ...{ place: store, serverUrl: integrator.server.url, edits, imports, env: { ...env, ...ownEnv } },
      ...more?.(integrator.server.url),
      ...(balancer && { front: balancer.url }),
    },
    await freePort(),
  )
  balancer?.leadsTo(server.port)
  const ledger = await openLedger(ledgerFile)
  const stopping = new AbortController()
  const random = seeded(seed)
  let acknowledged = 0
  const writers: Writers = {
    ...{ ledger, server, random, stopping: stopping.signal },
    ...(pauseMost !== undefined && { pauseMost }),
    onOk: () => void acknowledged++,
  }
  const pages = new PageReader(server.url)
  let reader: SocketReader | undefined
  const work: Promise<void>[] = []
  const others: ServerProcess[] = []
  /** The number of the chat of each customer that is answered. */
  const chats = new Map<string, number>()

  /** Sends a customer's first message, and Ann accepts the chat. */
  async function begin(customer: string, habit: Habit): Promise<number> {
    await sendAsCustomer(writers, customer, habit, 0)
    const find = async () => (await readInbox(server.url)).find((one) => one.visitor.id === customer)
    // A faulty build may answer before the chat is stored.
    let chat = await find()
    for (let tries = 0; !chat && tries < 50; tries++) {
      await pause(20)
      chat = await find()
    }
    if (!chat) throw new Error(`${customer} has no chat`)
    await accept(server.url, chat.id)
    chats.set(customer, chat.id)
    return chat.id
  }

  /** Starts work in the background. The end of the run awaits it. */
  function goesOn(one: Promise<void>): void {
    one.catch(() => {})
    work.push(one)
  }

  /** Resolves after so many more acknowledgements, at the latest after three seconds. */
  async function acknowledges(more: number): Promise<void> {
    const enough = acknowledged + more
    for (let waited = 0; acknowledged < enough && waited < 3000; waited += 5) await pause(5)
  }

  const trial = {
    server,
    integrator,
    place: store,
    writers,
    random,
    begin,
    acknowledges,
    goesOn,
    get window(): SocketReader {
      if (!reader) throw new Error('the trial has not started')
      return reader
    },
    /** Starts the server and opens the window. */
    async opens(): Promise<void> {
      await server.start()
      reader = new SocketReader('window', server.url)
    },
    /** Starts another process on the same database, without load. */
    async joins({ program, ...its }: Joining = {}): Promise<ServerProcess> {
      const other = new ServerProcess(
        {
          ...{ place: store, serverUrl: integrator.server.url, imports, edits, ...its, env: { ...env, ...its.env } },
          ...more?.(integrator.server.url),
          ...(balancer && { front: balancer.url }),
        },
        await freePort(),
      )
      if (program !== undefined) other.program = program
      others.push(other)
      balancer?.leadsTo(other.port)
      await other.start()
      return other
    },
    /** The delivery log, as the owner reads it. */
    deliveries: () => read<unknown>(server.url, '/channels/1/deliveries'),
    /** Starts the load. */
    async loads(): Promise<void> {
      for (const { id, habit, answered } of CUSTOMERS) {
        if (answered) goesOn(writeAsAgent(writers, await begin(id, habit), id))
        goesOn(writeAsCustomer(writers, id, habit))
      }
      const looks = async () => {
        while (!stopping.signal.aborted) {
          const began = performance.now()
          await pages.look()
          await pause(Math.max(200, 4 * (performance.now() - began)))
        }
      }
      goesOn(looks())
    },
    /**
     * `kill -9` and a start, `times` times, at moments from the seed: after a number of acknowledgements and some
     * milliseconds, sometimes during the server's start.
     */
    async kills(times: number): Promise<void> {
      for (let i = 0; i < times; i++) {
        if (random.fraction() < 0.9) {
          await server.up
          await acknowledges(random.between(1, 60))
        }
        await pause(random.between(0, 40))
        await server.kill()
        server.launch()
      }
      await server.up
    },
    /**
     * Ends the load, waits until all deliveries have ended, and judges. Leases of killed processes may expire twice.
     */
    async judged(endsWithin = 90_000, { visitorOf, rests, judge: judgeMore }: Judging = {}): Promise<Outcome> {
      await pause(random.between(300, 600))
      stopping.abort()
      await Promise.all(work)
      await ledger.close()
      await server.up
      const messages = readLedger(ledgerFile)
      const reads = async (): Promise<History[]> => {
        const histories: History[] = []
        // One after the other: an agent's concurrent requests are limited.
        for (const chat of await readInbox(server.url))
          histories.push({
            ...(visitorOf?.(chat) ?? { customer: chat.visitor.id }),
            chat: chat.id,
            entries: await readHistory(server.url, chat.id),
          })
        return histories
      }
      await rests?.(reads)
      await trial.window.until(() => allEnded(trial.window, visitorOf), endsWithin)
      const inbox = await readInbox(server.url)
      const histories = await reads()
      await trial.window.until(() => isCaughtUp(trial.window, inbox), 5000)
      for (let i = 0; i < 20 && !isCaughtUp(pages, inbox); i++) await pages.look()
      const readers = messages.length > 0 ? [trial.window, ...(work.length > 0 ? [pages] : [])] : []
      const { received } = integrator
      const violations = [
        ...[server, ...others].flatMap(({ deaths }) => deaths),
        ...judge({ messages, histories, readers, received }),
        ...differencesOfInbox(trial.window.inbox, inbox),
        ...(judgeMore?.(histories) ?? []),
      ]
      const entries = histories.flatMap((history) => history.entries)
      return {
        violations,
        acknowledged: messages.filter(({ verdict }) => verdict === 'ok').length,
        unknown: messages.filter(({ verdict }) => verdict === 'unknown').length,
        answers: entries.filter((entry) => entry.type === 'message' && entry.from === 'agent').length,
        failed: entries.filter((entry) => entry.type === 'message.failed').length,
        repeated: received.length - new Set(received.map(({ webhookId, answered }) => webhookId + answered)).size,
      }
    },
    async close(): Promise<void> {
      stopping.abort()
      reader?.close()
      for (const one of [server, ...others]) await one.close()
      await Promise.allSettled(work)
      await integrator.close()
      await ledger.close().catch(() => {})
      if (!place) await store.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  return trial
}

export type Trial = Awaited<ReturnType<typeof startTrial>>

/** Ann accepts a chat. A server that is busy says so, and to accept twice is to accept once. */
export async function accept(url: string, chat: number): Promise<void> {
  for (let tries = 0; ; tries++) {
    const accepted = await fetch(`${url}/api/chats/${chat}/accept`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokenOf(ANN)}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const text = await accepted.text()
    if (accepted.ok) return
    if (accepted.status !== 503 || tries >= 50) throw new Error(`${chat} could not be accepted: ${text}`)
    await pause(100)
  }
}

/** Pages report no arrival: only messages to integrators end. */
function allEnded({ entries, inbox }: SocketReader, visitorOf: Judging['visitorOf']): boolean {
  for (const [chat, log] of entries) {
    const row = inbox.get(chat)
    if (row && visitorOf?.({ ...row, seen: 0 })?.isPage) continue
    const ended = new Set(log.flatMap((entry) => ('of' in entry ? [entry.of] : [])))
    if (log.some((entry) => entry.type === 'message' && entry.from === 'agent' && !ended.has(entry.n))) return false
  }
  return true
}

function isCaughtUp({ entries }: Pick<SocketReader, 'entries'>, inbox: readonly ChatForMe[]): boolean {
  return inbox.every(({ id, last }) => (entries.get(id)?.at(-1)?.n ?? 0) >= last)
}
