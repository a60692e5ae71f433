import type { Update } from 'grammy/types'
import type { Clock } from '../../platform/clock.ts'
import { toFailure, type BotApi, type MakeBotApi } from './bot-api.ts'
import { ASK_TIMEOUT, botOf, toBot, type TelegramChannel } from './settings.ts'
import type { TelegramBot } from '@deskbell/protocol/agent/telegram'
import { WANTED } from './updates.ts'

export interface ConnectionNeeds {
  readonly clock: Clock
  readonly botApi: MakeBotApi
  /** The channel as it is set now; undefined when it was removed. */
  readonly read: () => TelegramChannel | undefined
  /** The address that Telegram calls. */
  readonly webhookUrl: string
  readonly take: (of: TelegramChannel, update: Update) => Promise<void>
  /** The bot of a token that was stored without asking for it, by a setup file. */
  readonly onBot: (bot: TelegramBot) => Promise<void>
  /** `said`: a clause for operators. */
  readonly onTrouble: (said: string) => void
  readonly onFault: (error: unknown) => void
}

/** How long Telegram keeps a question for updates open (s), and the time limit of the request (ms). */
const WAIT = 25
const POLL_TIMEOUT = 40_000
const UPDATES_MAX = 100
/** Delays after failures (ms). */
const RETRY_LEAST = 1000
const RETRY_MOST = 60_000

/** Fetches updates of one channel, or has Telegram call the server, until it is stopped. */
export function openConnection(needs: ConnectionNeeds): { wake: () => void; stop: () => void } {
  const { clock, botApi, take, onTrouble, onFault } = needs
  let stopped = false
  let endSleep = () => {}
  /** What Telegram was told last. */
  let arranged = ''
  /** The first update that was not taken yet. Each bot counts its own. */
  let next = 0
  let bot = ''
  let failures = 0

  void run()

  async function run(): Promise<void> {
    for (let of = needs.read(); of && !stopped; of = needs.read()) {
      try {
        await step(of)
        failures = 0
      } catch (error) {
        if (stopped) return
        arranged = ''
        const failure = toFailure(error)
        if (failure) onTrouble(failure.said)
        else onFault(error)
        const wait = failure?.retryAfter ?? Math.min(RETRY_MOST, RETRY_LEAST * 2 ** failures++)
        await sleep(wait)
      }
    }
  }

  async function step(of: TelegramChannel): Promise<void> {
    const api = await botApi(of.token, { timeoutMs: POLL_TIMEOUT })
    if (botOf(of.token) !== bot) next = 0
    bot = botOf(of.token)
    await arrange(of, api)
    if (of.settings.updates === 'webhook') return sleep(RETRY_MOST)
    const updates = await api.getUpdates({ offset: next, limit: UPDATES_MAX, timeout: WAIT, allowed_updates: WANTED })
    if (stopped) return
    await takeAll(of, updates)
    // The next question tells Telegram that these are on disk.
    next = Math.max(next, ...updates.map((update) => update.update_id + 1))
  }

  /** Tells Telegram how updates are fetched, once for each change of the settings. */
  async function arrange({ channel, token, settings }: TelegramChannel, api: BotApi): Promise<void> {
    const wanted = JSON.stringify([token, settings.updates, channel.random])
    if (wanted === arranged) return
    if (!settings.bot) {
      const asked = await botApi(token, { timeoutMs: ASK_TIMEOUT })
      await needs.onBot(toBot(await asked.getMe()))
    }
    if (settings.updates === 'webhook')
      await api.setWebhook(needs.webhookUrl, { secret_token: channel.random, allowed_updates: WANTED })
    else await api.deleteWebhook()
    arranged = wanted
  }

  /** Chats are independent of each other; updates of one chat keep their order. */
  async function takeAll(of: TelegramChannel, updates: readonly Update[]): Promise<void> {
    const chats = Map.groupBy(updates, (update) => (update.message ?? update.edited_message)?.chat?.id)
    await Promise.all(
      [...chats.values()].map(async (ofChat) => {
        for (const update of ofChat) await take(of, update)
      }),
    )
  }

  function sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = clock.after(ms, resolve)
      endSleep = () => {
        cancel()
        resolve()
      }
    })
  }

  return {
    /** The settings have changed. */
    wake: () => endSleep(),
    /** An open question is left to end by itself: its updates are not confirmed, and Telegram gives them again. */
    stop() {
      stopped = true
      endSleep()
    },
  }
}
