import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

/** The bot's number, a colon, and its secret, as BotFather shows it. */
const Token = Type.String({
  pattern: TEXT_FORMS.telegram_token,
  description: 'the token of the bot, from @BotFather; kept encrypted and never read back',
})
const Updates = Type.Enum(['polling', 'webhook'], {
  description:
    'how messages arrive. polling: the server asks Telegram, which works behind any firewall; webhook: Telegram calls PUBLIC_URL, which must be reachable by https',
})

/** What an operator sets of a Telegram channel. */
export const TelegramChange = Strict({ token: Type.Optional(Token), updates: Type.Optional(Updates) })
export type TelegramChange = Static<typeof TelegramChange>

export const TelegramBot = Strict({
  id: Type.String(),
  name: Type.String({ description: 'as visitors see it' }),
  username: Type.String({ description: 'without the @: visitors write to https://t.me/<username>' }),
})
export type TelegramBot = Static<typeof TelegramBot>

/** `bot` is null until the server has read it from Telegram. */
export const TelegramSettings = Strict({
  bot: Nullable(TelegramBot),
  updates: Updates,
})
export type TelegramSettings = Static<typeof TelegramSettings>

export { TELEGRAM_DEFAULTS } from './telegram-defaults.ts'

/** What Telegram answers when it is asked how the bot is connected. */
export const TelegramCheck = Strict({
  outcome: Type.Enum(['good', 'bad', 'unreachable'], {
    description: 'bad: Telegram answered, and messages are not transferred; unreachable: Telegram did not answer',
  }),
  bot: Nullable(TelegramBot),
  waiting: Type.Integer({ description: 'messages that Telegram has not delivered to the server yet' }),
  said: Nullable(Type.String({ description: "the text of Telegram's answer, or why the request failed" })),
})
export type TelegramCheck = Static<typeof TelegramCheck>
