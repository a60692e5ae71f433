import { Type, type Static } from 'typebox'
import { Media } from './media.ts'
import { OverflowedWhy, RoutedWhy } from './routing.ts'
import { EntryNumber, Id, Nullable, Strict, Time } from '../shapes.ts'

export const ButtonRef = Strict({ id: Type.String(), text: Type.String() })
export const AgentRef = Strict({ id: Id, name: Type.String() })
export type AgentRef = Static<typeof AgentRef>
export const BotRef = Strict({ id: Id, name: Type.String() })

const Place = Type.Optional(
  Type.Integer({ minimum: 1, description: 'which attachment of the message, counted from 0; absent for the first' }),
)
const From = Type.Union([Type.Literal('visitor'), Type.Literal('agent'), Type.Literal('bot'), Type.Literal('system')])
export type From = Static<typeof From>
/** What every entry has. */
const head = <T extends string>(type: T) => ({ n: EntryNumber, at: Time, type: Type.Literal(type), from: From })

export const MessageEntry = Strict({
  ...head('message'),
  id: Type.String({ description: 'identifier of the message in the service, as on the channel wire' }),
  text: Type.String({ description: 'empty when there are only attachments' }),
  cutFrom: Type.Optional(Type.Integer({ description: 'characters the visitor wrote, when text was cut (A14)' })),
  agent: Type.Optional(AgentRef),
  bot: Type.Optional(BotRef),
  markdown: Type.Optional(
    Type.String({ description: "the bot's markdown (link, bold, italic); `text` is its plain variant then" }),
  ),
  title: Type.Optional(
    Type.String({ description: "the bot's question; `text` is the plain variant of it and its answers then" }),
  ),
  buttons: Type.Optional(Type.Array(ButtonRef, { description: 'the answers that the bot prepared' })),
  button: Type.Optional(ButtonRef),
  left: Type.Optional(Type.Literal(true, { description: 'sent through the offline form (W11)' })),
  attachments: Type.Array(Media, {
    description: 'in the order in which the author chose them; empty for a text alone',
  }),
})
export const InvitedEntry = Strict({
  ...head('visitor.invited'),
  text: Type.String({ description: 'the invitation the visitor saw (A12)' }),
})
export const ChangedEntry = Strict({
  ...head('visitor.changed'),
  name: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  by: Type.Optional(
    Type.Enum(['crm', 'agent'], {
      description: "the account's own server (C3) or an agent gave the values, and not the visitor",
    }),
  ),
  agent: Type.Optional(AgentRef),
  removed: Type.Optional(
    Type.Array(Type.Enum(['name', 'phone', 'email']), { description: 'values that the agent removed' }),
  ),
})
export const BlockedEntry = Strict(
  { n: EntryNumber, at: Time, type: Type.Enum(['visitor.blocked', 'visitor.unblocked']), from: From, agent: AgentRef },
  { description: 'an agent blocked or unblocked the visitor: messages are refused or accepted from this entry on' },
)
export const CrmAnsweredEntry = Strict(
  {
    ...head('crm.answered'),
    webhook: Id,
    name: Type.String({ description: 'the name of the webhook at that time' }),
    fields: Type.Array(
      Strict({
        title: Type.Optional(Type.String()),
        content: Type.Optional(Type.String()),
        key: Type.Optional(Type.String()),
        link: Type.Optional(Type.String()),
      }),
    ),
    link: Type.Optional(Type.String({ description: 'of the card in the CRM (C13)' })),
    assignable: Type.Boolean({ description: 'an agent may bind the chat to it by a button (C14)' }),
    page: Type.Optional(
      Strict({ url: Type.String(), title: Type.Optional(Type.String()) }, { description: 'given by the server (C25)' }),
    ),
    late: Type.Optional(Type.Literal(true, { description: 'the answer came with a later attempt (C12)' })),
  },
  {
    description:
      "what the account's own server answered, shown beside the chat; the newest answer of a webhook counts (C11)",
  },
)
export const CrmAssignedEntry = Strict(
  { ...head('crm.assigned'), agent: AgentRef, link: Type.String() },
  { description: 'the chat was bound to this card of the CRM (C14)' },
)
export const ToldEntry = Strict(head('visitor.updated'), {
  description: 'webhooks were notified of changed visitor data (C22)',
})
export const ChosenEntry = Strict(
  { ...head('department.chosen'), department: Strict({ id: Id, name: Type.String() }) },
  { description: 'the visitor chose a department' },
)
export const RatedEntry = Strict(
  { ...head('chat.rated'), rating: Type.Enum(['positive', 'negative']), text: Type.Optional(Type.String()) },
  { description: 'the visitor rated the chat; the newest rating counts' },
)
export const JoinedEntry = Strict({
  ...head('agent.joined'),
  agent: AgentRef,
  returned: Type.Optional(Type.Literal(true, { description: 'the chat returned to the agent, who had it before' })),
})
export const LeftEntry = Strict(
  { ...head('agent.left'), agent: AgentRef, by: Type.Optional(AgentRef) },
  { description: 'the chat went from `agent` back into the queue; `by`: who did it, when it was another agent' },
)
export const BotJoinedEntry = Strict({ ...head('bot.joined'), bot: BotRef })
export const BotSkippedEntry = Strict(
  { ...head('bot.skipped'), bot: BotRef, text: Type.String() },
  { description: 'the message was not sent to the bot, because the bot fails; `text` says how' },
)
export const BotLeftEntry = Strict(
  {
    ...head('bot.left'),
    bot: BotRef,
    why: Type.Enum(['failed', 'interrupted', 'silent', 'skipped', 'removed', 'loop', 'repeats'], {
      description:
        'failed: no valid answer to the last attempt; interrupted: the server stopped during the last attempt; silent: no answer within the silence limit; skipped: the circuit breaker opened; removed: detached or switched off; loop: the visitor and the bot exchange messages faster than the limit, as two programs do; repeats: the bot sent the same message too many times',
    }),
    text: Type.Optional(Type.String({ description: 'details of the reason, in words' })),
  },
  { description: 'the bot left the chat: agents answer from this entry on' },
)
export const BotAskedEntry = Strict(
  { ...head('bot.asked'), of: EntryNumber },
  { description: "message `of` was sent to the bot after the bot's last message: the bot has to answer it" },
)
export const BotRefusedEntry = Strict(
  { ...head('bot.refused'), bot: BotRef, text: Type.String() },
  { description: 'a message that the bot wrote after it left the chat; the visitor does not see it (B12)' },
)
export const AgentInvitedEntry = Strict(
  { ...head('agent.invited'), bot: BotRef },
  { description: 'the bot invited an agent (B19)' },
)
export const AgentUnavailableEntry = Strict(
  {
    ...head('agent.unavailable'),
    bot: BotRef,
    why: Type.Enum(['none', 'unaccepted'], {
      description: 'none: no agent was available; unaccepted: no agent accepted in time',
    }),
  },
  { description: 'the bot was notified that no agent joins (B19)' },
)
export const ScheduledEntry = Strict(
  {
    ...head('message.scheduled'),
    id: Type.String({ description: 'identifier that the message will have' }),
    text: Type.String(),
    markdown: Type.Optional(Type.String({ description: '`text` is then its plain version' })),
    due: Time,
    hold: Type.Boolean({ description: 'held only for seconds, so that its author can take it back' }),
    agent: AgentRef,
  },
  { description: 'a message that is sent at `due`, unless it is taken back; it follows as an entry `message`' },
)
export const UnscheduledEntry = Strict(
  {
    ...head('message.unscheduled'),
    id: Type.String(),
    why: Type.Enum(['taken_back', 'closed', 'blocked']),
    agent: Type.Optional(AgentRef),
  },
  { description: 'the scheduled message `id` is not sent' },
)
export const RoutedEntry = Strict(
  {
    ...head('department.changed'),
    agent: AgentRef,
    department: Strict({ id: Id, name: Type.String() }),
    comment: Type.Optional(Type.String()),
    until: Type.Optional(
      Type.Integer({
        description: 'when the chat returns to the agent unless another one accepts it, in milliseconds',
      }),
    ),
  },
  { description: 'the agent gave the chat to the department: it waits in the queue for an agent of it' },
)
export const HandedEntry = Strict(
  { ...head('chat.handed'), agent: AgentRef, to: AgentRef },
  { description: 'the agent handed the chat over to the colleague `to`, whose `agent.joined` follows' },
)
export const OfferedEntry = Strict(
  { ...head('chat.offered'), agent: AgentRef, to: AgentRef, until: Time, comment: Type.Optional(Type.String()) },
  { description: 'the agent offered the chat to the colleague `to`, who may accept it until `until`' },
)
export const ChatRoutedEntry = Strict(
  {
    ...head('chat.routed'),
    to: AgentRef,
    until: Type.Optional(
      Type.Integer({ description: 'until when the agent may accept, in milliseconds; absent: they were not asked' }),
    ),
    why: RoutedWhy,
    turn: Type.String({ description: 'what the decision was made from: `GET /routing/turns/{turn}`' }),
  },
  {
    description:
      'the router offered the waiting chat to the agent `to`, or gave it to them: their `agent.joined` follows',
  },
)
export const OverflowedEntry = Strict(
  {
    ...head('chat.overflowed'),
    why: OverflowedWhy,
    waited: Type.Integer({ description: 'for how long it had waited for those who could get it, in milliseconds' }),
    before: Type.Optional(Strict({ id: Id, name: Type.String() }, { description: 'its department until then' })),
    to: Type.Enum(['department', 'bot', 'form'], {
      description:
        '`bot`: its `bot.joined` follows; `form`: the visitor is asked to leave a message, and the chat stays in the queue',
    }),
    department: Type.Optional(Strict({ id: Id, name: Type.String() }, { description: 'where it goes' })),
    turn: Type.String({ description: 'what the decision was made from: `GET /routing/turns/{turn}`' }),
  },
  { description: 'no agent was there for the waiting chat, or none accepted it in time: it goes on without one' },
)
export const OfferDeclinedEntry = Strict(
  { ...head('offer.declined'), agent: AgentRef, reason: Type.Optional(Type.String()) },
  { description: 'the agent to whom the chat was offered declined it' },
)
export const OfferEndedEntry = Strict(
  {
    ...head('offer.ended'),
    to: AgentRef,
    why: Type.Enum(['unanswered', 'withdrawn', 'offline']),
    agent: Type.Optional(AgentRef),
  },
  { description: 'the agent `to` did not answer the offer in time, or went offline, or `agent` withdrew it' },
)
export const ColleagueAskedEntry = Strict(
  { ...head('colleague.asked'), agent: AgentRef, to: AgentRef, comment: Type.Optional(Type.String()) },
  { description: 'the agent asked the colleague `to` to write in the chat, too' },
)
export const ColleagueDeclinedEntry = Strict(
  { ...head('colleague.declined'), agent: AgentRef, reason: Type.Optional(Type.String()) },
  { description: 'the agent, who was asked to write in the chat, does not join it' },
)
export const ColleagueJoinedEntry = Strict(
  { ...head('colleague.joined'), agent: AgentRef },
  { description: 'the agent writes in the chat, beside the agent who holds it' },
)
export const ColleagueLeftEntry = Strict(
  { ...head('colleague.left'), agent: AgentRef },
  { description: 'the agent, who wrote beside the holder of the chat, has left it' },
)
export const LateEntry = Strict(
  {
    ...head('message.late'),
    agent: AgentRef,
    id: Type.String(),
    text: Type.String(),
    attachments: Type.Array(Media, { description: 'empty for a text alone' }),
  },
  { description: 'a message of an agent that arrived when they no longer took part; the visitor does not see it' },
)
export const ReturnedEntry = Strict(
  {
    ...head('chat.returned'),
    department: Strict({ id: Id, name: Type.String() }),
    to: Type.Optional(AgentRef),
  },
  {
    description:
      'no agent of the department accepted the chat in time: it returns to `to`, whose `agent.joined` follows, or stays in the queue',
  },
)
export const SnoozedEntry = Strict(
  { ...head('chat.snoozed'), until: Nullable(Time), agent: AgentRef },
  { description: 'the agent put the chat aside until `until` or the next message of the visitor' },
)
export const WokenEntry = Strict(
  { ...head('chat.woken'), why: Type.Enum(['time', 'visitor', 'agent']), agent: Type.Optional(AgentRef) },
  { description: 'the chat is no longer put aside' },
)
export const ClosingEntry = Strict(
  { ...head('chat.closing'), until: Time, agent: AgentRef },
  { description: 'the agent closed the chat; it closes at `until`, unless it is kept open or the visitor writes' },
)
export const ClosingCancelledEntry = Strict(
  { ...head('closing.cancelled'), agent: Type.Optional(AgentRef) },
  { description: 'the chat stays open: an agent kept it open, or, without `agent`, the visitor wrote' },
)
export const ClosedEntry = Strict({ ...head('chat.closed'), agent: Type.Optional(AgentRef) })
export const ErasedEntry = Strict(
  { ...head('chat.erased'), agent: Type.Optional(AgentRef) },
  { description: 'the personal data in the chat was erased: texts are empty, files and fields are removed' },
)
export const DeliveredEntry = Strict({ ...head('message.delivered'), of: EntryNumber })
export const FailedEntry = Strict({
  ...head('message.failed'),
  of: EntryNumber,
  code: Type.Optional(Type.String({ description: "the integrator's error code" })),
  text: Type.String({ description: 'the reason, as agents see it (A26)' }),
})
export const EditedEntry = Strict(
  { ...head('message.edited'), of: EntryNumber, text: Type.String() },
  { description: 'the visitor replaced the text of message `of`; the newest text counts' },
)
export const ResentEntry = Strict({ ...head('message.resent'), of: EntryNumber, agent: AgentRef })
export const MediaStoredEntry = Strict({ ...head('media.stored'), of: EntryNumber, attachment: Place, media: Media })
export const MediaFailedEntry = Strict({
  ...head('media.failed'),
  of: EntryNumber,
  attachment: Place,
  media: Media,
  text: Type.String(),
})
export const NoteEntry = Strict(
  {
    ...head('note.written'),
    agent: AgentRef,
    text: Type.String(),
    mentions: Type.Array(Id, { description: 'the agents whom the note mentions' }),
  },
  { description: 'a private note of an agent: visitors, bots and webhooks do not get it' },
)
const TagRef = Strict({ id: Id, name: Type.String({ description: 'at that time' }) })
export const TagsEntry = Strict(
  { ...head('tags.changed'), agent: AgentRef, added: Type.Array(TagRef), removed: Type.Array(TagRef) },
  { description: 'an agent changed the tags of the chat' },
)

