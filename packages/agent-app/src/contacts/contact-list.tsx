import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { DOCS_PLACES } from '@deskbell/protocol/agent/docs-places'
import { BookOpen, ContactRound, SearchX } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { saying } from '../api/client.ts'
import { channelsQuery } from '../api/queries.ts'
import { SearchField } from '../deliveries/search-field.tsx'
import { useCell, useSession } from '../live/react.ts'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Select } from '../ui/select.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { ContactRow } from './contact-row.tsx'
import { FileActions } from './file-actions.tsx'
import { contactsQuery, type ContactFilters } from './query.ts'
import { contactWords } from './words.ts'

const w = contactWords
const SORTS = ['active', 'name'] as const

/** The filters in an address; others are ignored. */
function toFilters(search: URLSearchParams): ContactFilters {
  const q = search.get('q')?.slice(0, 200)
  const channel = Number(search.get('channel'))
  const sort = SORTS.find((one) => one === search.get('sort'))
  return {
    ...(q && { q }),
    ...(Number.isSafeInteger(channel) && channel > 0 && channel < 2 ** 31 && { channel }),
    ...(sort && sort !== 'active' && { sort }),
  }
}

const toSearch = (filters: ContactFilters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])))

/** The contacts. The filters are in the address. */
export function ContactList() {
  const [search, setSearch] = useSearchParams()
  const { data: channels = [] } = useQuery(channelsQuery)
  const mayManage = useCell(useSession().live.me).role !== 'agent'
  const filters = toFilters(search)
  const query = useInfiniteQuery(contactsQuery(filters))
  const { data, error, isFetchNextPageError, isPlaceholderData } = query
  const change = (next: { [F in keyof ContactFilters]: ContactFilters[F] | undefined }) =>
    setSearch(toSearch({ ...filters, ...next } as ContactFilters), { replace: true })
  const contacts = data?.pages.flatMap((page) => page.contacts)
  const isFiltered = filters.q !== undefined || filters.channel !== undefined
  return (
    <Page title={w.title} help={w.help} action={mayManage && <FileActions filters={filters} />}>
      <div
        role="search"
        aria-label={w.title}
        className="mb-3 grid grid-cols-2 gap-2 max-sm:[&>:first-child]:col-span-2 sm:grid-cols-[minmax(0,1fr)_11rem_11rem]"
      >
        <SearchField label={w.search} value={filters.q ?? ''} onChange={(q) => change({ q: q || undefined })} />
        <Select
          compact
          aria-label={w.channel}
          value={String(filters.channel ?? '')}
          options={[['', w.anyChannel], ...channels.map(({ id, name }) => [String(id), name] as const)]}
          onChange={(value) => change({ channel: value === '' ? undefined : Number(value) })}
        />
        <Select
          compact
          aria-label={w.sort}
          value={filters.sort ?? 'active'}
          options={SORTS.map((sort) => [sort, w.sorts[sort]] as const)}
          onChange={(value) => change({ sort: SORTS.find((one) => one === value) })}
        />
      </div>
      {error && contacts && !isFetchNextPageError && <Notice className="mb-3">{saying(error)}</Notice>}
      {error && !contacts ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !contacts ? (
        <LoadingRows rows={8} className="h-12" />
      ) : contacts.length === 0 ? (
        <Empty icon={isFiltered ? SearchX : ContactRound} title={isFiltered ? w.none : w.empty}>
          {isFiltered ? w.noneHelp : w.emptyHelp}
        </Empty>
      ) : (
        <ul aria-label={w.list} className={cx(LIST, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {contacts.map((contact) => (
            <ContactRow key={contact.id} contact={contact} />
          ))}
        </ul>
      )}
      <ListEnd query={query} end={w.end} />
      <p className="flex justify-center pt-3">
        <a
          href={DOCS_PLACES.contacts}
          target="_blank"
          rel="noreferrer"
          className="inline-flex items-center gap-2 text-sm text-soft hover:text-ink"
        >
          <BookOpen aria-hidden="true" className="size-4 shrink-0" strokeWidth={1.8} />
          {w.docs}
        </a>
      </p>
    </Page>
  )
}
