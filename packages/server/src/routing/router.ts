import { decideTurn, type Command } from '@deskbell/rules'
import type { Commit } from '../conversation/commit/commit.ts'
import { CommitRefused, type ChangedChat, type Outcome } from '../conversation/commit/input.ts'
import { makeSweeps } from '../platform/sweeps.ts'
import type { Services } from '../services.ts'
import type { AccountChats } from './account-chats.ts'
import { readDetails } from './chat-details.ts'
import { turnMade } from './effect.ts'
import type { KnownChats } from './known-chats.ts'
import { makeLastSeen } from './last-seen.ts'
import type { Leases } from './lease.ts'
import { lookAt, needsDetails, type ReadTurn } from './look-at.ts'
import { toCommand } from './overflow.ts'
import type { Recent } from '../platform/recent.ts'
import type { Policies } from './policies.ts'

/** How often leases are renewed, and chats looked for of which no event told (ms). */
const POLL = 1000
/** After a turn an account's router rests for as long as the turn took, at most so long (ms). */
const REST = 20

type Needs = Pick<Services, 'db' | 'clock' | 'ids' | 'directory' | 'presence'> & {
  readonly commit: Commit
  readonly leases: Leases
  readonly chats: KnownChats
  readonly policies: Recent<Policies>
  readonly onError: (error: unknown) => void
}

export interface Router {
  /** A chat of the account began to wait, or an agent may have room for another one. */
  wake(account: number): void
  /** Chats of the account have changed: the turn under way may be over. */
  onDurable(changed: readonly ChangedChat[]): void
  /** The settings of an account have changed. */
  look(): void
  /** Returns the function that ends it. */
  start(): () => Promise<void>
}

/** An account's turns: one at a time. */
interface Turns {
  /** There may be something to decide. */
  isWanted: boolean
  /** It is a second since it was noted who is online. */
  isPolled: boolean
  /** What a turn is decided from is being read, or the router rests. */
  isHeld: boolean
  /** The chats about which was decided, until it is known what became of it. */
  readonly pending: Map<number, Pending>
  /** The chats that are still to be decided about when these are. */
  isCut: boolean
}

/** `waits`: whether the chat waits until what was decided is done. */
interface Pending {
  readonly chat: number
  readonly waits: boolean
}

/**
 * Gives waiting chats to agents, and lets those go on that find none. A turn looks at the account's queue and the agents' load,
 * decides about all of it at once, and commits the results: with what is known, so that the offer of a new chat is in the
 * transaction after the one that begins it. Turns of an account never overlap, and only one process makes them.
 */
