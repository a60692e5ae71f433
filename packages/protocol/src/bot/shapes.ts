import { Type } from 'typebox'
import { BOT_BUTTONS_MAX } from '../limits.ts'
import { Strict } from '../shapes.ts'

/** Requests of providers, as they are documented. parseBotEvent also accepts other forms. */

const Id = Type.Union([Type.String(), Type.Integer()])
const ButtonId = Type.Union([Type.String(), Type.Integer()], {
  description: 'default: the text, or the position if several buttons have the same text',
})
const Timestamp = Type.Union([Type.Integer(), Type.String()], {
  description: 'unix time; information only: an invalid one is ignored',
})

export const BotText = Type.Object({
  type: Type.Literal('TEXT'),
  text: Type.String({ minLength: 1 }),
  timestamp: Timestamp,
})
export const BotMarkdown = Type.Object({
  type: Type.Literal('MARKDOWN'),
  content: Type.String({ minLength: 1, description: 'markdown: link, bold and italic' }),
  text: Type.String({ description: 'the same as plain text; not sent to the visitor' }),
  timestamp: Timestamp,
})
export const BotButtons = Type.Object({
  type: Type.Literal('BUTTONS'),
  title: Type.String({ minLength: 1 }),
  text: Type.String({ description: 'the same as plain text; not sent to the visitor' }),
  buttons: Type.Array(Type.Object({ id: Type.Optional(ButtonId), text: Type.String({ minLength: 1 }) }), {
    minItems: 1,
    maxItems: BOT_BUTTONS_MAX,
  }),
  timestamp: Timestamp,
})

const head = { id: Id, client_id: Type.Optional(Id), chat_id: Type.Optional(Id) }

export const BotMessageEvent = Type.Object(
  { event: Type.Literal('BOT_MESSAGE'), ...head, message: Type.Union([BotText, BotMarkdown, BotButtons]) },
  { description: 'The bot answers' },
)
export const InviteAgentEvent = Type.Object(
  { event: Type.Literal('INVITE_AGENT'), ...head },
  { description: 'The bot invites an agent' },
)

/** B7: the body of a 200. */
export const BotAnswer = Strict({ result: Type.Literal('ok') })
