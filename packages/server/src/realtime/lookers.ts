import { LOOKS_MAX, type LookAt } from '@deskbell/protocol/bus/messages'
import type { Clock } from '../platform/clock.ts'
import { makeLatest } from '../platform/latest.ts'
import type { Bus } from './bus/bus.ts'
import type { Processes } from './processes/processes.ts'

export type { LookAt } from '@deskbell/protocol/bus/messages'

/** An agent who has a chat open in a visible window. */
export interface Looker {
  readonly agent: number
  /** The agent is writing a private note in it. */
  readonly note: boolean
}

/** An agent's connection to this process. */
interface Window {
  readonly account: number
  readonly agentId: number
}

/**
 * Which agents look at a chat now, at any process. It is not stored: it ends with the window, or with its process, of
 * which a bus that lost the last message hears nothing: then it EXPIRES.
 */
export interface Lookers {
  /** A window shows this chat now; undefined: it shows none, or was closed. */
  look(window: Window, at: LookAt | undefined): void
  /** The agents who look at a chat, in the order of their numbers. */
  of(account: number, chat: number): Looker[]
  /** The chats of an account that an agent looks at. */
  chats(account: number): Set<number>
  /** Calls fn when an agent begins or ends to look at a chat, or to write a note. Returns the function that ends it. */
  onChange(fn: (account: number, chat: number) => void): () => void
  close(): void
}

/** How often a process repeats where its agents look, how long that is valid, and the time between two messages (ms). */
const REFRESH = 10_000
const EXPIRES = 25_000
const PUBLISH_EVERY = 250

interface Elsewhere {
  readonly account: number
  readonly agent: number
  readonly looks: readonly LookAt[]
  readonly until: number
}

/** `shared`: the installation may have several processes. */
export function makeLookers(options: {
  readonly clock: Clock
  readonly processes: Pick<Processes, 'id' | 'onEnded'>
  readonly bus: Bus
  readonly shared: boolean
}): Lookers {
  const { clock, processes, bus, shared } = options
  const process = processes.id
  const here = new Map<Window, LookAt>()
  const elsewhere = new Map<string, Elsewhere>()
  const listeners = new Set<(account: number, chat: number) => void>()
  let cancel = () => {}

  function notify(account: number, before: readonly LookAt[], after: readonly LookAt[]): void {
    const differs = (one: LookAt, others: readonly LookAt[]) =>
      !others.some(({ chat, note }) => chat === one.chat && note === one.note)
    const changed = [...before.filter((one) => differs(one, after)), ...after.filter((one) => differs(one, before))]
    for (const chat of new Set(changed.map((one) => one.chat))) for (const fn of listeners) fn(account, chat)
  }

  function looksOf(account: number, agent: number): LookAt[] {
    const mine = [...here].filter(([window]) => window.account === account && window.agentId === agent)
    return mine.map(([, at]) => at).slice(0, LOOKS_MAX)
  }

  const published = makeLatest<{ account: number; agent: number }>({
    clock,
    every: PUBLISH_EVERY,
    // Read when it is sent: the latest counts.
    give: ({ account, agent }) =>
      bus.publish({ type: 'looking', account, agent, process, looks: looksOf(account, agent) }),
  })
  const publish = (account: number, agent: number) => {
    if (shared) published.put(`${account}:${agent}`, { account, agent })
  }

  function hear(account: number, agent: number, from: string, looks: readonly LookAt[]): void {
    const name = `${from}:${account}:${agent}`
    const before = elsewhere.get(name)?.looks ?? []
    if (looks.length === 0) elsewhere.delete(name)
    else elsewhere.set(name, { account, agent, looks, until: clock.now() + EXPIRES })
    notify(account, before, looks)
  }

  function forget(which: (name: string, one: Elsewhere) => boolean): void {
    for (const [name, one] of elsewhere) {
      if (!which(name, one)) continue
      elsewhere.delete(name)
      notify(one.account, one.looks, [])
    }
  }

  /** Tells the other processes again, which may have missed it or just have started, and drops what dead ones told. */
  function refresh(): void {
    const agents = new Map([...here.keys()].map((window) => [`${window.account}:${window.agentId}`, window]))
    for (const { account, agentId } of agents.values()) publish(account, agentId)
    forget((_name, { until }) => until <= clock.now())
    cancel = clock.after(REFRESH, refresh)
  }

  const unsubscribe = bus.subscribe((message) => {
    if (message.type === 'looking') hear(message.account, message.agent, message.process, message.looks)
  })
  const ignoreEnded = processes.onEnded((ended) => forget((name) => name.startsWith(`${ended}:`)))
  if (shared) cancel = clock.after(REFRESH, refresh)

  return {
    look(window, at) {
      const before = here.get(window)
      if (at) here.set(window, at)
      else here.delete(window)
      if (before?.chat === at?.chat && before?.note === at?.note) return
      notify(window.account, before ? [before] : [], at ? [at] : [])
      publish(window.account, window.agentId)
    },
    of(account, chat) {
      const found = new Map<number, Looker>()
      const add = (agent: number, looks: readonly LookAt[]) => {
        for (const one of looks)
          if (one.chat === chat) found.set(agent, { agent, note: one.note === true || found.get(agent)?.note === true })
      }
      for (const [window, at] of here) if (window.account === account) add(window.agentId, [at])
      for (const one of elsewhere.values()) if (one.account === account) add(one.agent, one.looks)
      return [...found.values()].toSorted((a, b) => a.agent - b.agent)
    },
    chats(account) {
      const chats = new Set<number>()
      for (const [window, { chat }] of here) if (window.account === account) chats.add(chat)
      for (const one of elsewhere.values())
        if (one.account === account) for (const { chat } of one.looks) chats.add(chat)
      return chats
    },
    onChange(fn) {
      listeners.add(fn)
      return () => void listeners.delete(fn)
    },
    close() {
      cancel()
      published.close()
      unsubscribe()
      ignoreEnded()
      const agents = new Set([...here.keys()].map(({ account, agentId }) => `${account}:${agentId}`))
      here.clear()
      if (shared)
        for (const [account = 0, agent = 0] of [...agents].map((name) => name.split(':').map(Number)))
          bus.publish({ type: 'looking', account, agent, process, looks: [] })
    },
  }
}
