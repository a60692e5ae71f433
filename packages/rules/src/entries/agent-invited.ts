import { IDLE, withBot } from '../bot-part.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { queued } from '../ownership.ts'
import type { Person } from '../shapes.ts'

/** The bot called for an agent, who should accept until `until` (B19). */
export interface AgentInvited {
  readonly type: 'agent.invited'
  readonly bot: Person
  readonly until: number
}

export const agentInvited: EntryKind<AgentInvited> = {
  type: 'agent.invited',
  version: 1,
  author: 'bot',
  apply: (state, { at, until }) => withBot(queued(state, at), (bot) => ({ ...bot, ...IDLE, acceptBy: until })),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { bot: 'kept', until: 'kept' },
}
