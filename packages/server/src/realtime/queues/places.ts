import { expectedWait, paceOf, PLACE_MAX, placesOf, toWaitStep, type WaitStep } from '@deskbell/rules'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Directory } from '../../settings/directory.ts'
import type { Presence } from '../presence.ts'
import { onlineIn, worksIn } from './queue-in.ts'
import { readWaiting, type WaitingChat } from './read-waiting.ts'
import { readWaits } from './waits.ts'

/** How often places are read (ms). A read takes at most this share of the time, but places are never older than `LONGEST`. */
const EVERY = 3000
const SHARE = 1 / 5
const LONGEST = 60_000
/** How often the pace of a queue is measured (ms). */
const MEASURED_EVERY = 30_000

export interface PlaceInQueue {
  /** Counted from 1; PLACE_MAX: there or further back. */
  readonly place: number
  /** Absent when the expected wait is not known. */
  readonly wait?: WaitStep
}

export interface Places {
  /** As last read. Undefined: the chat does not wait, or its place was not wanted. */
  of(account: number, chat: number): PlaceInQueue | undefined
  /** Returns the function that ends it. */
  start(): () => Promise<void>
}

interface Options {
  readonly db: Db
  readonly clock: Clock
  readonly directory: Directory
  readonly presence: Presence
  /** Open chats whose visitors may be told their place, by account. */
  readonly wanted: () => ReadonlyMap<number, ReadonlySet<number>>
  /** Called after each read. */
  readonly onRead: () => void
  readonly onError: (error: unknown) => void
}

interface Measured {
  readonly at: number
  readonly pace: number | undefined
  /** When a chat of the queue last got an agent (ms); 0: not known. */
  readonly movedAt: number
  /** Agents who are online and within their working hours. */
  readonly online: number
  /** An agent who is away for a moment counts until the next measurement, so that a reconnect does not change the wait. */
  readonly agents: number
}

/**
 * The places of waiting chats in their queues, and the expected waits. One read for all visitors of this process every three
 * seconds, and none while no place is wanted; each process reads for its own visitors.
 */
export function makePlaces({ db, clock, directory, presence, wanted, onRead, onError }: Options): Places {
  let known = new Map<string, PlaceInQueue>()
  let measured = new Map<string, Measured>()
  let stopped = true
  let cancel = () => {}
  let reading = Promise.resolve()

  async function read(): Promise<void> {
    const asked = wanted()
    if (asked.size === 0) return void (known = new Map())
    const now = clock.now()
    const waiting = await readWaiting({ db, directory }, asked, now)
    const told = waiting.filter(({ account, id }) => asked.get(account)?.has(id))
    measured = await measure(told, now)
    const first = new Map<string, number>()
    for (const { queue, waitingSince } of waiting)
      first.set(queue, Math.min(waitingSince, first.get(queue) ?? Infinity))
    const places = new Map([...asked.keys()].map((account) => [account, placesOf(ofAccount(waiting, account))]))
    known = new Map(
      told.map((chat) => {
        const { account, id, queue } = chat
        const place = places.get(account)?.get(id) ?? PLACE_MAX
        const { pace, agents = 0, movedAt = 0 } = measured.get(queue) ?? {}
        const stands = now - Math.max(movedAt, first.get(queue) ?? now)
        const wait = expectedWait({ pace, place, agents, stands })
        const name = nameOf(account, id)
        return [
          name,
          {
            place: Math.min(place, PLACE_MAX),
            ...(wait !== undefined && { wait: toWaitStep(wait, known.get(name)?.wait) }),
          },
        ]
      }),
    )
  }

  /** The queues of the chats, those measured again whose last measurement is too old. */
  async function measure(chats: readonly WaitingChat[], now: number): Promise<Map<string, Measured>> {
    const queues = new Map(chats.map(({ queue, account, in: of }) => [queue, { account, ...of }]))
    const kept = [...measured].filter(([name, { at }]) => queues.has(name) && now - at < MEASURED_EVERY)
    const result = new Map(kept)
    const due = [...queues].filter(([name]) => !result.has(name))
    if (due.length === 0) return result
    const waits = await readWaits(
      { db, directory, presence },
      due.map(([, queue]) => queue),
      now,
    )
    for (const [i, [name, queue]] of due.entries()) {
      const past = waits[i] ?? []
      const works = worksIn(directory, queue.account, queue)
      const online = onlineIn({ directory, presence }, queue.account, queue).filter((agent) => works(agent, now)).length
      result.set(name, {
        at: now,
        pace: paceOf(past),
        movedAt: past.reduce((latest, { ended }) => Math.max(latest, ended), 0),
        online,
        agents: Math.max(online, measured.get(name)?.online ?? 0),
      })
    }
    return result
  }

  async function turn(): Promise<void> {
    const began = clock.now()
    try {
      await read()
      onRead()
    } catch (error) {
      onError(error)
    }
    // A slow database is asked less often.
    const pause = Math.min(LONGEST, Math.max(EVERY, (clock.now() - began) / SHARE))
    if (!stopped) schedule(pause)
  }

  function schedule(pause: number): void {
    cancel = clock.after(pause, () => void (reading = turn()))
  }

  return {
    of: (account, chat) => known.get(nameOf(account, chat)),
    start() {
      stopped = false
      schedule(EVERY)
      return async () => {
        stopped = true
        cancel()
        await reading
      }
    },
  }
}

const nameOf = (account: number, chat: number): string => `${account}:${chat}`

const ofAccount = (chats: readonly WaitingChat[], wanted: number): WaitingChat[] =>
  chats.filter(({ account }) => account === wanted)
