import type { Found } from '@deskbell/protocol/agent/search'
import type { SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { createElement } from 'react'
import { Marked } from '../archive/marked.tsx'
import { channelIcon } from '../channels/icons.ts'
import { nameOf } from '../inbox/who.ts'
import { ChatTags } from '../tags/chat-tags.tsx'
import { full, moment } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { findWords } from './words.ts'

const w = findWords.search

type Props = { id: string; found: Found; group: SearchGroup; isActive: boolean; onOpen: () => void }

/** A result: who, what fitted, and where. The focus stays in the field, which names the active row. */
export function FoundRow({ id, found, group, isActive, onOpen }: Props) {
  const { visitor, marks, channel, state, at, agent, department, tags, snippet, preview, chats } = found
  const now = useNow()
  const isPerson = group === 'people'
  const known = [
    [visitor.name, marks.name],
    [visitor.email, marks.email],
    [visitor.phone, marks.phone],
  ] as const
  const [title, ...others] = known.flatMap(([text, of]) => (text ? [{ text, of }] : []))
  // What fitted is shown; of what did not, only the name.
  const beside = others.filter(({ of }) => isPerson || of.length > 0)
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
      <Avatar name={nameOf(visitor)} id={visitor.number} size={isPerson ? 'md' : 'sm'} />
      <div className="min-w-0 flex-1">
        <div className="flex items-baseline gap-2">
          <bdi className="min-w-0 truncate font-medium">
            {title ? <Marked text={title.text} marks={title.of} /> : words.inbox.visitor(visitor.number)}
          </bdi>
          {beside.map(({ text, of }) => (
            <bdi key={text} className="min-w-0 shrink-[2] truncate text-sm text-muted">
              <Marked text={text} marks={of} />
            </bdi>
          ))}
          <time dateTime={new Date(at).toISOString()} title={full(at)} className="ms-auto shrink-0 text-xs text-muted">
            {moment(snippet?.at ?? at, now)}
          </time>
        </div>
        {!isPerson && (
          <p className="line-clamp-2 breakable text-sm text-soft">
            {snippet ? (
              <>
                {snippet.from !== 'visitor' && !snippet.note && (
                  <span className="me-1 text-muted">{words.list.said(w.by[snippet.from])}</span>
                )}
                <bdi>
                  <Marked text={snippet.text} marks={snippet.marks} />
                </bdi>
              </>
            ) : (
              <bdi>{preview}</bdi>
            )}
          </p>
        )}
        <div className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
          {createElement(channelIcon(channel.kind), { 'aria-hidden': true, className: 'size-3.5 shrink-0' })}
          <bdi className="truncate">{channel.name}</bdi>
          <span aria-hidden="true">·</span>
          <span className="shrink-0">{isPerson ? w.chats(chats) : state === 'open' ? w.open : w.closed}</span>
          {!isPerson && agent && (
            <>
              <span aria-hidden="true">·</span>
              <bdi className="truncate">{agent.name}</bdi>
            </>
          )}
          {!isPerson && department && (
            <>
              <span aria-hidden="true">·</span>
              <bdi className="truncate">{department.name}</bdi>
            </>
          )}
          {!isPerson && <ChatTags ids={tags} most={2} />}
        </div>
      </div>
    </div>
  )
}
