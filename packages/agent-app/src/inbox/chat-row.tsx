import { Bot, CircleAlert, Hourglass } from 'lucide-react'
import { memo } from 'react'
import { useCell, useCells, useSession } from '../live/react.ts'
import { unreadOf, type View } from '../live/views.ts'
import { brief, full, lasting } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { DepartmentChip } from './department-chip.tsx'
import { rowId } from './list-state.ts'
import { previewOf } from './preview.ts'
import { whoOf } from './who.ts'

const MINUTE = 60_000
/** The colour of a waiting time. */
const warmth = (wait: number) =>
  wait > 5 * MINUTE ? 'bg-hot-tint text-hot' : wait > 2 * MINUTE ? 'bg-warm-tint text-warm' : 'bg-well text-soft'

type Props = {
  id: number
  view: View
  open: boolean
  tabbable: boolean
  position: number
  size: number
  onOpen: (id: number) => void
}

/** One row of the inbox: visitor, newest message, time, unread messages or failures, and the holder. */
export const ChatRow = memo(function ChatRow({ id, view, open, tabbable, position, size, onOpen }: Props) {
  const { live } = useSession()
  const chat = useCells(live.chats, id)
  const typing = useCells(live.typing, id)?.visitor ?? false
  const me = useCell(live.me).id
  const now = useNow()
  if (!chat) return <div className="h-[4.75rem]" />

  const { visitor, channel, agent } = chat
  const unread = unreadOf(chat)
  const wait = chat.waitingSince === null ? null : Math.max(0, now - chat.waitingSince)
  const bot = chat.state === 'open' && chat.owner === 'bot' ? (chat.bot?.name ?? words.inbox.bot) : null
  // A chat that a bot answers does not wait for an agent.
  const urgent = unread > 0 && bot === null
  const holder =
    agent === null || view === 'mine' ? null : agent.id === me ? words.inbox.heldByYou : words.inbox.heldBy(agent.name)

  return (
    <div
      id={rowId(id)}
      role="option"
      aria-selected={open}
      aria-posinset={position}
      aria-setsize={size}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => onOpen(id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen(id)
      }}
      className={cx(
        'flex h-[4.75rem] gap-3 rounded-lg p-2.5 select-none contain-strict focus-visible:-outline-offset-2',
        open ? 'bg-tint' : 'hover:bg-hover',
      )}
    >
      <Avatar name={visitor.name} id={visitor.number} photo={visitor.photo} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-1.5">
          <bdi className={cx('truncate', urgent ? 'font-semibold' : 'font-medium')}>{whoOf(chat)}</bdi>
          <span className="shrink-0 text-xs text-muted">{words.inbox.number(visitor.number)}</span>
          <time
            dateTime={new Date(chat.lastAt).toISOString()}
            title={full(chat.lastAt)}
            className="ms-auto shrink-0 ps-2 text-xs text-muted"
          >
            {brief(chat.lastAt, now)}
          </time>
        </div>
        <div className="flex items-center gap-2">
          {typing ? (
            <span className="min-w-0 flex-1 truncate text-sm text-accent">{words.inbox.typing}</span>
          ) : (
            <span className={cx('min-w-0 flex-1 truncate text-sm', urgent ? 'text-ink' : 'text-muted')}>
              <bdi className="block truncate">{previewOf(chat, me)}</bdi>
            </span>
          )}
          {chat.failed > 0 && (
            <span className="shrink-0 text-bad" title={words.inbox.failed(chat.failed)}>
              <CircleAlert aria-hidden="true" className="size-4" />
              <span className="sr-only">{words.inbox.failed(chat.failed)}</span>
            </span>
          )}
          {unread > 0 && <Count n={unread} label={words.inbox.unread(unread)} quiet={!urgent} />}
        </div>
        <div className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
          <bdi className="truncate">{channel.name}</bdi>
          {chat.department && <DepartmentChip name={chat.department.name} />}
          {holder && (
            <>
              <span aria-hidden="true">·</span>
              <span className={cx('truncate', agent?.id === me && 'text-accent')}>{holder}</span>
            </>
          )}
          {bot !== null && (
            <>
              <span aria-hidden="true">·</span>
              <Bot aria-hidden="true" className="size-3.5 shrink-0" />
              <span className="truncate">{words.inbox.heldBy(bot)}</span>
            </>
          )}
          {wait !== null && chat.state === 'open' && (
            <span
              className={cx('ms-auto inline-flex shrink-0 items-center gap-1 rounded px-1 font-medium', warmth(wait))}
            >
              <Hourglass aria-hidden="true" className="size-3" />
              <span aria-hidden="true">{lasting(wait, 'narrow')}</span>
              <span className="sr-only">{words.inbox.waitingFor(lasting(wait, 'long'))}</span>
            </span>
          )}
        </div>
      </div>
    </div>
  )
})
