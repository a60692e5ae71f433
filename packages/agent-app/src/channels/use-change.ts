import type { Channel, ChannelChange } from '@deskbell/protocol/agent/channel'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'

/** Changes a channel. The change is shown at once and undone when the server refuses it. */
export function useChange(channel: Channel) {
  const queries = useQueryClient()
  const act = useAct()
  const put = (next: Partial<Channel>) =>
    queries.setQueryData(
      channelsQuery.queryKey,
      (held) => held && { channels: held.channels.map((one) => (one.id === channel.id ? { ...one, ...next } : one)) },
    )
  const change = (wanted: ChannelChange) =>
    act.run(async () => {
      await queries.cancelQueries({ queryKey: channelsQuery.queryKey, exact: true })
      // A header's value reads back as dots, which only the server can produce.
      // The result for a new Telegram token is known after the server has asked Telegram.
      const { widget, telegram, ...rest } = wanted
      put({
        ...rest,
        header: channel.header,
        ...(widget && channel.widget && { widget: { ...channel.widget, ...widget } }),
        ...(telegram?.updates && channel.telegram && { telegram: { ...channel.telegram, updates: telegram.updates } }),
      })
      try {
        put(await call('PATCH /channels/:channel', { params: { channel: channel.id }, body: wanted }))
      } catch (error) {
        put(channel)
        throw error
      }
    })
  return { ...act, change, put }
}
