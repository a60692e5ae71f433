import type { OfflineMessage } from '@deskbell/protocol/agent/offline'
import { Check, Mail, MessageCircle, Phone, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkOrText } from '../chat/link-or-text.tsx'
import { nameOf } from '../inbox/who.ts'
import { places } from '../places.ts'
import { colourful } from '../text/emoji.ts'
import { full, moment, point } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { Link } from '../ui/link.tsx'

const w = words.offline
type Props = { message: OfflineMessage; busy: boolean; onHandle: (handled: boolean) => void }

export function OfflineRow({ message: one, busy, onHandle }: Props) {
  const now = useNow()
  const { at, channel, chat, chatOpen, description, email, handled, message, page, phone, visitor } = one
  const name = nameOf(one) ?? words.inbox.visitor(visitor)
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 px-4 py-3 md:px-3">
      <Avatar name={one.name} id={visitor} />
      <article aria-label={w.from(name)} className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <bdi className="min-w-0 truncate font-medium">{name}</bdi>
          <span className="text-xs text-muted">
            <bdi>{channel.name}</bdi>
          </span>
          <time dateTime={new Date(at).toISOString()} title={full(at)} className="ms-auto text-xs text-muted">
            {moment(at, now)}
          </time>
        </p>
        {(email !== null || phone !== null) && (
          <p className="mt-0.5 flex flex-wrap gap-x-4 gap-y-0.5 text-sm">
            {email !== null && (
              <Reach
                href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
                label={w.mail(email)}
                icon={<Mail />}
                text={email}
              />
            )}
            {phone !== null && (
              <Reach
                href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}
                label={w.call(phone)}
                icon={<Phone />}
                text={phone}
              />
            )}
          </p>
        )}
        <p className={cx('mt-1.5 whitespace-pre-wrap breakable', handled && 'text-soft')}>
          <bdi>{colourful(message)}</bdi>
        </p>
        {(description !== null || page) && (
          <dl className="mt-1.5 flex flex-col gap-0.5 text-xs text-muted">
            {description !== null && (
              <Fact label={w.about}>
                <bdi>{description}</bdi>
              </Fact>
            )}
            {page && (
              <Fact label={w.page}>
                <LinkOrText href={page.url} text={page.title || page.url} small />
              </Fact>
            )}
          </dl>
        )}
        <div className="mt-2.5 flex flex-wrap items-center gap-2">
          {chat !== null && (
            <Link
              href={places.chat(chatOpen ? 'all' : 'closed', chat)}
              aria-label={w.openOf(name)}
              className="inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-tint px-2.5 text-sm font-medium text-accent transition-colors hover:text-accent-strong"
            >
              <MessageCircle aria-hidden="true" className="size-4" />
              {w.open}
            </Link>
          )}
          <Button
            size="sm"
            {...(handled && { kind: 'quiet' as const })}
            busy={busy}
            aria-label={handled ? w.undoOf(name) : w.handleOf(name)}
            onClick={() => onHandle(!handled)}
          >
            {handled ? (
              <Undo2 aria-hidden="true" className="size-4 rtl:-scale-x-100" />
            ) : (
              <Check aria-hidden="true" className="size-4" />
            )}
            {handled ? w.undo : w.handle}
          </Button>
          {handled && (
            <span className="inline-flex items-center gap-1 text-xs text-good" title={full(handled.at)}>
              <Check aria-hidden="true" className="size-3.5" />
              {handled.agent
                ? w.handledBy(handled.agent.name, point(handled.at, now))
                : w.handledAt(point(handled.at, now))}
            </span>
          )}
        </div>
      </article>
    </li>
  )
}

type ReachProps = { href: string; label: string; icon: ReactNode; text: string }

/** A way to answer outside of the application. */
const Reach = ({ href, label, icon, text }: ReachProps) => (
  <a href={href} aria-label={label} className="inline-flex min-w-0 items-center gap-1.5 text-accent hover:underline">
    <span aria-hidden="true" className="shrink-0 [&>svg]:size-3.5">
      {icon}
    </span>
    <bdi dir="ltr" className="truncate">
      {text}
    </bdi>
  </a>
)

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex min-w-0 gap-1.5">
    <dt className="shrink-0">{label}:</dt>
    <dd className="min-w-0 breakable">{children}</dd>
  </div>
)
