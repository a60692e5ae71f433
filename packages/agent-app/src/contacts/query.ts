import type { ContactsQuery } from '@deskbell/protocol/agent/contact'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../api/client.ts'

/** The server tells of changes. Where its processes have no bus, those of another process come so much later, ms. */
const UNTOLD = 30_000

export type ContactFilters = Pick<ContactsQuery, 'q' | 'channel' | 'sort'>

/** Contacts, a page at a time. */
export const contactsQuery = (filters: ContactFilters) =>
  infiniteQueryOptions({
    queryKey: ['contacts', 'list', filters],
    queryFn: ({ signal, pageParam }) =>
      call('GET /contacts', { query: { ...filters, after: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    placeholderData: keepPreviousData,
    // Visitors write all the time, so a cached page is always refetched.
    staleTime: 0,
  })

export const contactQuery = (contact: number) =>
  queryOptions({
    queryKey: ['contacts', contact],
    queryFn: ({ signal }) => call('GET /contacts/:contact', { params: { contact }, signal }),
    staleTime: 0,
    refetchInterval: UNTOLD,
  })

export const contactChatsQuery = (contact: number) =>
  infiniteQueryOptions({
    queryKey: ['contacts', contact, 'chats'],
    queryFn: ({ signal, pageParam }) =>
      call('GET /contacts/:contact/chats', { params: { contact }, query: { before: pageParam ?? undefined }, signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ chats, more }) => (more ? chats.at(-1)?.id : undefined),
    staleTime: 0,
  })

export const contactRatingsQuery = (contact: number) =>
  queryOptions({
    queryKey: ['contacts', contact, 'ratings'],
    queryFn: ({ signal }) => call('GET /contacts/:contact/ratings', { params: { contact }, signal }),
    staleTime: 0,
    // A visitor rates a chat after its end, and no change of the contact tells of it.
    refetchInterval: UNTOLD,
  })

export const contactNotesQuery = (contact: number) =>
  queryOptions({
    queryKey: ['contacts', contact, 'notes'],
    queryFn: ({ signal }) => call('GET /contacts/:contact/notes', { params: { contact }, signal }),
    staleTime: 0,
  })

export const contactHistoryQuery = (contact: number) =>
  queryOptions({
    queryKey: ['contacts', contact, 'history'],
    queryFn: ({ signal }) => call('GET /contacts/:contact/history', { params: { contact }, signal }),
    select: ({ events }) => events,
    staleTime: 0,
  })

/** A chat of a contact, with the custom data of its visitor. */
export const wholeChatQuery = (chat: number) =>
  queryOptions({
    queryKey: ['chats', chat, 'whole'],
    queryFn: ({ signal }) => call('GET /chats/:chat', { params: { chat }, signal }),
    staleTime: 0,
  })