export function makeRouter(needs: Needs): Router {
  const { db, clock, ids, presence, commit, leases, chats, policies: knownPolicies, onError } = needs
  const lastSeen = makeLastSeen()
  const accounts = new Map<number, Turns>()
  const underWay = new Set<Promise<unknown>>()
  let isStopped = true

  const turnsOf = (account: number): Turns => {
    const found = accounts.get(account) ?? {
      isWanted: false,
      isPolled: false,
      isHeld: false,
      pending: new Map(),
      isCut: false,
    }
    accounts.set(account, found)
    return found
  }

  function track(work: Promise<unknown>): void {
    const one = work.finally(() => underWay.delete(one))
    underWay.add(one)
  }

  function wake(account: number, isPolled = false): void {
    if (isStopped || !leases.holds(account)) return
    const turns = turnsOf(account)
    turns.isWanted = true
    if (isPolled) turns.isPolled = true
    proceed(account, turns)
  }

  /** Makes the next turn, if one is wanted and the last one is over. */
  function proceed(account: number, turns: Turns): void {
    if (!turns.isWanted || turns.isHeld || turns.pending.size > 0 || isStopped || !leases.holds(account)) return
    // The lease was lost meanwhile, and taken again.
    if (accounts.get(account) !== turns) return
    turns.isWanted = false
    const known = chats.now(account)
    if (known && !turns.isPolled && !isNeeded(account, known)) return
    turns.isPolled = false
    const began = clock.now()
    try {
      const policies = knownPolicies.now(account)
      if (policies && known && !needsDetails(policies))
        carryOut(account, turns, look(account, policies, known).toTurn('none'))
      else {
        turns.isHeld = true
        track(readFirst(account, turns))
        return
      }
    } catch (error) {
      onError(error)
    }
    rest(account, turns, clock.now() - began)
  }

  /** A chat waits, or is offered to an agent who is gone. */
  const isNeeded = (account: number, known: AccountChats) =>
    known.hasWaiting || known.offers().some(({ offer, to }) => offer !== null && !presence.isOnline(account, to))

  const look = (account: number, policies: Policies, known: AccountChats) =>
    lookAt({ ...needs, lastSeen }, { account, now: clock.now(), policies, chats: known })

  async function readFirst(account: number, turns: Turns): Promise<void> {
    const began = clock.now()
    try {
      const [policies, known] = await Promise.all([
        knownPolicies.now(account) ?? knownPolicies.read(account),
        chats.now(account) ?? chats.read(account),
      ])
      const { remembers } = policies
      const details = needsDetails(policies)
        ? await readDetails(db, {
            ...{ account, remembers },
            chats: look(account, policies, known).queue.map(({ id }) => id),
          })
        : 'none'
      // The chats may have changed meanwhile.
      if (!isStopped && leases.holds(account)) carryOut(account, turns, look(account, policies, known).toTurn(details))
    } catch (error) {
      onError(error)
    }
    rest(account, turns, clock.now() - began)
  }

  function rest(account: number, turns: Turns, ms: number): void {
    const goOn = () => {
      turns.isHeld = false
      proceed(account, turns)
    }
    turns.isHeld = true
    if (ms < 1) goOn()
    else clock.after(Math.min(ms, REST), goOn)
  }

  /** Decides, and commits what was decided. */
  function carryOut(account: number, turns: Turns, read: ReadTurn): void {
    const { turn, overflowed, isCut, termsOf, agent, stale } = read
    const routed = decideTurn(turn, overflowed)
    const made = { account, holder: leases.holder, id: ids.uuid(), input: turn, routed, overflowed }
    const results: Promise<unknown>[] = []
    const settles = (one: Pending, work: Promise<Outcome | undefined>): void => {
      turns.pending.set(one.chat, one)
      const result = work.then(
        (outcome) => {
          if (outcome && isCut) turns.isCut = true
        },
        (error: unknown) => {
          // A chat that was closed meanwhile needs no agent.
          if (!(error instanceof CommitRefused)) onError(error)
        },
      )
      results.push(result.then(() => over(account, turns, [one])))
    }
    const commits = (chat: number, command: Command) =>
      commit({ account, target: { chat }, command, attached: [turnMade.with(made)] })
    for (const { chat, offer } of stale)
      settles(
        { chat, waits: false },
        commit({ account, target: { chat }, command: { type: 'routing.withdraw', offer } }),
      )
    for (const { chat, to, why } of routed) {
      const terms = termsOf.get(chat)
      if (!terms) continue
      const { within, epoch } = terms
      const work = commits(chat, { type: 'routing.offer', to: agent(to), why, turn: made.id, within, epoch })
      settles({ chat, waits: true }, work)
    }
    for (const one of overflowed) {
      const terms = termsOf.get(one.chat)
      if (!terms) continue
      const work = toCommand(needs, account, one, { terms, turn: made.id })
      settles(
        { chat: one.chat, waits: true },
        work.then((command) => command && commits(one.chat, command)),
      )
    }
    if (results.length > 0) track(Promise.all(results))
  }

  /** It is known what became of these. */
  function over(account: number, turns: Turns, done: readonly Pending[]): void {
    for (const one of done) if (turns.pending.get(one.chat) === one) turns.pending.delete(one.chat)
    if (turns.pending.size > 0) return
    if (turns.isCut) turns.isWanted = true
    turns.isCut = false
    proceed(account, turns)
  }

  async function renew(): Promise<void> {
    await leases.renew()
    const held = leases.held()
    chats.keep(held)
    for (const account of accounts.keys()) if (!leases.holds(account)) accounts.delete(account)
    for (const account of held) {
      wake(account, true)
      track(chats.refresh(account).then(() => wake(account), onError))
    }
  }

  // Turns do not hold it up: a lease is renewed however long a turn takes.
  const renewals = makeSweeps({ clock, every: POLL, sweep: renew, onError })
  return {
    wake,
    onDurable(changed) {
      chats.onDurable(changed)
      for (const account of new Set(changed.map((one) => one.account))) {
        const turns = accounts.get(account)
        if (!turns || turns.pending.size === 0) continue
        const known = chats.now(account)
        // A chat that no longer waits was given to an agent, or its command will be refused.
        const isOver = ({ chat, waits }: Pending) => known?.isWaiting(chat) === !waits
        over(account, turns, [...turns.pending.values()].filter(isOver))
      }
    },
    look() {
      knownPolicies.forget()
      renewals.wake()
    },
    start() {
      isStopped = false
      const stop = renewals.start()
      return async () => {
        isStopped = true
        await stop()
        await Promise.all(underWay)
        await leases.close().catch(onError)
      }
    },
  }
}
