import type { Channel, ChannelChange } from '@deskbell/protocol/agent/channel'
import { changesOfOne } from '../api/changes-of.ts'
import { call } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'

/** Changes a channel. */
export const useChange = changesOfOne<'channels', Channel, ChannelChange>({
  ...{ queryKey: channelsQuery.queryKey, list: 'channels' },
  // A header's value reads back as dots, which only the server can produce.
  // The result for a new Telegram token is known after the server has asked Telegram.
  changed: (channel, { widget, telegram, header: _header, ...rest }) => ({
    ...channel,
    ...rest,
    ...(widget && channel.widget && { widget: { ...channel.widget, ...widget } }),
    ...(telegram?.updates && channel.telegram && { telegram: { ...channel.telegram, updates: telegram.updates } }),
  }),
  send: (channel, body) => call('PATCH /channels/:channel', { params: { channel }, body }),
})
