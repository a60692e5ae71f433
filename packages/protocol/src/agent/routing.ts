import { Type, type Static } from 'typebox'
import { CAPACITY_MAX, OVERFLOW_AFTER, PRIORITY_MAX, PRIORITY_RULES_MAX } from '../limits.ts'
import { Id, Nullable, Strict, Time } from '../shapes.ts'
import { ChannelKind } from './channel.ts'

export const Overflow = Strict(
  {
    after: Type.Integer({
      minimum: OVERFLOW_AFTER.least,
      maximum: OVERFLOW_AFTER.most,
      description: 'seconds that a chat waits for the agents who are online; without any it does not wait',
    }),
    to: Type.Union([Strict({ department: Id }), Type.Enum(['bot', 'form'])], {
      description:
        'another department; `bot`: the bot of its channel; `form`: its visitor is asked to leave a message, where the channel has such a form, and it stays in the queue',
    }),
  },
  { description: 'where chats go for which no agent is there, or which none accepts. null or absent: they wait' },
)
export type Overflow = Static<typeof Overflow>

export const RoutingPolicy = Strict({
  distribution: Type.Enum(['everybody', 'round-robin', 'least-busy'], {
    description:
      '`everybody`: a chat waits in the queue until an agent accepts it; `round-robin`: the agent gets it who has got none for the longest time; `least-busy`: the one with the smallest share of their capacity in use',
  }),
  lastAgentFirst: Type.Boolean({ description: 'the agent who had the contact’s last chat comes before the others' }),
  acceptWithin: Nullable(
    Type.Integer({
      minimum: 10,
      maximum: 600,
      description: 'seconds that an agent has to accept; then the next one is asked. null: agents are not asked',
    }),
  ),
  overflow: Type.Optional(Nullable(Overflow)),
})
export type RoutingPolicy = Static<typeof RoutingPolicy>

const Most = Type.Integer({ minimum: 0, maximum: CAPACITY_MAX })
export const Capacity = Strict(
  {
    total: Most,
    kinds: Type.Partial(Type.Record(ChannelKind, Most), {
      additionalProperties: false,
      description: 'of channels of a kind; absent: as many as in sum',
    }),
  },
  { description: 'how many chats the router gives an agent at once at most. Agents accept more by hand' },
)
export type Capacity = Static<typeof Capacity>

const Text = Type.String({ minLength: 1, maxLength: 200 })
export const PriorityRule = Strict({
  when: Type.Union([
    Strict({ tag: Id }, { description: 'the chat has this tag' }),
    Strict({ page: Text }, { description: 'the address of the visitor’s page contains this' }),
    Strict({ field: Text, value: Text }, { description: 'the custom field with this title has this value' }),
    Strict({ waited: Type.Integer({ minimum: 1, maximum: 1440, description: 'minutes' }) }),
  ]),
  priority: Type.Integer({ minimum: 1, maximum: PRIORITY_MAX, description: 'a larger number comes first' }),
})
export type PriorityRule = Static<typeof PriorityRule>

const each = <K extends string>(name: K, value: typeof RoutingPolicy) =>
  Type.Array(Strict({ [name]: Id, policy: value } as Record<K, typeof Id> & { policy: typeof RoutingPolicy }), {
    maxItems: 1000,
  })

const Revision = Type.String({ description: 'another one after each change of these settings' })
const settings = {
  policy: RoutingPolicy,
  channels: each('channel', RoutingPolicy),
  departments: each('department', RoutingPolicy),
  capacity: Capacity,
  agents: Type.Array(Strict({ agent: Id, capacity: Capacity }), { maxItems: 10_000 }),
  priorities: Type.Array(PriorityRule, {
    maxItems: PRIORITY_RULES_MAX,
    description: 'the highest of those that a chat meets counts; without one it has 0',
  }),
}
/** How chats find an agent. */
export const Routing = Strict({ ...settings, revision: Revision })
export type Routing = Static<typeof Routing>
export const RoutingChange = Type.Partial(
  Strict({
    ...settings,
    revision: Type.String({
      maxLength: 100,
      description:
        'of the settings from which the change was made: refused as `changed_meanwhile` when they are others now',
    }),
  }),
  { additionalProperties: false },
)
export type RoutingChange = Static<typeof RoutingChange>

const TeamRef = Strict({ id: Id, name: Type.String() })
/** Why the router chose an agent. */
export const RoutedWhy = Strict({
  by: Type.Enum(['last-agent', 'round-robin', 'least-busy']),
  load: Type.Integer({ description: 'how many chats the agent had before' }),
  capacity: Type.Integer({ description: 'how many they have at most' }),
  among: Type.Integer({ description: 'how many agents could have got the chat' }),
  team: Type.Optional(TeamRef),
  again: Type.Optional(
    Type.Literal(true, { description: 'every agent had declined it or had not answered: they are asked once more' }),
  ),
})

/** Why a chat went on without an agent. */
export const OverflowedWhy = Type.Enum(['nobody', 'unanswered'], {
  description: '`nobody`: no agent was online who could get it; `unanswered`: none accepted it in time',
})
const Place = Type.Union([Id, Type.Enum(['bot', 'form'])])
/** A chat that overflowed in a turn. */
export const Overflowed = Strict({
  chat: Id,
  to: Overflow.properties.to,
  why: OverflowedWhy,
  waited: Type.Integer({ description: 'for how long it had waited for those who could get it, in milliseconds' }),
})

const Counts = Type.Record(Type.String(), Type.Integer())
/** What a turn of the router decided from, and what it decided. */
export const RoutingTurn = Strict({
  turn: Type.String(),
  at: Time,
  version: Type.Integer({ description: 'of the decision: equal inputs under equal versions give equal results' }),
  input: Strict({
    now: Time,
    policies: Type.Array(RoutingPolicy),
    pools: Type.Array(Type.Array(Id), { description: 'the agents who may get chats of a channel or team' }),
    agents: Type.Array(
      Strict({
        id: Id,
        capacity: Strict({ total: Type.Integer(), kinds: Counts }),
        load: Counts,
        idleSince: Time,
        closed: Type.Optional(Type.Literal(true, { description: 'outside their working hours: they get no chat' })),
      }),
      { description: 'the agents who are online' },
    ),
    chats: Type.Array(
      Strict({
        id: Id,
        kind: Type.String(),
        waitingSince: Time,
        priority: Type.Integer(),
        policy: Type.Integer({ description: 'its place in `policies`' }),
        pool: Type.Integer({ description: 'the place of its agents in `pools`' }),
        team: Type.Optional(TeamRef),
        passed: Type.Optional(Type.Array(Id, { description: 'the agents who did not accept it' })),
        last: Type.Optional(Id),
        waiting: Type.Optional(
          Strict(
            {
              since: Time,
              nobodySince: Type.Optional(
                Type.Integer({ description: 'since when no agent was online who could get it, in milliseconds' }),
              ),
              been: Type.Array(Place, { description: 'where it was before, departments by their numbers' }),
              bot: Type.Optional(Type.Literal(true, { description: 'the bot of its channel could take it' })),
              form: Type.Optional(Type.Literal(true, { description: 'its visitor could be asked to leave a message' })),
            },
            { description: 'what an overflow is decided from; absent where the policy has none' },
          ),
        ),
      }),
    ),
    closedTeams: Type.Optional(
      Type.Array(Id, { description: 'the departments outside their working hours: their chats wait' }),
    ),
  }),
  routed: Type.Array(Strict({ chat: Id, to: Id, why: RoutedWhy })),
  overflowed: Type.Array(Overflowed),
})
export type RoutingTurn = Static<typeof RoutingTurn>