/** An entry of a chat, as agents see it. */
export const Entry = Type.Union([
  MessageEntry,
  InvitedEntry,
  ChangedEntry,
  ChosenEntry,
  RatedEntry,
  BlockedEntry,
  CrmAnsweredEntry,
  CrmAssignedEntry,
  ToldEntry,
  JoinedEntry,
  LeftEntry,
  BotJoinedEntry,
  BotSkippedEntry,
  BotLeftEntry,
  BotAskedEntry,
  BotRefusedEntry,
  AgentInvitedEntry,
  AgentUnavailableEntry,
  ScheduledEntry,
  UnscheduledEntry,
  RoutedEntry,
  HandedEntry,
  OfferedEntry,
  ChatRoutedEntry,
  OverflowedEntry,
  ReturnedEntry,
  OfferDeclinedEntry,
  OfferEndedEntry,
  ColleagueAskedEntry,
  ColleagueDeclinedEntry,
  ColleagueJoinedEntry,
  ColleagueLeftEntry,
  LateEntry,
  SnoozedEntry,
  WokenEntry,
  ClosingEntry,
  ClosingCancelledEntry,
  ClosedEntry,
  ErasedEntry,
  DeliveredEntry,
  FailedEntry,
  EditedEntry,
  ResentEntry,
  MediaStoredEntry,
  MediaFailedEntry,
  NoteEntry,
  TagsEntry,
])
export type Entry = Static<typeof Entry>
export type MessageEntry = Static<typeof MessageEntry>
