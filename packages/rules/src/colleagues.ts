import { mustHold } from './holding.ts'
import type { Refusal } from './refusal.ts'
import type { Person } from './shapes.ts'
import type { ChatState } from './state.ts'

/** How many agents may write in a chat beside its holder, those who are asked included. */
export const COLLEAGUES_MAX = 10

export const isColleague = ({ colleagues = [] }: ChatState, agent: Person): boolean =>
  colleagues.some(({ id }) => id === agent.id)

export const isAsked = ({ asked = [] }: ChatState, agent: Person): boolean => asked.some(({ id }) => id === agent.id)

/** The refusal for `agent`, who must hold the chat or be one of its colleagues to write to the visitor. */
export function mustTakePart(state: ChatState, agent: Person): Refusal | undefined {
  return state.owner.kind === 'agent' && isColleague(state, agent) ? undefined : mustHold(state, agent)
}

/** The state without `agent` among its colleagues and those who are asked. */
export function without(state: ChatState, agent: Person): ChatState {
  const { colleagues = [], asked = [], ...rest } = state
  return withColleagues(
    rest,
    colleagues.filter(({ id }) => id !== agent.id),
    asked.filter(({ id }) => id !== agent.id),
  )
}

/** The state with these colleagues, and these agents who are asked. */
export function withColleagues(state: ChatState, colleagues: readonly Person[], asked: readonly Person[]): ChatState {
  const { colleagues: _, asked: _asked, ...rest } = state
  return { ...rest, ...(colleagues.length > 0 && { colleagues }), ...(asked.length > 0 && { asked }) }
}

/** The state with `agent` among those who have taken part, in the order in which they joined. */
export function tookPart(state: ChatState, { id, name }: Person): ChatState {
  const { agents = [] } = state
  return agents.some((one) => one.id === id) ? state : { ...state, agents: [...agents, { id, name }] }
}

export const hasTakenPart = ({ agents = [] }: ChatState, agent: Person): boolean =>
  agents.some(({ id }) => id === agent.id)
