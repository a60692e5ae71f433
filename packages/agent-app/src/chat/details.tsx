import { ArrowLeft, ShieldQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { useCells, useDesk } from '../live/react.ts'
import type { View } from '../live/views.ts'
import { places } from '../places.ts'
import { toTarget } from '../text/links.ts'
import { full, lasting, moment, number } from '../text/when.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'

const w = words.details

/** Who writes, from where, since when. */
export function Details({ id, view }: { id: number; view: View }) {
  const { live } = useDesk()
  const chat = useCells(live.chats, id)
  const now = useNow()
  const [, navigate] = useLocation()
  if (!chat) {
    return (
      <div className="flex flex-col gap-4 p-5">
        <div className="skeleton size-14 rounded-full" />
        <div className="skeleton h-4 w-2/3" />
        <div className="skeleton h-3 w-1/2" />
      </div>
    )
  }
  const { visitor } = chat
  const when = (at: number) => (
    <time dateTime={new Date(at).toISOString()} title={full(at)}>
      {moment(at, now)}
    </time>
  )
  return (
    <>
      <div className="flex h-14 shrink-0 items-center gap-2 border-b border-line px-2 xl:hidden">
        <IconButton label={words.common.back} keys="Esc" onClick={() => navigate(places.chat(view, id))}>
          <ArrowLeft className="size-5 rtl:-scale-x-100" />
        </IconButton>
        <p className="font-semibold">{w.title}</p>
      </div>
      <div className="flex flex-col items-center gap-2.5 border-b border-line px-5 pt-7 pb-6 text-center">
        <Avatar name={visitor.name} id={visitor.number} photo={visitor.photo} size="lg" />
        <div className="max-w-full min-w-0">
          <bdi className="block text-md font-semibold breakable">{visitor.name ?? words.inbox.anonymous}</bdi>
          <p className="text-sm text-muted">{words.inbox.number(visitor.number)}</p>
        </div>
      </div>
      <Group title={w.contact} note={w.fromCustomer}>
        <Fact label={w.email} value={visitor.email} copy />
        <Fact label={w.phone} value={visitor.phone} copy />
        <Fact label={w.page} value={visitor.url}>
          {visitor.url && <Page url={visitor.url} />}
        </Fact>
        <Fact label={w.id} value={visitor.id} copy />
      </Group>
      <Group title={w.chat}>
        <Fact label={w.channel} value={chat.channel.name} />
        <Fact label={w.number} value={number(chat.id)} />
        <Fact label={w.agent} value={chat.agent?.name ?? null} none={w.nobody} />
        {chat.bot && <Fact label={w.bot} value={chat.bot.name} />}
        <Fact label={w.opened} value="">
          {when(chat.openedAt)}
        </Fact>
        {chat.waitingSince !== null && (
          <Fact label={w.waiting} value="">
            {when(chat.waitingSince)} ({lasting(Math.max(0, now - chat.waitingSince), 'narrow')})
          </Fact>
        )}
        {chat.closedAt !== null && (
          <Fact label={w.closedAt} value="">
            {when(chat.closedAt)}
          </Fact>
        )}
        <Fact label={w.chats} value={number(visitor.chats)} />
      </Group>
    </>
  )
}

const Group = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section className="border-b border-line px-5 py-4 last:border-b-0">
    <h2 className="text-sm font-semibold">{title}</h2>
    {note && (
      <p className="mt-0.5 flex items-center gap-1.5 text-xs text-muted">
        <ShieldQuestion aria-hidden="true" className="size-3.5 shrink-0" />
        {note}
      </p>
    )}
    <dl className="mt-2 flex flex-col gap-2.5">{children}</dl>
  </section>
)

type FactProps = { label: string; value: string | null; none?: string; copy?: boolean; children?: ReactNode }

function Fact({ label, value, none = w.none, copy = false, children }: FactProps) {
  return (
    <div className="group relative">
      <dt className="text-xs text-muted">{label}</dt>
      <dd className="min-w-0 pe-8 breakable">
        {children || (value ? <bdi>{value}</bdi> : <span className="text-muted">{none}</span>)}
        {copy && value && (
          <span className="absolute end-[-0.5rem] top-1.5 opacity-0 transition-opacity group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
            <CopyButton text={value} label={`${words.common.copy}: ${label}`} />
          </span>
        )}
      </dd>
    </div>
  )
}

/** Where the customer writes from: a link when it is one of the web (A11), else the words as they came. */
function Page({ url }: { url: string }) {
  const target = toTarget(url)
  if (!target || !/^https?:/.test(target.href)) return <bdi>{url}</bdi>
  return (
    <>
      <a
        href={target.href}
        target="_blank"
        rel="noreferrer noopener"
        title={target.href}
        className="text-accent underline underline-offset-2"
      >
        <bdi>{url}</bdi>
      </a>
      {target.host !== undefined && <span className="block text-xs text-warm">{words.chat.linkTo(target.host)}</span>}
    </>
  )
}
