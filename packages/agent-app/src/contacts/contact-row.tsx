import type { ContactRow as Row } from '@deskbell/protocol/agent/contact'
import type { ReactNode } from 'react'
import { ChannelIcon } from '../channels/channel-icon.tsx'
import { RatingMark } from '../chat/rating-mark.tsx'
import { places } from '../places.ts'
import { brief, full } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { cx } from '../ui/cx.ts'
import { ROW_LINK } from '../ui/list.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { contactWords } from './words.ts'
import { whoIs } from './who.ts'
import { Link } from '../ui/link.tsx'

const w = contactWords

/** A contact in a list: a link to its page. `action`: beside it, in a list of few. */
export function ContactRow({ contact, action }: { contact: Row; action?: ReactNode }) {
  const now = useNow()
  const { id, activeAt, channels, chats, email, name, phone, photo, rating, visitors } = contact
  const who = whoIs(contact)
  const ways = [email, phone].filter((way) => way !== null && way !== who)
  return (
    <li className="flex items-center [contain-intrinsic-size:auto_3.5rem] [content-visibility:auto]">
      <Link
        href={places.contact(id)}
        className={cx(
          ROW_LINK,
          'grid min-h-14 min-w-0 flex-1 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2',
          !action && 'md:grid-cols-[auto_minmax(0,2fr)_minmax(0,2fr)_9rem_4rem_4.5rem]',
        )}
      >
        <Avatar name={name || email} id={visitors[0] ?? id} photo={photo} />
        <span className="min-w-0">
          <span className="flex items-center gap-1.5">
            <bdi className="block min-w-0 truncate text-at-start font-medium">{who}</bdi>
            {rating && (
              <RatingMark rating={rating} name={`${words.details.rating}: ${words.details.ratings[rating]}`} />
            )}
          </span>
          <bdi className={cx('block truncate text-at-start text-xs text-muted', !action && 'md:hidden')}>
            {ways.join(' · ')}
          </bdi>
        </span>
        <span className={cx('hidden min-w-0 text-sm text-soft', !action && 'md:block')}>
          {ways.map((way) => (
            <bdi key={way} className="block truncate text-at-start">
              {way}
            </bdi>
          ))}
        </span>
        <span className={cx('hidden min-w-0 flex-col', !action && 'md:flex')}>
          {channels.map((channel) => (
            <span key={channel.id} className="flex min-w-0 items-center gap-1.5 text-xs text-muted">
              <ChannelIcon kind={channel.kind} className="size-3.5 shrink-0" />
              <bdi className="truncate">{channel.name}</bdi>
            </span>
          ))}
        </span>
        <span className={cx('hidden text-end text-xs text-muted', !action && 'md:block')}>{w.chats(chats)}</span>
        <time
          dateTime={new Date(activeAt).toISOString()}
          title={full(activeAt)}
          className="shrink-0 text-end text-xs text-muted"
        >
          {brief(activeAt, now)}
        </time>
      </Link>
      {action && <span className="shrink-0 pe-4 md:pe-3">{action}</span>}
    </li>
  )
}
