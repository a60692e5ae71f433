import type { FoundContact } from '@deskbell/protocol/agent/search'
import { createElement } from 'react'
import { Marked } from '../archive/marked.tsx'
import { channelIcon } from '../channels/icons.ts'
import { nameOf } from '../inbox/who.ts'
import { full, moment } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { findWords } from './words.ts'

const w = findWords.search

type Props = { id: string; found: FoundContact; isActive: boolean; onOpen: () => void }

/** A contact without a chat: who, what fitted, and where they were seen. */
export function FoundContactRow({ id, found, isActive, onOpen }: Props) {
  const { contact, name, email, phone, marks, visitors, channels, at } = found
  const now = useNow()
  const known = [
    [name, marks.name],
    [email, marks.email],
    [phone, marks.phone],
  ] as const
  const [title, ...others] = known.flatMap(([text, of]) => (text ? [{ text, of }] : []))
  return (
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onOpen}
      onMouseDown={(event) => event.preventDefault()}
      className={cx(
        'flex cursor-pointer items-start gap-3 rounded-lg px-3 py-2 select-none [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]',
        isActive ? 'bg-well' : 'hover:bg-hover',
      )}
    >
      <Avatar name={nameOf(found)} id={visitors[0] ?? contact} size="md" />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-medium">
            {title ? <Marked text={title.text} marks={title.of} /> : `#${visitors[0] ?? contact}`}
          </bdi>
          {others.map(({ text, of }) => (
            <bdi key={text} className="min-w-0 shrink-[2] truncate text-sm text-muted">
              <Marked text={text} marks={of} />
            </bdi>
          ))}
          <time dateTime={new Date(at).toISOString()} title={full(at)} className="ms-auto shrink-0 text-xs text-muted">
            {moment(at, now)}
          </time>
        </div>
        <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          {channels.map((channel) => (
            <span key={channel.id} className="flex min-w-0 items-center gap-1.5">
              {createElement(channelIcon(channel.kind), { 'aria-hidden': true, className: 'size-3.5 shrink-0' })}
              <bdi className="truncate">{channel.name}</bdi>
              <span aria-hidden="true">·</span>
            </span>
          ))}
          <span className="shrink-0">{w.unwritten}</span>
        </div>
      </div>
    </div>
  )
}
