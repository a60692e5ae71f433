import type { Bot, BotChange } from '@deskbell/protocol/agent/bot'
import { changesOfOne } from '../api/changes-of.ts'
import { call } from '../api/client.ts'
import { botsQuery } from '../api/queries.ts'

const useBotChange = changesOfOne<'bots', Bot, BotChange>({
  ...{ queryKey: botsQuery.queryKey, list: 'bots' },
  // Secrets read back as dots, which only the server can produce.
  changed: (bot, { token: _token, authorization: _authorization, ...shown }) => ({ ...bot, ...shown }),
  send: (bot, body) => call('PATCH /bots/:bot', { params: { bot }, body }),
})

/** Changes a bot. */
export function useChange(bot: Bot) {
  const act = useBotChange(bot)
  /** The error of this field, when the last change was refused for it. */
  const at = (field: string): string | null => (act.problem?.field?.includes(field) ? act.problem.text : null)
  return { ...act, at }
}
