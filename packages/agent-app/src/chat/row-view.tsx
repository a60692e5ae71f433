import { words } from '../words/index.ts'
import { day } from '../text/when.ts'
import { useNow } from '../ui/now.ts'
import { Bubble } from './bubble.tsx'
import { LetterBubble } from './letter-bubble.tsx'
import { NoteLine } from './note-line.tsx'
import type { Row } from './rows.ts'

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

type Props = { row: Row; chat: number; name: string | null; open: boolean; me: number }

/** One line of the conversation, with the day or the mark above it. */
export function RowView({ row, ...rest }: Props) {
  if (row.kind === 'begin') {
    return (
      <p className="px-6 pt-8 text-center text-sm text-muted">
        <bdi>{words.chat.beginning(rest.name ?? words.inbox.anonymous)}</bdi>
      </p>
    )
  }
  return (
    <>
      {row.day !== null && <DayMark at={row.day} />}
      {row.fresh && <NewMark />}
      <Line row={row} {...rest} />
    </>
  )
}

function Line({ row, chat, name, open, me }: Props & { row: Exclude<Row, { kind: 'begin' }> }) {
  switch (row.kind) {
    case 'note':
      return <NoteLine entry={row.item.entry} me={me} />
    case 'letter':
      return <LetterBubble letter={row.letter} head={row.head} tail={row.tail} />
    case 'message':
      return <Bubble item={row.item} head={row.head} tail={row.tail} chat={chat} name={name} open={open} me={me} />
  }
}
