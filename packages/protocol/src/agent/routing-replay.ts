import { Type, type Static } from 'typebox'
import { Id, Nullable, Strict, Time } from '../shapes.ts'

const Wait = Nullable(Type.Number({ minimum: 0, description: 'ms; null: no chat had an agent' }))

/** What became of the chats of a time. */
export const ReplayOutcome = Strict({
  answered: Type.Integer({ description: 'waits that ended with an agent' }),
  missed: Type.Integer({ description: 'waits that ended without one, in the queue' }),
  overflowed: Strict({
    department: Type.Integer({
      description: 'waits that went on to another department; they are among the others, too',
    }),
    bot: Type.Integer({ description: 'waits that ended with the bot of the channel' }),
    form: Type.Integer({ description: 'waits that ended with the form for a message' }),
  }),
  median: Wait,
  slow: Nullable(Type.Number({ minimum: 0, description: 'nine of ten chats waited no longer (ms)' })),
  longest: Wait,
  agents: Type.Array(
    Strict({
      agent: Id,
      chats: Type.Integer(),
      busy: Type.Number({ description: 'how long the agent had the chats, in sum (ms)' }),
    }),
  ),
})
export type ReplayOutcome = Static<typeof ReplayOutcome>

export const ReplayResult = Strict({
  from: Time,
  to: Time,
  chats: Type.Integer({ description: 'how often visitors waited for an agent in this time' }),
  real: ReplayOutcome,
  current: ReplayOutcome,
  changed: ReplayOutcome,
})
export type ReplayResult = Static<typeof ReplayResult>

/** What changed settings would have done with the chats of the last month. */
export const RoutingReplay = Strict({
  replay: Type.String(),
  at: Time,
  state: Type.Enum(['running', 'done', 'failed'], {
    description: '`failed`: it was interrupted, or took too long. Start it again',
  }),
  progress: Type.Number({ minimum: 0, maximum: 1 }),
  result: Nullable(ReplayResult),
})
export type RoutingReplay = Static<typeof RoutingReplay>
export const ReplayStarted = Strict({ replay: Type.String() })
