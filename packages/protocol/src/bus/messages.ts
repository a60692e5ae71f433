import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Strict } from '../shapes.ts'
import { AlertCause, AlertId, AlertSign } from '../agent/alerts.ts'
import { VISITOR_TEXT_MAX } from '../widget/contact.ts'
import { PageSignal } from './page-signal.ts'

/**
 * Messages between the processes of one installation. A message only makes a process read the database, which contains
 * everything that the message refers to. No request is acknowledged because the bus accepted a message.
 */

/** Maximum number of chats in one `erased`. It keeps the message far below the limit of NATS (1 MB). */
export const ERASED_MAX = 20_000

/** Maximum number of windows of one agent at a process. */
export const LOOKS_MAX = 50

/** Maximum number of accounts in one `beat`. A process sends several when there are more. */
export const SENT_MAX = 5000

const LookAt = Strict({
  chat: ChatId,
  note: Type.Optional(Type.Literal(true, { description: 'the agent is writing a private note in it' })),
})
/** What a window of an agent shows. */
export type LookAt = Static<typeof LookAt>

/** One schema for each type of message. The tests between two processes are generated from these names. */
export const BUS_MESSAGES = {
  chat: Strict(
    {
      type: Type.Literal('chat'),
      account: Id,
      chat: ChatId,
      last: EntryNumber,
      agentWrote: Type.Optional(Type.Boolean({ description: "one of the new entries is an agent's message" })),
      visitorWrote: Type.Optional(Type.Boolean({ description: "one of the new entries is a visitor's message" })),
      routing: Type.Optional(
        Type.Boolean({ description: 'the chat began to wait for an agent, or an agent may have room for another one' }),
      ),
      changed: Type.Optional(
        Strict(
          { state: Type.Unknown(), visitor: Type.Unknown(), entries: Type.Array(Type.Unknown()) },
          {
            description:
              'the new entries, with the state after them and the visitor, as they are stored. Absent where they are long: then they are read',
          },
        ),
      ),
    },
    { description: 'a chat has entries up to `last`, or its visitor changed' },
  ),
  typing: Strict({
    type: Type.Literal('typing'),
    account: Id,
    chat: ChatId,
    from: Type.Enum(['visitor', 'agent']),
    agent: Type.Optional(Id),
    on: Type.Boolean(),
    text: Type.Optional(Type.String({ maxLength: VISITOR_TEXT_MAX })),
  }),
  presence: Strict(
    { type: Type.Literal('presence'), account: Id, agent: Id },
    { description: 'an agent connected, disconnected, or changed their status' },
  ),
  seen: Strict({
    type: Type.Literal('seen'),
    account: Id,
    chat: ChatId,
    agent: Id,
    seen: Type.Integer({ minimum: 0, description: "how many of the visitor's messages the agent has seen" }),
    n: Type.Optional(Type.Integer({ minimum: 0, description: 'the newest entry that the agent has read' })),
  }),
  reached: Strict(
    { type: Type.Literal('reached'), account: Id, chat: ChatId, n: EntryNumber },
    { description: 'a page of the visitor has received the entries of a chat up to `n`' },
  ),
  how_far: Strict(
    { type: Type.Literal('how_far'), account: Id, chat: ChatId },
    { description: "asks the process to which the visitor's page is connected for `reached`" },
  ),
  erased: Strict(
    {
      type: Type.Literal('erased'),
      account: Id,
      channel: Id,
      visitor: Id,
      who: Type.String({ maxLength: 64, description: "digest of the visitor's key" }),
      chats: Type.Array(ChatId, { maxItems: ERASED_MAX }),
      whole: Type.Boolean({ description: 'the visitor was erased as well, not only the chats' }),
    },
    { description: 'these chats of a visitor were erased: processes remove their data from memory' },
  ),
  alert: Strict(
    {
      type: Type.Literal('alert'),
      account: Id,
      agent: Id,
      alert: AlertId,
      what: AlertCause,
      chat: Type.Optional(ChatId),
      n: Type.Optional(EntryNumber),
      task: Type.Optional(Id),
      contact: Type.Optional(Id),
      call: Type.Optional(Id),
      signs: Type.Array(AlertSign, { maxItems: 4 }),
      device: Type.Optional(Type.String({ maxLength: 40 })),
    },
    {
      description: "an alert for an agent's open application. If it is lost, the alert goes to the next device in time",
    },
  ),
  looking: Strict(
    {
      type: Type.Literal('looking'),
      account: Id,
      agent: Id,
      process: Type.String({ maxLength: 40, description: 'the sender' }),
      looks: Type.Array(LookAt, { maxItems: LOOKS_MAX }),
    },
    {
      description:
        'the chats that are open in the windows of an agent at one process, as they are now. It is repeated, and expires when the process has died',
    },
  ),
  beat: Strict(
    {
      type: Type.Literal('beat'),
      process: Type.String({ maxLength: 40, description: 'the sender' }),
      sent: Type.Optional(
        Strict(
          {
            by: Type.String({ maxLength: 40, description: 'the name under which it seals messages of accounts' }),
            accounts: Type.Array(Type.Tuple([Id, Type.Integer({ minimum: 1 })]), { maxItems: SENT_MAX }),
          },
          { description: 'of which accounts it has sent messages since its last beat, and how many of each in all' },
        ),
      ),
    },
    {
      description: 'the process lives. While all of these come, and no message is missing between them, none was lost',
    },
  ),
  rpc: Strict(
    {
      type: Type.Literal('rpc'),
      to: Type.String({ maxLength: 40, description: 'the process that is to look' }),
      what: Type.Enum(['request', 'answer']),
    },
    { description: 'a request to a process, or the answer to one of its own, is in the database (`rpc.ts`)' },
  ),
  spent: Strict(
    {
      type: Type.Literal('spent'),
      limits: Type.Array(
        Strict({
          account: Type.Integer({ ...Id, minimum: 0, description: '0: callers of no account' }),
          name: Type.String({ maxLength: 64 }),
          spent: Type.Array(Type.Tuple([Type.String({ maxLength: 1024 }), Type.Number({ minimum: 0 })]), {
            description: 'keys, and the tokens that the process gave out under them since its last message',
          }),
        }),
      ),
    },
    { description: 'what a process let pass under the rate limits. If it is lost, the others let more pass' },
  ),
  call: Strict(
    { type: Type.Literal('call'), account: Id, call: Id, channel: Id, visitor: Id },
    { description: 'a call of this visitor is new or has changed' },
  ),
  call_signal: Strict(
    { type: Type.Literal('call_signal'), ...PageSignal.properties },
    { description: 'what a page of a call tells another one. If it is lost, the pages begin anew' },
  ),
  data: Strict(
    {
      type: Type.Literal('data'),
      account: Id,
      what: Type.Enum(['contacts', 'views', 'tasks']),
      ids: Type.Optional(Type.Array(Id, { maxItems: 100 })),
      agent: Type.Optional(Id),
    },
    {
      description:
        'contacts, saved views or tasks were changed: those with these numbers (of tasks: those of the contacts with these numbers), or any. With `agent`, only this agent sees them. No process keeps them in memory; open screens fetch them anew',
    },
  ),
  settings: Strict(
    { type: Type.Literal('settings'), account: Id },
    {
      description:
        'agents, channels or other settings of an account changed, or one of its bots or webhooks began to fail or works again',
    },
  ),
}

/**
 * The messages that only processes hear that have somebody of their account: a page of a visitor, an agent, a reader of its events,
 * its router. All others are heard by every process.
 */
export const OF_ACCOUNT = ['chat', 'typing', 'seen', 'reached', 'how_far'] as const

export type BusType = keyof typeof BUS_MESSAGES
export type BusMessage = { [T in BusType]: Static<(typeof BUS_MESSAGES)[T]> }[BusType]
