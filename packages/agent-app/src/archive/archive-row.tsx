import type { ArchivedChat } from '@deskbell/protocol/agent/archive'
import { Ban } from 'lucide-react'
import { RatingMark } from '../chat/rating-mark.tsx'
import { nameOf, whoOf } from '../inbox/who.ts'
import { places } from '../places.ts'
import { ChatTags } from '../tags/chat-tags.tsx'
import { full, moment } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Marked } from './marked.tsx'
import { Link } from '../ui/link.tsx'

const w = words.archive

export function ArchiveRow({ chat }: { chat: ArchivedChat }) {
  const now = useNow()
  const { agent, bot, channel, closedAt, department, rating, ratingText, snippet, visitor } = chat
  const name = whoOf(chat)
  const about = [agent?.name ?? bot?.name ?? w.unanswered, channel.name, department?.name]
  return (
    <li className="[contain-intrinsic-size:auto_5.5rem] [content-visibility:auto]">
      <Link
        href={places.chat('closed', chat.id)}
        className="flex items-start gap-3 px-4 py-2.5 transition-colors hover:bg-hover focus-visible:-outline-offset-2 md:px-3"
      >
        <Avatar name={nameOf(visitor)} id={visitor.number} photo={visitor.photo} />
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-x-2">
            <bdi className="min-w-0 truncate font-medium">{name}</bdi>
            {visitor.blocked && (
              <span className="inline-flex shrink-0 items-center gap-1 self-center text-xs text-bad">
                <Ban aria-hidden="true" className="size-3.5" />
                {w.isBlocked}
              </span>
            )}
            <time
              dateTime={new Date(closedAt).toISOString()}
              title={full(closedAt)}
              className="ms-auto shrink-0 text-xs text-muted"
            >
              {moment(closedAt, now)}
            </time>
          </span>
          <span className="block breakable text-soft">
            {snippet && snippet.text !== '' ? (
              <>
                {snippet.note && (
                  <span className="me-1.5 rounded bg-warm-tint px-1 text-xs font-medium text-warm">
                    {words.notes.inArchive}
                  </span>
                )}
                <bdi>
                  <Marked text={snippet.text} marks={snippet.marks} />
                </bdi>
              </>
            ) : (
              <span className="text-muted">{w.noWords}</span>
            )}
          </span>
          <span className="mt-0.5 flex items-center gap-2 text-xs text-muted">
            <span className="min-w-0 truncate">
              {about
                .filter((part) => part !== undefined)
                .map((part, index) => (
                  <span key={index}>
                    {index > 0 && ' · '}
                    <bdi>{part}</bdi>
                  </span>
                ))}
            </span>
            <ChatTags ids={chat.tags} most={3} />
            {rating && <RatingMark rating={rating} name={w.ratings[rating]} />}
          </span>
          {ratingText !== undefined && (
            <span className="mt-0.5 line-clamp-2 text-xs text-soft breakable">
              {words.details.ratingSaid} <bdi>{ratingText}</bdi>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}
