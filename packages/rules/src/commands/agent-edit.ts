import type { CommandKind } from '../command-kind.ts'
import type { Profile } from '../facts.ts'
import { isClosed } from '../holding.ts'
import type { Person } from '../shapes.ts'
import { changeToTell } from '../visitor-changes.ts'

/** An agent edited the visitor's contact; recorded where a chat is open. */
export interface AgentEdit {
  readonly type: 'agent.edit'
  readonly agent: Person
  /** The values that are shown from now on. */
  readonly profile: Pick<Profile, 'name' | 'phone' | 'email'>
}

/** Known values that the profile lacks were removed. */
export const agentEdit: CommandKind<AgentEdit> = {
  type: 'agent.edit',
  decide(state, { agent, profile }, facts) {
    if (isClosed(state)) return []
    const { known, tellsChanges } = facts
    const changed = changeToTell({ ...facts, edited: [] }, profile)
    const removed = (['name', 'phone', 'email'] as const).filter(
      (field) => known[field] !== undefined && profile[field] === undefined,
    )
    if (!changed && removed.length === 0) return []
    return [
      {
        ...(changed ?? { type: 'visitor.changed', ...(tellsChanges && { tell: true as const }) }),
        by: 'agent',
        agent,
        ...(removed.length > 0 && { removed }),
      },
    ]
  },
}
