import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { channelIcon } from '../channels/icons.ts'
import { useCell, useCells, useSession } from '../live/react.ts'
import { type List, viewOf } from '../live/lists.ts'
import { mentionsMe, unreadOf } from '../live/views.ts'
import { ChatTags } from '../tags/chat-tags.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'
import { type Density, ROW_HEIGHT } from './density.ts'
import { DepartmentChip } from './department-chip.tsx'
import { rowId } from './list-state.ts'
import { RowHolder } from './row-holder.tsx'
import { RowPreview } from './row-preview.tsx'
import { RowViewers } from './row-viewers.tsx'
import { RowTime } from './row-time.tsx'
import { whoOf } from './who.ts'

type Props = {
  id: number
  view: List
  open: boolean
  tabbable: boolean
  position: number
  size: number
  density: Density
  onOpen: (id: number) => void
}

/** One row of the inbox: visitor and channel, the newest message, one time, tags, holder, failures, unread messages. */
export const ChatRow = memo(function ChatRow(props: Props) {
  const { id, view, open, tabbable, position, size, density, onOpen } = props
  const { live } = useSession()
  const chat = useCells(live.chats, id)
  const me = useCell(live.me).id
  if (!chat) return <div className={ROW_HEIGHT[density]} />

  const { visitor, channel } = chat
  const unread = unreadOf(chat)
  // A chat that a bot answers does not wait for an agent.
  const urgent = unread > 0 && chat.owner !== 'bot'
  const Icon = channelIcon(channel.kind)
  const isCompact = density === 'compact'
  const name = <bdi className={cx('min-w-0 truncate', urgent ? 'font-semibold' : 'font-medium')}>{whoOf(chat)}</bdi>
  const marks = (
    <>
      {chat.department && <DepartmentChip name={chat.department.name} />}
      <ChatTags ids={chat.tags} most={2} />
      {chat.failed > 0 && (
        <span className="shrink-0 text-bad" title={words.inbox.failed(chat.failed)}>
          <CircleAlert aria-hidden="true" className="size-4" />
          <span className="sr-only">{words.inbox.failed(chat.failed)}</span>
        </span>
      )}
      {mentionsMe(chat, me) && (
        <span
          className="shrink-0 rounded bg-warm-tint px-1 text-xs font-semibold text-warm"
          title={words.notes.mentionsYou}
        >
          <span aria-hidden="true">@</span>
          <span className="sr-only">{words.notes.mentionsYou}</span>
        </span>
      )}
      <RowViewers chat={chat} />
      <RowHolder chat={chat} me={me} isMine={viewOf(view) === 'mine'} />
      {unread > 0 && <Count n={unread} label={words.inbox.unread(unread)} quiet={!urgent} />}
    </>
  )

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
        'flex items-center gap-2.5 rounded-lg px-2 select-none contain-strict focus-visible:-outline-offset-2',
        ROW_HEIGHT[density],
        open ? 'bg-tint' : 'hover:bg-hover',
      )}
    >
      {isCompact ? (
        <Icon aria-hidden="true" className="size-4 shrink-0 text-muted" />
      ) : (
        <span className="relative shrink-0">
          <Avatar name={visitor.name || visitor.email} id={visitor.number} photo={visitor.photo} />
          <span
            title={words.list.channel(channel.name)}
            className="absolute -end-1 -bottom-1 grid size-4.5 place-items-center rounded-full bg-panel text-muted"
          >
            <Icon aria-hidden="true" className="size-3" />
          </span>
        </span>
      )}
      {isCompact ? (
        <>
          <span className="flex max-w-[38%] min-w-0 shrink-0">{name}</span>
          <RowPreview chat={chat} me={me} urgent={urgent} />
          {marks}
          <RowTime chat={chat} />
        </>
      ) : (
        <span className="flex min-w-0 flex-1 flex-col gap-px">
          <span className="flex items-baseline gap-2">
            <span className="flex min-w-0 flex-1">{name}</span>
            <RowTime chat={chat} />
          </span>
          <span className="flex h-5 items-center gap-1.5">
            <RowPreview chat={chat} me={me} urgent={urgent} />
            {marks}
          </span>
        </span>
      )}
      <span className="sr-only">{words.list.channel(channel.name)}</span>
    </div>
  )
})
