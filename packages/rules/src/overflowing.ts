import type { EntryBody } from './entries.ts'
import type { Place } from './routing/overflow.ts'
import type { ChatState } from './state.ts'

/** A wait as it was before it overflowed. */
export interface OverflowedWait {
  /** When it began (ms). */
  readonly at: number
  /** For whom it began. */
  readonly team?: number
  /** Where it has gone on to since, in this order. */
  readonly to: readonly ('department' | 'bot' | 'form')[]
}

/** What a chat knows of its overflows while it waits for an agent. */
export interface ChatOverflow {
  /** Since when it waits for the agents who may get it now (ms). */
  readonly since: number
  /** Where it was before. */
  readonly been: readonly Place[]
  /** Its visitor is asked to leave a message. The router offers the chat again when the visitor has written. */
  readonly form?: true
  /** Absent until it overflows. Kept until an agent has the chat, also while its bot has it. */
  readonly wait?: OverflowedWait
}

/** The wait that went on once more. `begun`: since when and for whom the chat waits, where it has not overflowed before. */
export const wentOn = (
  wait: OverflowedWait | undefined,
  begun: { readonly at: number; readonly team: number | undefined },
  to: OverflowedWait['to'][number],
): OverflowedWait =>
  wait
    ? { ...wait, to: [...wait.to, to] }
    : { at: begun.at, ...(begun.team !== undefined && { team: begun.team }), to: [to] }

/** The wait of a chat that an agent gave to a team: it counts as one for that team from its beginning. */
export const inTeam = (wait: OverflowedWait, team: number): OverflowedWait => ({ ...wait, team })

/** The state of a chat that may go everywhere again. */
export function notOverflowed(state: ChatState): ChatState {
  const { overflow: _, ...rest } = state
  return rest
}

/** The state of a chat whose visitor is no longer asked to leave a message. */
export function notAskedToLeave(state: ChatState): ChatState {
  if (!state.overflow?.form) return state
  const { form: _, ...overflow } = state.overflow
  return { ...state, overflow }
}

/** Whether the entry begins (true) or ends (false) the time in which the visitor is asked to leave a message; else undefined. */
export function asksToLeave(entry: EntryBody): boolean | undefined {
  if (entry.type === 'chat.overflowed') return entry.to === 'form'
  const ends = entry.type === 'agent.joined' || entry.type === 'chat.closed' || entry.type === 'department.changed'
  return ends || (entry.type === 'message' && entry.from === 'visitor') ? false : undefined
}
