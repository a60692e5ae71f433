import type { Update } from 'grammy/types'
import type { Clock } from '../../platform/clock.ts'
import { toFailure, type BotApi, type MakeBotApi } from './bot-api.ts'
import { ASK_TIMEOUT, botOf, toBot, type TelegramChannel } from './settings.ts'
import type { TelegramBot } from '@deskbell/protocol/agent/telegram'
import type { TakeUpdate } from './take-update.ts'
import { WANTED } from './updates.ts'

export interface ConnectionNeeds {
  readonly clock: Clock
  readonly botApi: MakeBotApi
  /** The channel as it is set now; undefined when it was removed. */
  readonly read: () => TelegramChannel | undefined
  /** The address that Telegram calls. */
  readonly webhookUrl: string
  readonly takeUpdate: TakeUpdate
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
/** The time between two questions while a visitor is over the account's limit (ms). */
const LIMITED_WAIT = 1000

/** What a connection depends on; empty for a channel that was removed. */
const settingsOf = (of: TelegramChannel | undefined): string =>
  of ? JSON.stringify([of.token, of.settings.updates, of.channel.random]) : ''

/** Fetches updates of one channel, or has Telegram call the server, until it is stopped. */
export function openConnection(needs: ConnectionNeeds): { wake: () => void; stop: () => void } {
  const { clock, botApi, takeUpdate, onTrouble, onFault } = needs
  let stopped = false
  let endSleep = () => {}
  /** The settings that the present step works with. */
  let current = ''
  /** The settings that Telegram was given last. */
  let arranged = ''
  /** The first update that was not taken yet. Each bot counts its own. */
  let next = 0
  /** Updates from `next` on that were taken: those behind an update that must wait. At most UPDATES_MAX. */
  const taken = new Set<number>()
  let bot = ''
  let failures = 0

  void run()

  async function run(): Promise<void> {
    for (let of = needs.read(); of && !stopped; of = needs.read()) {
      current = settingsOf(of)
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
    if (botOf(of.token) !== bot) {
      next = 0
      taken.clear()
    }
    bot = botOf(of.token)
    await arrange(of, api)
    if (of.settings.updates === 'webhook') return sleep(RETRY_MOST)
    const updates = await api.getUpdates({ offset: next, limit: UPDATES_MAX, timeout: WAIT, allowed_updates: WANTED })
    if (stopped) return
    await takeAll(of, updates)
    const waiting = updates.find((update) => !taken.has(update.update_id))
    // The next question tells Telegram that all updates before `next` are on disk.
    next = waiting?.update_id ?? Math.max(next, ...updates.map((update) => update.update_id + 1))
    for (const id of taken) if (id < next) taken.delete(id)
    // Telegram answers at once while an update is not confirmed.
    if (waiting && !stopped) await sleep(LIMITED_WAIT)
  }

  /** Tells Telegram how updates are fetched, once for each change of the settings. */
  async function arrange({ channel, token, settings }: TelegramChannel, api: BotApi): Promise<void> {
    const wanted = settingsOf({ channel, token, settings })
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

  /**
   * Chats are independent of each other; updates of one chat keep their order. Those of a visitor who is over the
   * account's limit are left to the next question. But Telegram gives out UPDATES_MAX updates that are not confirmed, and
   * no later ones: when the answer is full, all of it is taken, so that one visitor does not hold up the others.
   */
  async function takeAll(of: TelegramChannel, updates: readonly Update[]): Promise<void> {
    const overLimit = updates.length === UPDATES_MAX
    const left = updates.filter((update) => !taken.has(update.update_id))
    const chats = Map.groupBy(left, (update) => (update.message ?? update.edited_message)?.chat?.id)
    const ends = await Promise.allSettled(
      [...chats.values()].map(async (ofChat) => {
        for (const update of ofChat) {
          if ((await takeUpdate(of, update, { overLimit })) > 0) return
          taken.add(update.update_id)
        }
      }),
    )
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  }

  /** Ends early when the settings change, also when they changed since the step began. */
  function sleep(ms: number): Promise<void> {
    if (hasChanged()) return Promise.resolve()
    return new Promise((resolve) => {
      const cancel = clock.after(ms, resolve)
      endSleep = () => {
        cancel()
        resolve()
      }
    })
  }

  const hasChanged = () => settingsOf(needs.read()) !== current

  return {
    /** Ends a wait when the settings of this channel have changed. Other changes end none: Telegram may have asked to wait. */
    wake() {
      if (hasChanged()) endSleep()
    },
    /** An open question is left to end by itself: its updates are not confirmed, and Telegram gives them again. */
    stop() {
      stopped = true
      endSleep()
    },
  }
}
