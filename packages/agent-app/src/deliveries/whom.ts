import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { botsQuery, channelsQuery, webhooksQuery } from '../api/queries.ts'
import { words } from '../words/index.ts'
import type { Who } from './filters.ts'

const w = words.deliveries

/** The receiver of a delivery. Deliveries to a bot or a webhook also name the channel of their chat. */
export function whoOf({ webhook, bot, channel }: Pick<Delivery, 'webhook' | 'bot' | 'channel'>): Who | null {
  if (webhook !== null) return { of: 'webhooks', id: webhook }
  if (bot !== null) return { of: 'bots', id: bot }
  return channel === null ? null : { of: 'channels', id: channel }
}

/** The receiver's name; a removed one is shown as removed. */
export function useNames(): (who: Who) => string | null {
  const { data: channels } = useQuery(channelsQuery)
  const { data: bots } = useQuery(botsQuery)
  const { data: webhooks } = useQuery(webhooksQuery)
  const lists = { channels, bots, webhooks }
  return ({ of, id }) => {
    const list = lists[of]
    return list ? (list.find((one) => one.id === id)?.name ?? w.removed[of]) : null
  }
}
