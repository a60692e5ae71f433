import type { Bot } from '@deskbell/protocol/agent/bot'
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { botsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { RemoveSection } from '../ui/remove-section.tsx'
import { words } from '../words/index.ts'

const w = words.bots

export function RemoveBot({ bot }: { bot: Bot }) {
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /bots/:bot', { params: { bot: bot.id } })
    navigate(places.bots)
    await queries.invalidateQueries({ queryKey: botsQuery.queryKey, exact: true })
  }
  return <RemoveSection action={w.remove} help={w.removeHelp} question={w.removeTitle(bot.name)} onRemove={remove} />
}
