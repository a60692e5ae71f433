import { TELEGRAM_ROUTES } from '@deskbell/protocol/agent/routes/telegram'
import type { TelegramCheck } from '@deskbell/protocol/agent/telegram'
import { serve } from '../../agent-api/serve.ts'
import type { Api } from '../../agent-api/add-routes.ts'
import { Invalid } from '../../platform/errors.ts'
import type { Services } from '../../services.ts'
import { notFound } from '../../settings/change.ts'
import { toFailure, type MakeBotApi } from './bot-api.ts'
import { ASK_TIMEOUT, toBot, toTelegram, type TelegramChannel } from './settings.ts'

type Needs = Pick<Services, 'directory'> & { readonly botApi: MakeBotApi }

/** Asks Telegram for the bot and how it is connected. */
export function checkRoutes(api: Api, { directory, botApi }: Needs): void {
  serve(api, TELEGRAM_ROUTES, {
    checkTelegram({ who, params }) {
      const channel = directory.channel(who.account, params.channel)
      if (!channel) throw notFound('channel')
      const of = toTelegram(channel)
      if (!of) throw new Invalid('/channel', { reason: 'other_kind', kind: channel.kind })
      return check(of, botApi)
    },
  })
}

async function check({ token, settings }: TelegramChannel, botApi: MakeBotApi): Promise<TelegramCheck> {
  try {
    const api = await botApi(token, { timeoutMs: ASK_TIMEOUT })
    const [me, webhook] = await Promise.all([api.getMe(), api.getWebhookInfo()])
    const { pending_update_count: waiting, url, last_error_message: said = null } = webhook
    const isArranged = (settings.updates === 'webhook') === (url !== undefined && url !== '')
    // Telegram keeps its last error for ever; with nothing waiting it is over.
    const isBad = !isArranged || (said !== null && waiting > 0)
    return { outcome: isBad ? 'bad' : 'good', bot: toBot(me), waiting, said: isBad ? said : null }
  } catch (error) {
    const failure = toFailure(error)
    if (!failure) throw error
    const { code, said } = failure
    return { outcome: code === null ? 'unreachable' : 'bad', bot: null, waiting: 0, said }
  }
}
