import type { FoundContact } from '@deskbell/protocol/agent/search'
import { createElement } from 'react'
import { Marked } from '../archive/marked.tsx'
import { channelIcon } from '../channels/icons.ts'
import { whoIs } from '../contacts/who.ts'
import { nameOf } from '../inbox/who.ts'
import { Avatar } from '../ui/avatar.tsx'
import { fittedOf, FoundFrame } from './found-frame.tsx'
import { findWords } from './words.ts'

const w = findWords.search

type Props = { id: string; found: FoundContact; isActive: boolean; onOpen: () => void }

/** A contact without a chat: who, what fitted, and where they were seen. */
export function FoundContactRow({ id, found, isActive, onOpen }: Props) {
  const { contact, name, email, phone, marks, visitors, channels, at } = found
  const [title, ...others] = fittedOf({ name, email, phone }, marks)
  return (
    <FoundFrame
      id={id}
      isActive={isActive}
      onOpen={onOpen}
      avatar={<Avatar name={nameOf(found)} id={visitors[0] ?? contact} size="md" />}
      title={title ? <Marked {...title} /> : whoIs({ ...found, id: contact })}
      beside={others}
      at={at}
    >
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
    </FoundFrame>
  )
}
