import type { Bot, Sandbox } from '@deskbell/protocol/agent/bot'
import type { Channel } from '@deskbell/protocol/agent/channel'
import type { ChatForMe, EntriesPage, OnSite } from '@deskbell/protocol/agent/chat'
import type { EarlierPage } from '@deskbell/protocol/agent/earlier'
import type { Department } from '@deskbell/protocol/agent/department'
import type { Agent } from '@deskbell/protocol/agent/people'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import type { Webhook } from '@deskbell/protocol/agent/webhook'
import type { Settings } from '@deskbell/protocol/agent/settings'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { inOrder } from '../visitors/order.ts'
import { ask } from './client.ts'

/** Settings, fetched by the screens that show them. A `stale` frame names the first element of the keys to refetch. */

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => ask<{ channels: Channel[] }>('GET', '/api/channels', { signal }),
  select: ({ channels }) => channels,
})

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: ({ signal }) => ask<{ bots: Bot[] }>('GET', '/api/bots', { signal }),
  select: ({ bots }) => bots,
})

/** How often an open sandbox chat is read for answers of the bot, ms. */
const TRIAL = 700

export const sandboxQuery = (bot: number, trial: number) =>
  queryOptions({
    queryKey: ['trials', bot, trial],
    queryFn: ({ signal }) => ask<Sandbox>('GET', `/api/bots/${bot}/trials/${trial}`, { signal }),
    refetchInterval: ({ state: { error } }) => (error ? false : TRIAL),
  })

/** How often the list of visitors on the site is refreshed while it is shown, ms. */
const ON_SITE = 3000

export const visitorsQuery = queryOptions({
  queryKey: ['visitors'],
  queryFn: ({ signal }) => ask<{ visitors: OnSite[] }>('GET', '/api/visitors', { signal }),
  select: ({ visitors }) => inOrder(visitors),
  refetchInterval: ON_SITE,
})

/** How often the state of a page's rules is read while the agent looks at it, ms. */
const RULES = 2000

export const visitorRulesQuery = (visit: string) =>
  queryOptions({
    queryKey: ['visitors', visit, 'rules'],
    queryFn: ({ signal }) => ask<VisitorRules>('GET', `/api/visitors/${visit}/rules`, { signal }),
    // An earlier state of the rules is useless.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { error } }) => (error ? false : RULES),
  })

/** The custom data of a chat's visitor. `tag` identifies its version, so a cached value is never stale. */
export const customQuery = (chat: number, tag: string | undefined) =>
  queryOptions({
    queryKey: ['custom', chat, tag],
    queryFn: ({ signal }) => ask<ChatForMe>('GET', `/api/chats/${chat}`, { signal }),
    select: ({ visitor }) => visitor.custom ?? [],
    enabled: tag !== undefined,
    staleTime: Infinity,
    // Keeps the previous version on the screen while the next one is loading, unless it belongs to another visitor.
    placeholderData: (shown, before) => (before?.queryKey[1] === chat ? shown : undefined),
  })

/** The other chats of a chat's visitor. Refetched each time they become visible, because one may have ended. */
export const earlierQuery = (chat: number) =>
  infiniteQueryOptions({
    queryKey: ['chats', chat, 'earlier'],
    queryFn: ({ signal, pageParam }) =>
      ask<EarlierPage>('GET', `/api/chats/${chat}/earlier${pageParam === null ? '' : `?before=${pageParam}`}`, {
        signal,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ chats, more }) => (more ? chats.at(-1)?.id : undefined),
    staleTime: 0,
  })

/** Entries of an earlier chat per page, newest page first. */
const EARLIER = 50

export const earlierEntriesQuery = (chat: number) =>
  infiniteQueryOptions({
    queryKey: ['chats', chat, 'entries'],
    queryFn: ({ signal, pageParam }) => {
      const before = pageParam === null ? '' : `&before=${pageParam}`
      return ask<EntriesPage>('GET', `/api/chats/${chat}/entries?limit=${EARLIER}${before}`, { signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? entries[0]?.n : undefined),
  })

/** One entry of a chat by its number. Entries never change. */
export const entryQuery = (chat: number, n: number) =>
  queryOptions({
    queryKey: ['chats', chat, 'entry', n],
    queryFn: ({ signal }) => ask<EntriesPage>('GET', `/api/chats/${chat}/entries?after=${n - 1}&limit=1`, { signal }),
    // Checks the number: for an entry that the agent may not read, the server returns the next one.
    select: ({ entries }) => entries.find((entry) => entry.n === n),
    staleTime: Infinity,
  })

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => ask<{ webhooks: Webhook[] }>('GET', '/api/webhooks', { signal }),
  select: ({ webhooks }) => webhooks,
})

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => ask<{ agents: Agent[] }>('GET', '/api/agents', { signal }),
  select: ({ agents }) => agents,
})

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => ask<{ departments: Department[] }>('GET', '/api/departments', { signal }),
  select: ({ departments }) => departments,
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => ask<Settings>('GET', '/api/settings', { signal }),
})

/** A problem noticed in the integrator's requests or answers, and how often it occurred. */
export type Note = { at: number; code: string; text: string; count: number }

export const notesQuery = (channel: number) =>
  queryOptions({
    queryKey: ['channels', channel, 'notes'],
    queryFn: ({ signal }) => ask<{ notes: Note[] }>('GET', `/api/channels/${channel}/notes`, { signal }),
    select: ({ notes }) => notes,
  })

export type Token = { id: number; name: string; createdAt: number; usedAt: number | null }

/** API tokens of a colleague. */
export const tokensOfQuery = (agent: number) =>
  queryOptions({
    queryKey: ['tokens', agent],
    queryFn: ({ signal }) => ask<{ tokens: Token[] }>('GET', `/api/agents/${agent}/tokens`, { signal }),
    select: ({ tokens }) => tokens,
  })

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => ask<{ tokens: Token[] }>('GET', '/api/me/tokens', { signal }),
  select: ({ tokens }) => tokens,
})
