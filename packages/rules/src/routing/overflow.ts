import type { OverflowTarget } from './policy.ts'
import type { Turn, TurnChat } from './turn.ts'

/** No agent is there when none has been for this time: one who reconnects is not gone (ms). */
export const OVERFLOW_GRACE = 5000

/** Where a chat has been: a team by its number, its bot, or its visitor was asked to leave a message. */
export type Place = number | 'bot' | 'form'

/** How a chat waits whose policy has an overflow. */
export interface Waiting {
  /** Since when it waits for the agents who may get it now (ms). */
  readonly since: number
  /** Since when none of them is online (ms). Absent: one is. */
  readonly nobodySince?: number
  /** Where it was before, since it waits for an agent. */
  readonly been: readonly Place[]
  /** Its channel's bot can take it. */
  readonly bot?: true
  /** Its visitor can be asked to leave a message. */
  readonly form?: true
}

/** A chat that goes on without an agent. `waited`: for how long it waited for those who may get it (ms). */
export interface Overflowed {
  readonly chat: number
  readonly to: OverflowTarget
  readonly why: 'nobody' | 'unanswered'
  readonly waited: number
}

/**
 * The chats that overflow in a turn: at once when no agent is there, else when their time is over. None comes to a place where
 * it was, or to one that cannot take it: it waits on. The same turn always gives the same result.
 */
export const decideOverflow = ({ now, policies, chats }: Turn): Overflowed[] =>
  chats.flatMap((chat): Overflowed | never[] => {
    const overflow = policies[chat.policy]?.overflow
    const { id, waiting } = chat
    if (!overflow || !waiting || !canGo(chat, waiting, overflow.to)) return []
    const waited = now - waiting.since
    const isAlone = waiting.nobodySince !== undefined && now - waiting.nobodySince >= OVERFLOW_GRACE
    if (!isAlone && waited < overflow.after) return []
    return { chat: id, to: overflow.to, why: isAlone ? 'nobody' : 'unanswered', waited }
  })

/** Where a chat has been after it went on from its team to a place. */
export const beenAfter = (been: readonly Place[], team: number | undefined, to: Place): Place[] => [
  ...new Set([...been, ...(team === undefined ? [] : [team]), to]),
]

/** The place that a target is. */
export const placeOf = (to: OverflowTarget): Place => (typeof to === 'object' ? to.department : to)

function canGo({ team }: TurnChat, waiting: Waiting, to: OverflowTarget): boolean {
  const place = placeOf(to)
  if (place === team?.id || waiting.been.includes(place)) return false
  return typeof place === 'number' || waiting[place] === true
}
