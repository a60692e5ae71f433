import type { ArchivePage } from '@deskbell/protocol/agent/archive'
import type { EarlierPage } from '@deskbell/protocol/agent/earlier'
import type { OfflinePage } from '@deskbell/protocol/agent/offline'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** Query keys that hold data of visitors, by their first element. */
const VISITOR_KEYS = new Set([
  'chats',
  'custom',
  'archive',
  'offline',
  'visitors',
  'log',
  'deliveries',
  'contacts',
  'merging',
  'search',
  'tasks',
])
const isPersonal = ({ queryKey }: { queryKey: QueryKey }): boolean =>
  VISITOR_KEYS.has(String(queryKey[0])) || queryKey.includes('deliveries')

/** Removes an erased chat from every cached list at once, before anything is fetched again. */
export function dropChat(queries: QueryClient, chat: number): void {
  const edit = <Page>(isList: (key: QueryKey) => boolean, change: (page: Page) => Page): void =>
    void queries.setQueriesData<InfiniteData<Page>>(
      { predicate: ({ queryKey }) => isList(queryKey) },
      (data) => data && { ...data, pages: data.pages.map(change) },
    )
  edit<ArchivePage>(
    ([room]) => room === 'archive',
    (page) => ({ ...page, chats: page.chats.filter(({ id }) => id !== chat) }),
  )
  edit<OfflinePage>(
    ([room, part]) => room === 'offline' && part === 'list',
    (page) => ({ ...page, messages: page.messages.filter((one) => one.chat !== chat) }),
  )
  edit<EarlierPage>(
    ([room, , part]) => room === 'chats' && part === 'earlier',
    (page) => ({
      ...page,
      chats: page.chats.map((one) => (one.id === chat ? withoutWords(one) : one)),
    }),
  )
  void queries.resetQueries({ queryKey: ['chats', chat, 'entries'] })
}

function withoutWords(chat: EarlierPage['chats'][number]): EarlierPage['chats'][number] {
  const { ratingText: _, ...rest } = chat
  return { ...rest, opening: '', erased: true }
}

/** After chats were erased: drops cached visitor data that is not on the screen, and refetches what is. */
export async function dropVisitorData(queries: QueryClient): Promise<void> {
  queries.removeQueries({ predicate: isPersonal, type: 'inactive' })
  // A response in flight may be older than the erasure.
  await queries.cancelQueries({ predicate: isPersonal })
  await queries.invalidateQueries({ predicate: isPersonal })
}
