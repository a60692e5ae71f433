import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { MailCheck } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { offlineQuery, SHOWS } from '../api/offline.ts'
import { channelsQuery } from '../api/queries.ts'
import { capabilitiesOf } from '../channels/capabilities.ts'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { ListEnd } from '../ui/list-end.tsx'
import { LIST } from '../ui/list.ts'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { OfflineRow } from './offline-row.tsx'
import { useHandle } from './use-handle.ts'

const w = words.offline

/** Messages of the offline form (W11). The filters are in the address. */
export default function Offline() {
  const [search, setSearch] = useSearchParams()
  const show = SHOWS.find((one) => one === search.get('show')) ?? 'waiting'
  const channel = /^\d{1,9}$/.test(search.get('channel') ?? '') ? Number(search.get('channel')) : null
  const { data: channels = [] } = useQuery(channelsQuery)
  const query = useInfiniteQuery(offlineQuery(show, channel))
  const { data, error, isFetchNextPageError, isPlaceholderData } = query
  const { problem, busy, handle } = useHandle()
  const messages = data?.pages.flatMap((page) => page.messages)
  const waiting = data?.pages[0]?.waiting ?? 0
  const choices = channels.filter(({ kind, id }) => capabilitiesOf(kind).takesOfflineMessages || id === channel)
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search)
    if (value === '') next.delete(name)
    else next.set(name, value)
    setSearch(next, { replace: true })
  }

  return (
    <Page title={w.title} help={w.help}>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <div className="w-40">
          <Select
            aria-label={w.show}
            compact
            value={show}
            options={SHOWS.map((one) => [one, w.shows[one]] as const)}
            onChange={(value) => set('show', value === 'waiting' ? '' : value)}
          />
        </div>
        {(choices.length > 1 || channel !== null) && (
          <div className="w-48">
            <Select
              aria-label={w.channel}
              compact
              value={channel === null ? '' : String(channel)}
              options={[['', w.anyChannel], ...choices.map(({ id, name }) => [String(id), name] as const)]}
              onChange={(value) => set('channel', value)}
            />
          </div>
        )}
        <p role="status" className="ms-auto text-sm text-muted">
          {waiting > 0 && w.waiting(waiting)}
        </p>
      </div>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {error && messages && !isFetchNextPageError && (
        <Notice tone="warm" className="mb-3">
          {w.stopped}
        </Notice>
      )}
      {error && !messages ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void query.refetch()} />
      ) : !messages ? (
        <LoadingRows rows={3} className="h-32" />
      ) : messages.length === 0 ? (
        <Empty icon={MailCheck} title={w.empty[show]}>
          {channel === null ? w.emptyHelp : w.emptyElse}
        </Empty>
      ) : (
        <ul aria-label={w.list} className={cx(LIST, 'transition-opacity', isPlaceholderData && 'opacity-60')}>
          {messages.map((message) => (
            <OfflineRow
              key={message.id}
              message={message}
              busy={busy === message.id}
              onHandle={(handled) => void handle(message.id, handled)}
            />
          ))}
        </ul>
      )}
      <ListEnd query={query} end={w.end} />
    </Page>
  )
}
