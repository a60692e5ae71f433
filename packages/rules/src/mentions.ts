import type { EntryBody } from './entries.ts'
import type { ChatState } from './state.ts'

/** How many mentioned agents a chat remembers: those who were mentioned last. */
const REMEMBERED = 50

/** The agents whom an entry mentions. All that alerts or marks mentioned agents asks this function. */
export const mentionsIn = (entry: EntryBody): readonly number[] =>
  entry.type === 'note.written' ? entry.mentions.filter((agent) => agent !== entry.agent.id) : []

/** The state after entry `n` mentioned these agents: each with the newest entry that mentions them. */
export function mentioned(state: ChatState, n: number, agents: readonly number[]): ChatState {
  if (agents.length === 0) return state
  const others = (state.mentions ?? []).filter(({ agent }) => !agents.includes(agent))
  return { ...state, mentions: [...others, ...agents.map((agent) => ({ agent, n }))].slice(-REMEMBERED) }
}
