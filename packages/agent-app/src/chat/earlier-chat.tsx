import type { EarlierChat } from '@deskbell/protocol/agent/earlier'
import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { places } from '../places.ts'
import { colourful } from '../text/emoji.ts'
import { full, moment } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { EarlierMessages } from './earlier-messages.tsx'
import { RatingMark } from './rating-mark.tsx'
import { Link } from '../ui/link.tsx'

const w = words.details.earlier

/** One of the visitor's other chats; unfolds to its messages. */
export function EarlierChatRow({ chat, name }: { chat: EarlierChat; name: string }) {
  const [open, setOpen] = useState(false)
  const region = useId()
  const now = useNow()
  const { agent, bot, channel, closedAt, department, erased, opening, openedAt, rating, ratingText, received } = chat
  const when = moment(openedAt, now)
  const about = [agent?.name ?? bot?.name ?? w.unanswered, channel.name, department?.name]
  return (
    <li>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? region : undefined}
        title={full(openedAt)}
        onClick={() => setOpen(!open)}
        className="flex w-full items-start gap-1 rounded-lg p-2 text-start transition-colors hover:bg-hover"
      >
        <ChevronRight
          aria-hidden="true"
          className={cx(
            'mt-0.5 size-4 shrink-0 text-muted transition-transform',
            open ? 'rotate-90' : 'rtl:-scale-x-100',
          )}
        />
        <span className="min-w-0 flex-1">
          <span className="flex items-center justify-between gap-2 text-xs text-muted">
            <time dateTime={new Date(openedAt).toISOString()}>{when}</time>
            {closedAt === null && <span className="font-medium text-accent">{w.open}</span>}
            {rating && (
              <RatingMark rating={rating} name={`${words.details.rating}: ${words.details.ratings[rating]}`} />
            )}
          </span>
          <span className={cx('line-clamp-2 breakable', opening === '' && 'text-muted')}>
            {opening !== '' ? <bdi>{colourful(opening)}</bdi> : erased ? words.erase.said : w.noWords}
          </span>
          <span className="block text-xs text-muted breakable">
            {about
              .filter((part) => part !== undefined)
              .map((part, index) => (
                <span key={index}>
                  {index > 0 && ' · '}
                  <bdi>{part}</bdi>
                </span>
              ))}
            {` · ${w.received(received)}`}
          </span>
          {ratingText !== undefined && (
            <span className="line-clamp-2 text-xs text-soft breakable">
              {words.details.ratingSaid} <bdi>{colourful(ratingText)}</bdi>
            </span>
          )}
        </span>
      </button>
      {open && (
        <div id={region} role="region" aria-label={w.said(when)} className="mx-2 mb-2 rounded-lg bg-well px-3 py-2.5">
          <EarlierMessages chat={chat.id} name={name} />
          <Link
            href={places.chat(closedAt === null ? 'all' : 'closed', chat.id)}
            className="mt-3 inline-block text-sm font-medium text-accent underline-offset-2 hover:underline"
          >
            {w.whole}
          </Link>
        </div>
      )}
    </li>
  )
}
