import { Type, type Static } from 'typebox'
import { ChatId, EntryNumber, Id, Strict } from '../shapes.ts'
import { VISITOR_TEXT_MAX } from '../widget/contact.ts'

/**
 * What the processes of one installation tell each other. A message only wakes: nothing is acknowledged because the bus took it,
 * and the database holds whatever a lost message spoke of.
 */

/** Chats that one `erased` names at most, so that it stays far below what NATS takes (1 MB). */
export const ERASED_MAX = 20_000

/** One schema for each type of message. The tests between two processes are generated from these names. */
export const BUS_MESSAGES = {
  chat: Strict(
    {
      type: Type.Literal('chat'),
      account: Id,
      chat: ChatId,
      last: EntryNumber,
      agentWrote: Type.Optional(Type.Boolean({ description: "one of the new entries is an agent's message" })),
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
    { description: 'an agent connected, disconnected, or turned the switch' },
  ),
  seen: Strict({
    type: Type.Literal('seen'),
    account: Id,
    chat: ChatId,
    agent: Id,
    seen: Type.Integer({ minimum: 0, description: "how many of the visitor's messages the agent has seen" }),
  }),
  reached: Strict(
    { type: Type.Literal('reached'), account: Id, chat: ChatId, n: EntryNumber },
    { description: 'a page of the visitor has the entries of a chat up to `n`' },
  ),
  how_far: Strict(
    { type: Type.Literal('how_far'), account: Id, chat: ChatId },
    { description: 'asks the process that has the page of the visitor for `reached`' },
  ),
  erased: Strict(
    {
      type: Type.Literal('erased'),
      account: Id,
      channel: Id,
      visitor: Id,
      who: Type.String({ maxLength: 64, description: 'digest of the key that the visitor had' }),
      chats: Type.Array(ChatId, { maxItems: ERASED_MAX }),
      whole: Type.Boolean({ description: 'who the visitor is was erased as well' }),
    },
    { description: 'these chats of a visitor were erased: what memory holds of them goes' },
  ),
  settings: Strict(
    { type: Type.Literal('settings'), account: Id },
    {
      description: 'agents, channels or other settings of an account changed, or a bot or webhook of it fails or works',
    },
  ),
}

export type BusType = keyof typeof BUS_MESSAGES
export type BusMessage = { [T in BusType]: Static<(typeof BUS_MESSAGES)[T]> }[BusType]
