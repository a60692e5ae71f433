import { isDeepStrictEqual } from 'node:util'
import type { Entry } from '@deskbell/protocol/agent/entry'
import type { RoutingTurn } from '@deskbell/protocol/agent/routing'
import { decideOverflow, decideTurn, type Turn } from '@deskbell/rules'

/** How long a second of a policy takes in the server (ms). */
const SECOND = 200

/** Faults in the order of one chat's entries: it is in two hands, offered to two, or offered although it is held. */
export function faultsOfChat(chat: number, log: readonly Entry[]): string[] {
  const wrong: string[] = []
  let [holder, asked]: [number | null, number | null] = [null, null]
  /** On a machine that is busy an agent may accept when their time is over. */
  const wereAsked = new Set<number>()
  const says = (n: number, what: string) => wrong.push(`chat ${chat}: entry ${n}: ${what}`)
  for (const [place, entry] of log.entries()) {
    const { n, type } = entry
    if (n !== place + 1) says(n, `stands at place ${place + 1}`)
    if (type === 'chat.routed' || type === 'chat.overflowed') {
      if (holder !== null) says(n, `${type} while agent ${holder} has it`)
      if (asked !== null) says(n, `${type} while it is offered to agent ${asked}`)
    }
    if (type === 'chat.routed') {
      asked = entry.to.id
      wereAsked.add(asked)
    } else if (type === 'agent.joined') {
      if (holder !== null) says(n, `agents ${holder} and ${entry.agent.id} have it`)
      if (!wereAsked.has(entry.agent.id)) says(n, `agent ${entry.agent.id} has it, whom the router did not ask`)
      ;[holder, asked] = [entry.agent.id, null]
      wereAsked.clear()
    } else if (type === 'offer.declined' || type === 'offer.ended') {
      if (asked === null) says(n, `${type} without an offer`)
      asked = null
    } else if (type === 'agent.left') holder = null
    else if (type === 'chat.closed') [holder, asked] = [null, null]
  }
  return wrong
}

/** Agents whom the router gave a chat although they had as many as they may, held or offered. */
export function faultsOfLoad(
  logs: readonly (readonly Entry[])[],
  capacityOf: (agent: number) => number | undefined,
): string[] {
  const changes: { at: number; agent: number; by: 1 | -1; isRouted: boolean }[] = []
  for (const log of logs) {
    let has: number | null = null
    const to = (at: number, agent: number | null, isRouted = false) => {
      if (has === agent) return
      if (has !== null) changes.push({ at, agent: has, by: -1, isRouted: false })
      if (agent !== null) changes.push({ at, agent, by: 1, isRouted })
      has = agent
    }
    for (const entry of log)
      if (entry.type === 'chat.routed') to(entry.at, entry.to.id, true)
      else if (entry.type === 'agent.joined') to(entry.at, entry.agent.id)
      else if (['offer.declined', 'offer.ended', 'agent.left', 'chat.closed'].includes(entry.type)) to(entry.at, null)
  }
  // At one moment a chat ends before another one is given.
  changes.sort((a, b) => a.at - b.at || a.by - b.by)
  const loads = new Map<number, number>()
  return changes.flatMap(({ at, agent, by, isRouted }) => {
    const load = (loads.get(agent) ?? 0) + by
    loads.set(agent, load)
    const most = capacityOf(agent) ?? 0
    return isRouted && load > most ? [`agent ${agent} has ${load} chats at ${at}, at most ${most}`] : []
  })
}

/** Decisions of the router whose stored turn is missing, says otherwise, or is decided otherwise when it is decided again. */
export async function faultsOfTurns(
  chat: number,
  log: readonly Entry[],
  readTurn: (turn: string) => Promise<RoutingTurn>,
): Promise<string[]> {
  const wrong: string[] = []
  for (const entry of log) {
    if (entry.type !== 'chat.routed' && entry.type !== 'chat.overflowed') continue
    const turn = await readTurn(entry.turn).catch((error: unknown) => String(error))
    if (typeof turn === 'string') {
      wrong.push(`chat ${chat}: entry ${entry.n}: ${turn}`)
      continue
    }
    const input = inputOf(turn)
    const isSame =
      entry.type === 'chat.routed'
        ? turn.routed.some((one) => isDeepStrictEqual(one, { chat, to: entry.to.id, why: entry.why }))
        : turn.overflowed.some((one) =>
            isDeepStrictEqual(one, {
              ...{ chat, why: entry.why, waited: entry.waited },
              to: entry.department ? { department: entry.department.id } : entry.to,
            }),
          )
    if (!isSame) wrong.push(`chat ${chat}: entry ${entry.n}: turn ${entry.turn} says otherwise`)
    if (
      !isDeepStrictEqual(decideTurn(input), turn.routed) ||
      !isDeepStrictEqual(decideOverflow(input), turn.overflowed)
    )
      wrong.push(`chat ${chat}: entry ${entry.n}: turn ${entry.turn} is decided otherwise when it is decided again`)
  }
  return wrong
}

const inputOf = ({ input }: RoutingTurn): Turn =>
  ({
    ...input,
    policies: input.policies.map(({ overflow, acceptWithin, ...policy }) => ({
      ...policy,
      acceptWithin: acceptWithin && acceptWithin * SECOND,
      ...(overflow && { overflow: { ...overflow, after: overflow.after * SECOND } }),
    })),
  }) as Turn
