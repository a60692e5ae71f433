import type { Job } from '../../module.ts'
import { makeSweeps } from '../../platform/sweeps.ts'
import type { Services } from '../../services.ts'
import { changeChannel } from '../../settings/channels.ts'
import type { ChannelNotes } from '../channel-notes.ts'
import type { MakeBotApi } from './bot-api.ts'
import { openConnection } from './connection.ts'
import { makeChannelLeases, channelKey } from './lease.ts'
import { ASK_TIMEOUT, telegramChannels, toTelegram, type TelegramChannel } from './settings.ts'
import type { TakeUpdate } from './take-update.ts'
import { webhookPath } from './webhook.ts'

type Needs = Pick<
  Services,
  'config' | 'db' | 'clock' | 'ids' | 'log' | 'processes' | 'directory' | 'settingsContext'
> & {
  readonly botApi: MakeBotApi
  readonly takeUpdate: TakeUpdate
  readonly notes: Pick<ChannelNotes, 'note'>
}

const RENEW_EVERY = 5000

export interface Connections extends Job {
  /** Looks now for channels that no process is connected to. */
  look(): void
}

/** Connects each Telegram channel in one of the processes, from its start until its stop. */
export function makeConnections(needs: Needs): Connections {
  const { db, clock, log, processes, directory } = needs
  const leases = makeChannelLeases({ db, clock, holder: processes.uuid() })
  const open = new Map<string, { readonly of: TelegramChannel; readonly wake: () => void; readonly stop: () => void }>()
  let stopped = true
  const sweeps = makeSweeps({
    clock,
    every: RENEW_EVERY,
    sweep: look,
    onError: (error) => log.warn({ err: error }, 'the leases of channels could not be renewed'),
  })

  async function look(): Promise<void> {
    const channels = telegramChannels(directory)
    for (const [name, { of, stop }] of open)
      if (!channels.some(({ channel }) => channelKey(channel) === name)) end(name, of, stop)
    if (channels.length === 0) return
    const held = await leases.claim(channels.map(({ channel }) => channel))
    if (stopped) return
    for (const [name, { stop }] of open) {
      if (held.has(name)) continue
      stop()
      open.delete(name)
    }
    for (const of of channels) if (held.has(channelKey(of.channel)) && !open.has(channelKey(of.channel))) begin(of)
  }

  function begin(of: TelegramChannel): void {
    const { accountId: account, id } = of.channel
    const connection = openConnection({
      ...needs,
      read: () => toTelegram(directory.channel(account, id)),
      webhookUrl: `${needs.config.publicUrl}${webhookPath(of.channel.publicId)}`,
      async onBot(bot) {
        await db.transaction((tx) => changeChannel(needs.settingsContext, { tx, account }, id, { learned: { bot } }))
        await directory.refresh(account)
      },
      onTrouble(said) {
        needs.notes.note(account, id, 'not_connected', said)
        log.warn(
          { account, channel: id, said },
          'messages of a Telegram channel could not be fetched; the server tries again',
        )
      },
      onFault: (error) =>
        log.error(
          { account, channel: id, err: error },
          'messages of a Telegram channel could not be stored; the server tries again',
        ),
    })
    open.set(channelKey(of.channel), { of, ...connection })
  }

  /** The channel was removed: Telegram is not to call any more. */
  function end(name: string, { token, settings }: TelegramChannel, stop: () => void): void {
    stop()
    open.delete(name)
    if (settings.updates !== 'webhook') return
    needs
      .botApi(token, { timeoutMs: ASK_TIMEOUT })
      .then((api) => api.deleteWebhook())
      .catch((error: unknown) =>
        log.warn({ err: error, name }, 'Telegram could not be told that a channel was removed'),
      )
  }

  function start(): () => Promise<void> {
    stopped = false
    const unsubscribe = directory.onChange((account) => {
      for (const { of, wake } of open.values()) if (of.channel.accountId === account) wake()
      sweeps.wake()
    })
    const stop = sweeps.start()
    return async () => {
      stopped = true
      unsubscribe()
      for (const connection of open.values()) connection.stop()
      open.clear()
      await stop()
      await leases
        .release()
        .catch((error: unknown) => log.warn({ err: error }, 'the leases of channels expire by themselves'))
    }
  }

  return { start, look: sweeps.wake }
}
