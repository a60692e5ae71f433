import type { Connector } from '../connector.ts'
import { toFailure, type MakeBotApi } from './bot-api.ts'
import { ASK_TIMEOUT, toTelegram } from './settings.ts'
import { REASONS } from '@deskbell/protocol/agent/reasons'

/** Asks Telegram where a file lies; the address holds for an hour and contains the token, so it is never stored. */
export function findFile({
  botApi,
  root,
}: {
  readonly botApi: MakeBotApi
  readonly root: string
}): NonNullable<Connector['findFile']> {
  return async (channel, id) => {
    const of = toTelegram(channel)
    if (!of) return { ok: false, reason: REASONS.telegram_token, final: true }
    try {
      const api = await botApi(of.token, { timeoutMs: ASK_TIMEOUT })
      const { file_path: path } = await api.getFile(id)
      if (path === undefined) return { ok: false, reason: REASONS.telegram_file, final: true }
      return { ok: true, url: `${root}/file/bot${of.token}/${path}` }
    } catch (error) {
      const failure = toFailure(error)
      if (!failure) throw error
      const { code, said } = failure
      const reason = /too big/.test(said) ? 'Telegram hands bots no file of more than 20 MB' : said
      return { ok: false, reason, final: code !== null && code < 500 && code !== 429 }
    }
  }
}
