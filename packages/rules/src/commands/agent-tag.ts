import type { CommandKind } from '../command-kind.ts'
import type { TagRef } from '../entries/tags-changed.ts'
import type { Person } from '../shapes.ts'
import { changedTags, TAGS_PER_CHAT } from '../tags.ts'

/** Changes the tags of a chat. An agent needs not hold the chat for it, and the chat may be closed. */
export interface AgentTag {
  readonly type: 'agent.tag'
  readonly agent: Person
  /** Tags of the account. The caller has checked that. */
  readonly add: readonly TagRef[]
  /** By number. */
  readonly remove: readonly number[]
}

export const agentTag: CommandKind<AgentTag> = {
  type: 'agent.tag',
  decide(state, { agent, add, remove }) {
    const { tags = [] } = state
    const removed = tags.filter(({ id }) => remove.includes(id))
    const missing = add.filter(({ id }) => !tags.some((tag) => tag.id === id) && !remove.includes(id))
    const added = [...new Map(missing.map(({ id, name }) => [id, { id, name }])).values()]
    if (added.length === 0 && removed.length === 0) return []
    const many = changedTags(state, { added, removed }).length > TAGS_PER_CHAT && added.length > 0
    return many ? { refused: 'too_many_tags' } : [{ type: 'tags.changed', agent, added, removed }]
  },
}
