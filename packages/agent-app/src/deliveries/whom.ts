import type { Delivery } from '@deskbell/protocol/agent/channel'
import { useQuery } from '@tanstack/react-query'
import { botsQuery, channelsQuery, webhooksQuery } from '../api/queries.ts'
import { words } from '../words/index.ts'
import type { Who } from './filters.ts'

const w = words.deliveries

/** Whom a delivery is owed to: what belongs to a bot or a webhook names the channel of its chat besides. */
export function whoOf({ webhook, bot, channel }: Pick<Delivery, 'webhook' | 'bot' | 'channel'>): Who | null {
  if (webhook !== null) return { of: 'webhooks', id: webhook }
  if (bot !== null) return { of: 'bots', id: bot }
  return channel === null ? null : { of: 'channels', id: channel }
}

/** Their name, as far as it is known; what was removed says so. */
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
