import type { Channel } from '@deskbell/protocol/agent/channel'
import { useQueryClient } from '@tanstack/react-query'
import { navigate } from 'wouter/use-browser-location'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { RemoveSection } from '../ui/remove-section.tsx'
import { words } from '../words/index.ts'

const w = words.channels

type Props = {
  channel: Channel
  /** The consequences of removing the channel. */
  help: string
  onRemoved?: () => void
}

export function RemoveChannel({ channel, help, onRemoved }: Props) {
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /channels/:channel', { params: { channel: channel.id } })
    onRemoved?.()
    navigate(places.channels)
    await queries.invalidateQueries({ queryKey: channelsQuery.queryKey, exact: true })
  }
  return <RemoveSection action={w.remove} help={help} question={w.removeTitle(channel.name)} onRemove={remove} />
}
