import { IDLE, withBot } from '../bot-part.ts'
import { tookPart, without } from '../colleagues.ts'
import { tellBot } from '../delivery.ts'
import type { EntryKind } from '../entry-kind.ts'
import { notOffered, notReturning } from '../offer.ts'
import { notOverflowed } from '../overflowing.ts'
import { owned } from '../ownership.ts'
import type { Person } from '../shapes.ts'

export interface AgentJoined {
  readonly type: 'agent.joined'
  readonly agent: Person
  /** The bot to inform, when the first agent joins its chat. */
  readonly bot?: number
  /** The chat returned to the agent, who had accepted it before. */
  readonly returned?: true
}

export const agentJoined: EntryKind<AgentJoined, 'visitor' | 'transcript'> = {
  type: 'agent.joined',
  version: 1,
  author: 'agent',
  apply: (state, { agent }) =>
    withBot(
      owned(tookPart(without(notOverflowed(notReturning(notOffered(state))), agent), agent), { kind: 'agent', agent }),
      (bot) => ({
        ...bot,
        ...IDLE,
        speaks: false,
        joined: true,
      }),
    ),
  readers: { visitor: true, transcript: true },
  deliveries: ({ entry: { bot, n } }, where) => (bot === undefined ? [] : [tellBot('AGENT_JOINED', bot, n, where)]),
  // Every accept causes the event, also a second agent's (C15).
  event: ({ entry }) => (entry.returned ? undefined : { name: 'chat_accepted', agent: entry.agent }),
  archive: false,
  redaction: { agent: 'kept', bot: 'kept', returned: 'kept' },
}
