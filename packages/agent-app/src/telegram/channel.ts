import type { Channel } from '@deskbell/protocol/agent/channel'
import type { TelegramBot, TelegramSettings } from '@deskbell/protocol/agent/telegram'

/** A channel of the kind telegram. */
export type TelegramChannel = Channel & { telegram: TelegramSettings }

export const isTelegram = (channel: Channel): channel is TelegramChannel => channel.telegram !== null

/** The props of every section of a Telegram channel. */
export type PartProps = { channel: TelegramChannel; mayChange: boolean }

/** The address at which visitors write to the bot. */
export const linkOf = ({ username }: Pick<TelegramBot, 'username'>) => `https://t.me/${encodeURIComponent(username)}`
