import type { Found } from '@deskbell/protocol/agent/search'
import type { SearchGroup } from '@deskbell/protocol/agent/search-groups'
import { createElement } from 'react'
import { Marked } from '../archive/marked.tsx'
import { channelIcon } from '../channels/icons.ts'
import { nameOf } from '../inbox/who.ts'
import { ChatTags } from '../tags/chat-tags.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { words } from '../words/index.ts'
import { fittedOf, FoundFrame } from './found-frame.tsx'
import { findWords } from './words.ts'

const w = findWords.search

type Props = { id: string; found: Found; group: SearchGroup; isActive: boolean; onOpen: () => void }

/** A chat or its visitor: who, what fitted, and where. */
export function FoundRow({ id, found, group, isActive, onOpen }: Props) {
  const { visitor, marks, channel, state, at, agent, department, tags, snippet, preview, chats } = found
  const isPerson = group === 'people'
  const [title, ...others] = fittedOf(visitor, marks)
  // What fitted is shown; of what did not, only the name.
  const beside = others.filter((one) => isPerson || one.marks.length > 0)
  return (
    <FoundFrame
      id={id}
      isActive={isActive}
      onOpen={onOpen}
      avatar={<Avatar name={nameOf(visitor)} id={visitor.number} photo={visitor.photo} size={isPerson ? 'md' : 'sm'} />}
      title={title ? <Marked {...title} /> : words.inbox.visitor(visitor.number)}
      beside={beside}
      at={at}
      shownAt={snippet?.at}
    >
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
      <div className="flex min-w-0 flex-wrap items-center gap-x-1.5 text-xs text-muted">
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
    </FoundFrame>
  )
}
