const MINUTE = 60_000

/** A wait in a queue that ended with an agent (ms). `agents`: those of the queue who were online at its end. */
export interface PastWait {
  readonly began: number
  readonly ended: number
  readonly agents: number
}

/** The waits that the expected one is made of: the newest ones that began within this time (ms); fewer say nothing. */
export const WAITS = { most: 50, least: 5, within: 4 * 60 * MINUTE }

/** Visitors are told one of these, in minutes. 1: under a minute; 60: more than half an hour; others: about so many. */
export const WAIT_STEPS = [1, 2, 5, 10, 15, 20, 30, 60] as const
export type WaitStep = (typeof WAIT_STEPS)[number]
/** Where each step ends (minutes). */
const ENDS = [1, 3.5, 7.5, 12.5, 17.5, 25, 35, Infinity]

/** A told step changes when the expected wait is more than this outside of it, as a share of the step's ends. */
const SLACK = 0.25

/** A queue that has not moved for this long, and for so many times as long as between two chats before, is no longer predicted. */
const STANDS = { least: MINUTE, times: 4 }

/**
 * How much of an agent's time each place in a queue takes (ms): the median, over its newest waits that ended with an agent, of
 *
 *   length of the wait × agents who were online ÷ place in the queue when it began.
 *
 * The place is one more than the number of waits that were under way. Undefined when there are too few waits.
 */
export function paceOf(waits: readonly PastWait[]): number | undefined {
  const newest = waits.toSorted((a, b) => b.ended - a.ended || b.began - a.began).slice(0, WAITS.most)
  if (newest.length < WAITS.least) return undefined
  const paces = newest.map((one) => {
    const ahead = waits.filter(({ began, ended }) => began < one.began && ended > one.began).length
    return ((one.ended - one.began) * Math.max(1, one.agents)) / (ahead + 1)
  })
  return median(paces)
}

/**
 * The expected wait at a place (ms): pace × place ÷ agents who are online. Undefined when it is not known, no agent is online,
 * or the queue has stood for so long that the past says nothing. `stands`: the time since a chat of the queue got an agent, or
 * since its first chat waits, if that is later (ms).
 */
export function expectedWait({
  pace,
  place,
  agents,
  stands,
}: {
  readonly pace: number | undefined
  readonly place: number
  readonly agents: number
  readonly stands: number
}): number | undefined {
  if (pace === undefined || agents === 0) return undefined
  const each = pace / agents
  return stands > Math.max(STANDS.least, STANDS.times * each) ? undefined : each * place
}

/** An agent came online or went (ms). */
export interface PresenceChange {
  readonly agent: number
  readonly at: number
  readonly online: boolean
}

/**
 * How many agents were online at each time, of those who worked then: those who are online now, without the changes that came
 * later.
 */
export function agentsAt(
  times: readonly number[],
  now: readonly number[],
  changes: readonly PresenceChange[],
  works: (agent: number, at: number) => boolean = () => true,
): ReadonlyMap<number, number> {
  const online = new Set(now)
  const later = changes.toSorted((a, b) => b.at - a.at)
  const counts = new Map<number, number>()
  let undone = 0
  for (const time of times.toSorted((a, b) => b - a)) {
    for (let change = later[undone]; change && change.at > time; change = later[++undone])
      if (change.online) online.delete(change.agent)
      else online.add(change.agent)
    counts.set(time, [...online].filter((agent) => works(agent, time)).length)
  }
  return counts
}

/** The step that tells a wait (ms). `told`: the step that the visitor has seen, which stays while the wait is near it. */
export function toWaitStep(wait: number, told?: WaitStep): WaitStep {
  const minutes = wait / MINUTE
  const at = told === undefined ? -1 : WAIT_STEPS.indexOf(told)
  const isNear = minutes >= (ENDS[at - 1] ?? 0) * (1 - SLACK) && minutes < (ENDS[at] ?? 0) * (1 + SLACK)
  if (told !== undefined && isNear) return told
  return WAIT_STEPS[ENDS.findIndex((end) => minutes < end)] ?? 60
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}
