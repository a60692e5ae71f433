import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { saying } from '../api/client.ts'
import { earlierEntriesQuery } from '../api/queries.ts'
import type { Item, MessageItem } from '../live/fold.ts'
import { useCell, useSession } from '../live/react.ts'
import { toThread, withOlder } from '../live/thread.ts'
import { Attachments } from '../media/attachments.tsx'
import { full, moment, number } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { authorOf } from './bubble.tsx'
import { EditedMark } from './edited-mark.tsx'
import { ErasedText } from './erased-text.tsx'
import { NoteLine } from './note-line.tsx'
import { withLastOnly } from './rows.ts'
import { Said } from './said.tsx'

const w = words.details.earlier

/** The messages of another chat in a narrow column: the newest page first, earlier ones on demand. */
export function EarlierMessages({ chat, name }: { chat: number; name: string }) {
  const me = useCell(useSession().live.me).id
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    earlierEntriesQuery(chat),
  )
  const items = useMemo(() => {
    const [newest, ...older] = data?.pages ?? []
    return newest && withLastOnly(older.reduce(withOlder, toThread(newest)).folded.items)
  }, [data])

  return (
    <>
      {error && (
        <Notice className="mb-2">
          <p>
            {w.failedMessages} {saying(error)}
          </p>
          <Button size="sm" busy={isFetching} className="mt-2 mb-1" onClick={() => void refetch()}>
            {words.common.retry}
          </Button>
        </Notice>
      )}
      {!items && !error && (
        <div role="status" className="flex flex-col gap-2">
          <span className="sr-only">{words.common.loading}</span>
          <div className="skeleton h-3 w-2/3" />
          <div className="skeleton h-3 w-1/2" />
        </div>
      )}
      {!error && hasNextPage && (
        <Button size="sm" busy={isFetchingNextPage} className="mb-2" onClick={() => void fetchNextPage()}>
          {w.before}
        </Button>
      )}
      {items && (
        <ol className="flex flex-col gap-2.5">
          {items.map((item) => (
            <li key={item.n}>
              <Line item={item} name={name} me={me} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

type Props<I> = { item: I; name: string; me: number }

function Line({ item, ...rest }: Props<Item>) {
  if (item.kind === 'note') return <NoteLine item={item} me={rest.me} />
  return <Message item={item} {...rest} />
}

function Message({ item, name, me }: Props<MessageItem>) {
  const now = useNow()
  const isFailed = item.status.state === 'failed'
  return (
    <div
      className={cx(
        'flex flex-col gap-0.5 border-s-2 ps-2.5',
        item.note ? 'border-warm' : item.from === 'visitor' ? 'border-edge' : 'border-accent',
      )}
    >
      <p className="flex flex-wrap gap-x-1.5 text-xs text-muted">
        <bdi className="font-medium">
          {item.note ? words.notes.by(authorOf(item, name, me)) : authorOf(item, name, me)}
        </bdi>
        <time dateTime={new Date(item.at).toISOString()} title={full(item.at)}>
          {moment(item.at, now)}
        </time>
      </p>
      <Attachments attachments={item.attachments} ours={false} bad={isFailed} />
      {item.erased ? (
        <ErasedText />
      ) : (
        (item.text !== '' || item.attachments.length === 0) && (
          <div className="breakable">
            <Said item={item} />
          </div>
        )
      )}
      {item.edited && <EditedMark edited={item.edited} />}
      {item.cutFrom !== undefined && !item.edited && (
        <p className="text-xs text-muted">{words.chat.cut(number(item.cutFrom))}</p>
      )}
      {item.left && <p className="text-xs text-muted">{words.offline.left}</p>}
      {isFailed && <p className="text-xs text-bad">{words.chat.notDelivered}</p>}
    </div>
  )
}
