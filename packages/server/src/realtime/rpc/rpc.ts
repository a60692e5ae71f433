import type { RpcAnswer, RpcMethod, RpcRequest } from '@deskbell/protocol/bus/rpc'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { Bus } from '../bus/bus.ts'
import type { Losses } from '../losses.ts'
import { PROCESS_ID_LENGTH, type Processes } from '../processes/processes.ts'
import { isAnswer, isMethod, isRequest } from './check.ts'
import { dropRequests, putAnswer, putRequests, readAnswers, readRequests } from './statements.ts'

/** How often the table is read while the bus may have lost what announces its rows (ms). */
const LOOK_EVERY = { requests: 500, answers: 250 }

/** A request whose answer could not be stored is not performed again, at least as long as anyone may wait for it (ms). */
const FORGOTTEN_AFTER = 60_000

/** What came of a request. */
export interface Answers<M extends RpcMethod> {
  /** Of the processes that had an answer. */
  readonly given: readonly { readonly process: string; readonly answer: RpcAnswer<M> }[]
  /** How many processes failed, died or did not answer in time. What they did is not known. */
  readonly silent: number
}

/**
 * Requests between processes, about what only one of them has in memory. They go through a table, and the bus announces them: without
 * it they take up to a second.
 */
export interface Rpc {
  /** Answers a method in this process; null: it has no answer. To be called before the start, once for each method. */
  serve<M extends RpcMethod>(method: M, answer: (request: RpcRequest<M>) => Promise<RpcAnswer<M> | null>): void
  /** Asks one other process, or all of them, and waits for their answers at most `within` ms. Throws when the database is away. */
  ask<M extends RpcMethod>(
    method: M,
    request: RpcRequest<M>,
    options: { readonly of?: string; readonly within: number },
  ): Promise<Answers<M>>
  /** Looks for requests of other processes. Returns the function that ends it. */
  start(): () => Promise<void>
}

export interface RpcOptions {
  readonly db: Db
  readonly clock: Clock
  readonly bus: Bus
  readonly losses: Losses
  readonly processes: Pick<Processes, 'id' | 'living' | 'uuid' | 'onEnded'>
  readonly onError: (error: unknown) => void
}

/** An answer as it is stored. */
type Stored = { readonly value: unknown } | { readonly failed: true }

interface Pending {
  readonly target: string
  readonly settle: (answer: Stored) => void
}

export function makeRpc({ db, clock, bus, losses, processes, onError }: RpcOptions): Rpc {
  const handlers = new Map<RpcMethod, (request: never) => Promise<unknown>>()
  const underWay = new Set<string>()
  const pending = new Map<string, Pending>()
  const announced = { request: true, answer: true }
  const missed = { request: losses.watch(), answer: losses.watch() }

  /** Whether rows may have come that were not read yet. */
  function isDue(what: 'request' | 'answer'): boolean {
    const due = missed[what]() || announced[what]
    announced[what] = false
    return due
  }

  const announce = (to: string, what: 'request' | 'answer') => bus.publish({ type: 'rpc', to, what })

  async function lookForRequests(): Promise<void> {
    if (!isDue('request')) return
    try {
      const rows = await db.query<{ id: string; method: string; request: unknown }>(readRequests, [
        processes.id,
        new Date(clock.now() - FORGOTTEN_AFTER),
      ])
      for (const row of rows) if (!underWay.has(row.id)) perform(row).catch(onError)
    } catch (error) {
      announced.request = true
      throw error
    }
  }

  async function perform({ id, method, request }: { id: string; method: string; request: unknown }): Promise<void> {
    underWay.add(id)
    const answer = await answerTo(method, request)
    try {
      await db.query(putAnswer, [id, answer])
      underWay.delete(id)
      announce(askerOf(id), 'answer')
    } catch (error) {
      // The row may be read once more: it must not be performed twice.
      clock.after(FORGOTTEN_AFTER, () => underWay.delete(id))
      throw error
    }
  }

  async function answerTo(method: string, request: unknown): Promise<Stored> {
    const handler = isMethod(method) && isRequest(method, request) ? handlers.get(method) : undefined
    if (!handler) return { failed: true }
    try {
      return { value: await handler(request as never) }
    } catch (error) {
      onError(error)
      return { failed: true }
    }
  }

  async function lookForAnswers(): Promise<void> {
    if (pending.size === 0 || !isDue('answer')) return
    try {
      const rows = await db.query<{ id: string; answer: Stored }>(readAnswers, [[...pending.keys()]])
      for (const { id, answer } of rows) pending.get(id)?.settle(answer)
    } catch (error) {
      announced.answer = true
      throw error
    }
  }

  const requests = makeSweeps({ clock, every: LOOK_EVERY.requests, sweep: lookForRequests, onError })
  const answers = makeSweeps({ clock, every: LOOK_EVERY.answers, sweep: lookForAnswers, onError })
  const sweepsOf = { request: requests, answer: answers }

  async function ask<M extends RpcMethod>(
    method: M,
    request: RpcRequest<M>,
    { of, within }: { readonly of?: string; readonly within: number },
  ): Promise<Answers<M>> {
    const targets = processes.living().filter((id) => id !== processes.id && (of === undefined || id === of))
    if (targets.length === 0) return { given: [], silent: of === undefined ? 0 : 1 }
    const asked = targets.map((target) => ({ target, id: processes.uuid(), ...Promise.withResolvers<Stored>() }))
    for (const { id, target, resolve } of asked) pending.set(id, { target, settle: resolve })
    const ids = asked.map(({ id }) => id)
    const cancel = clock.after(within, () => {
      for (const { resolve } of asked) resolve({ failed: true })
    })
    try {
      const until = new Date(clock.now() + within)
      await db.query(putRequests, [ids, targets, method, request, until])
      for (const target of targets) announce(target, 'request')
      const stored = await Promise.all(asked.map(({ promise }) => promise))
      return toAnswers(method, targets, stored)
    } finally {
      cancel()
      for (const id of ids) pending.delete(id)
      db.query(dropRequests, [ids]).catch(onError)
    }
  }

  return {
    serve(method, answer) {
      if (handlers.has(method)) throw new Error(`two modules answer ${method}`)
      handlers.set(method, answer)
    },
    ask,
    start() {
      if (db.kind === 'embedded') return async () => {}
      const ends = [
        bus.subscribe((message) => {
          if (message.type !== 'rpc' || message.to !== processes.id) return
          announced[message.what] = true
          sweepsOf[message.what].wake()
        }),
        processes.onEnded((ended) => {
          for (const { target, settle } of pending.values()) if (target === ended) settle({ failed: true })
        }),
      ]
      const stops = [requests.start(), answers.start()]
      return async () => {
        for (const end of ends) end()
        for (const { settle } of pending.values()) settle({ failed: true })
        await Promise.all(stops.map((stop) => stop()))
      }
    },
  }
}

/** The ids of requests begin with that of the process that asks. */
const askerOf = (id: string) => id.slice(0, PROCESS_ID_LENGTH)

function toAnswers<M extends RpcMethod>(method: M, targets: readonly string[], stored: readonly Stored[]): Answers<M> {
  const given: { process: string; answer: RpcAnswer<M> }[] = []
  let silent = 0
  for (const [i, one] of stored.entries()) {
    if (!('value' in one) || !isAnswer(method, one.value)) silent++
    else if (one.value !== null) given.push({ process: targets[i] ?? '', answer: one.value })
  }
  return { given, silent }
}
