import type { AnswerOf } from '@deskbell/protocol/agent/routes/call'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { inOrder } from '../visitors/order.ts'
import { call } from './client.ts'

/** Settings, fetched by the screens that show them. A `stale` frame names the first element of the keys to refetch. */

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => call('GET /channels', { signal }),
  select: ({ channels }) => channels,
})

export const botsQuery = queryOptions({
  queryKey: ['bots'],
  queryFn: ({ signal }) => call('GET /bots', { signal }),
  select: ({ bots }) => bots,
})

/** How often an open sandbox chat is read for answers of the bot, ms. */
const LOOK_EVERY = 700

export const sandboxQuery = (bot: number, sandbox: number) =>
  queryOptions({
    queryKey: ['sandboxes', bot, sandbox],
    queryFn: ({ signal }) => call('GET /bots/:bot/sandboxes/:sandbox', { params: { bot, sandbox }, signal }),
    refetchInterval: ({ state: { error } }) => (error ? false : LOOK_EVERY),
  })

/** How often the list of visitors on the site is refreshed while it is shown, ms. */
const ON_SITE = 3000

export const visitorsQuery = queryOptions({
  queryKey: ['visitors'],
  queryFn: ({ signal }) => call('GET /visitors', { signal }),
  select: ({ visitors }) => inOrder(visitors),
  refetchInterval: ON_SITE,
})

/** How often the state of a page's rules is read while the agent looks at it, ms. */
const RULES = 2000

export const visitorRulesQuery = (visit: string) =>
  queryOptions({
    queryKey: ['visitors', visit, 'rules'],
    queryFn: ({ signal }) => call('GET /visitors/:visit/rules', { params: { visit }, signal }),
    // The state of the rules changes every second, so a cached report is not shown.
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state: { error } }) => (error ? false : RULES),
  })

/** The custom data of a chat's visitor. `tag` identifies its version, so a cached value is never stale. */
export const customQuery = (chat: number, tag: string | undefined) =>
  queryOptions({
    queryKey: ['custom', chat, tag],
    queryFn: ({ signal }) => call('GET /chats/:chat', { params: { chat }, signal }),
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
      call('GET /chats/:chat/earlier', { params: { chat }, query: { before: pageParam ?? undefined }, signal }),
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
      const query = { limit: EARLIER, before: pageParam ?? undefined }
      return call('GET /chats/:chat/entries', { params: { chat }, query, signal })
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ entries, more }) => (more ? entries[0]?.n : undefined),
  })

/** One entry of a chat by its number. Entries never change. */
export const entryQuery = (chat: number, n: number) =>
  queryOptions({
    queryKey: ['chats', chat, 'entry', n],
    queryFn: ({ signal }) =>
      call('GET /chats/:chat/entries', { params: { chat }, query: { after: n - 1, limit: 1 }, signal }),
    // If entry `n` may no longer be read, the answer has a later entry.
    select: ({ entries }) => entries.find((entry) => entry.n === n),
    staleTime: Infinity,
  })

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks'],
  queryFn: ({ signal }) => call('GET /webhooks', { signal }),
  select: ({ webhooks }) => webhooks,
})

export const agentsQuery = queryOptions({
  queryKey: ['agents'],
  queryFn: ({ signal }) => call('GET /agents', { signal }),
  select: ({ agents }) => agents,
})

/** For owners and admins. */
export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: ({ signal }) => call('GET /invitations', { signal }),
})

export const departmentsQuery = queryOptions({
  queryKey: ['departments'],
  queryFn: ({ signal }) => call('GET /departments', { signal }),
  select: ({ departments }) => departments,
})

export const tagsQuery = queryOptions({
  queryKey: ['tags'],
  queryFn: ({ signal }) => call('GET /tags', { signal }),
  select: ({ tags }) => tags,
})

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call('GET /settings', { signal }),
})

/** A note about the integrator's requests or answers, with the number of its occurrences. */
export type Note = AnswerOf<'GET /channels/:channel/notes'>['notes'][number]

export const notesQuery = (channel: number) =>
  queryOptions({
    queryKey: ['channels', channel, 'notes'],
    queryFn: ({ signal }) => call('GET /channels/:channel/notes', { params: { channel }, signal }),
    select: ({ notes }) => notes,
  })

export type Token = AnswerOf<'GET /me/tokens'>['tokens'][number]

/** API tokens of a colleague. */
export const tokensOfQuery = (agent: number) =>
  queryOptions({
    queryKey: ['tokens', agent],
    queryFn: ({ signal }) => call('GET /agents/:agent/tokens', { params: { agent }, signal }),
    select: ({ tokens }) => tokens,
  })

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: ({ signal }) => call('GET /me/tokens', { signal }),
  select: ({ tokens }) => tokens,
})
