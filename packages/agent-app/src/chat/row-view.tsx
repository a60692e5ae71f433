import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import type { List } from '../live/lists.ts'
import { whoOf } from '../inbox/who.ts'
import { words } from '../words/index.ts'
import { day } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { Beginning } from './beginning.tsx'
import { Bubble } from './bubble.tsx'
import { PendingBubble } from './pending-bubble.tsx'
import { later } from '../ui/later.tsx'
import { NoteLine } from './note-line.tsx'
import type { Row } from './rows.ts'

const CallLine = later(() => import('../calls/call-line.tsx'))

function DayMark({ at }: { at: number }) {
  const now = useNow()
  return (
    <div className="flex justify-center pt-5 pb-3">
      <span className="rounded-full bg-well px-2.5 py-0.5 text-xs font-medium text-muted">{day(at, now)}</span>
    </div>
  )
}

const NewMark = () => (
  <div className="flex items-center gap-3 px-4 pt-4 pb-1 text-xs font-semibold text-accent md:px-6">
    <span className="h-px flex-1 bg-accent/40" />
    {words.chat.unreadMark}
    <span className="h-px flex-1 bg-accent/40" />
  </div>
)

type Props = {
  row: Row
  chat: ChatForMe
  view: List
  me: number
  /** Number of the newest entry that the visitor's page has received. */
  reached: number
}

/** One row of the conversation, with the day or the unread mark above it. */
export function RowView({ row, view, ...rest }: Props) {
  if (row.kind === 'begin') return <Beginning chat={rest.chat} view={view} />
  return (
    <>
      {row.day !== null && <DayMark at={row.day} />}
      {row.fresh && <NewMark />}
      <Line row={row} {...rest} />
    </>
  )
}

function Line({ row, chat, me, reached }: Omit<Props, 'view'> & { row: Exclude<Row, { kind: 'begin' }> }) {
  switch (row.kind) {
    case 'note':
      return <NoteLine item={row.item} me={me} />
    case 'call':
      return <CallLine call={row.call} loading={<div className="h-8" />} />
    case 'pending':
      return <PendingBubble pending={row.pending} head={row.head} tail={row.tail} />
    case 'message':
      return (
        <Bubble
          item={row.item}
          head={row.head}
          tail={row.tail}
          chat={chat.id}
          name={whoOf(chat)}
          open={chat.state === 'open'}
          me={me}
          isThere={row.item.n <= reached}
        />
      )
  }
}
