import { withBot } from '../bot-part.ts'
import { tellBot } from '../delivery.ts'
import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Person } from '../shapes.ts'

/** The bot is told that no agent comes: none is available, or none accepted (B19). */
export interface AgentUnavailable {
  readonly type: 'agent.unavailable'
  readonly bot: Person
  readonly why: 'none' | 'unaccepted'
}

export const agentUnavailable: EntryKind<AgentUnavailable> = {
  type: 'agent.unavailable',
  version: 1,
  author: 'system',
  apply: (state, { at }) => withBot(state, (bot) => ({ ...bot, acceptBy: null, toldAt: at })),
  readers: AGENTS_ONLY,
  deliveries: ({ entry }, where) => [tellBot('AGENT_UNAVAILABLE', entry.bot.id, entry.n, where)],
  event: 'none',
  archive: false,
  redaction: { bot: 'kept', why: 'kept' },
}
