import { TELEGRAM_DEFAULTS, type TelegramBot, type TelegramSettings } from '@deskbell/protocol/agent/telegram'
import type { UserFromGetMe } from 'grammy/types'
import { Invalid } from '../../platform/errors.ts'
import type { ChannelRecord, Directory } from '../../settings/directory.ts'
import type { Connector } from '../connector.ts'
import { toFailure, type MakeBotApi } from './bot-api.ts'

/** A Telegram channel with its bot's token. */
export interface TelegramChannel {
  readonly channel: ChannelRecord
  readonly token: string
  readonly settings: TelegramSettings
}

/** Undefined for channels of other kinds. */
export function toTelegram(channel: ChannelRecord | undefined): TelegramChannel | undefined {
  if (channel?.kind !== 'telegram' || channel.ownSecret === null) return undefined
  return { channel, token: channel.ownSecret, settings: { ...TELEGRAM_DEFAULTS, ...channel.own } }
}

export const telegramChannels = (directory: Directory): TelegramChannel[] =>
  directory
    .accounts()
    .flatMap(({ id }) => directory.channels(id))
    .flatMap((channel) => toTelegram(channel) ?? [])

export const toBot = ({ id, first_name: name, username }: UserFromGetMe): TelegramBot => ({
  id: String(id),
  name,
  username,
})

/** Time limit of a question to Telegram that a person waits for (ms). */
export const ASK_TIMEOUT = 4000

interface Needs {
  readonly directory: Directory
  readonly botApi: MakeBotApi
  readonly publicUrl: string
}

/** Asks Telegram for the bot of a new token. Refuses a token that is wrong or taken, and webhooks without https. */
export function checkSettings({ directory, botApi, publicUrl }: Needs): NonNullable<Connector['checkSettings']> {
  return async ({ channel, change: { telegram } }) => {
    if (telegram?.updates === 'webhook' && !publicUrl.startsWith('https://'))
      throw new Invalid('/telegram/updates', { reason: 'telegram_https' })
    const token = telegram?.token
    if (token === undefined) return undefined
    const bot = await readBot(token)
    const other = telegramChannels(directory).find(
      (one) => one.channel.id !== channel && botOf(one.token) === botOf(token),
    )
    if (other) throw new Invalid('/telegram/token', { reason: 'telegram_taken', channel: other.channel.name })
    return { bot }
  }

  async function readBot(token: string): Promise<TelegramBot> {
    try {
      const api = await botApi(token, { timeoutMs: ASK_TIMEOUT })
      return toBot(await api.getMe())
    } catch (error) {
      const failure = toFailure(error)
      if (!failure) throw error
      const { code, said } = failure
      throw new Invalid('/telegram/token', {
        reason: code === null ? 'telegram_unreachable' : 'telegram_refused',
        said,
      })
    }
  }
}

/** The bot's number: a token is that number, a colon and a secret that can be replaced. */
export const botOf = (token: string): string => token.split(':', 1)[0] ?? ''
