import type { Bot, BotChange } from '@deskbell/protocol/agent/bot'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { botsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'

/** Changes a bot. The change is shown at once and undone when the server refuses it. */
export function useChange(bot: Bot) {
  const queries = useQueryClient()
  const act = useAct()
  const put = (next: Partial<Bot>) =>
    queries.setQueryData(
      botsQuery.queryKey,
      (held) => held && { bots: held.bots.map((one) => (one.id === bot.id ? { ...one, ...next } : one)) },
    )
  const change = (wanted: BotChange) =>
    act.run(async () => {
      await queries.cancelQueries({ queryKey: botsQuery.queryKey, exact: true })
      // Secrets read back as dots, which only the server can produce.
      const { token: _token, authorization: _authorization, ...shown } = wanted
      put(shown)
      try {
        put(await call('PATCH /bots/:bot', { params: { bot: bot.id }, body: wanted }))
      } catch (error) {
        put(bot)
        throw error
      }
    })
  /** The error of this field, when the last change was refused for it. */
  const at = (field: string): string | null => (act.problem?.field?.includes(field) ? act.problem.text : null)
  return { ...act, change, at }
}
