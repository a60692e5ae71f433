import { useQuery } from '@tanstack/react-query'
import { Archive, Bot, Footprints, Mail, MessageCircle, Radio, UsersRound } from 'lucide-react'
import { Link } from 'wouter'
import { waitingQuery } from '../api/offline.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

const LINKS = [
  { href: places.view('waiting'), room: 'inbox', icon: MessageCircle, label: words.nav.inbox },
  { href: places.visitors, room: 'visitors', icon: Footprints, label: words.nav.visitors },
  { href: places.offline, room: 'offline', icon: Mail, label: words.nav.offline },
  { href: places.archive, room: 'archive', icon: Archive, label: words.nav.archive },
  { href: places.channels, room: 'channels', icon: Radio, label: words.nav.channels },
  { href: places.bots, room: 'bots', icon: Bot, label: words.nav.bots },
  { href: places.team, room: 'team', icon: UsersRound, label: words.nav.team },
] as const

/** The main navigation: at the top, or at the bottom of a phone (`low`). */
export function NavLinks({ path, low = false }: { path: string; low?: boolean }) {
  const { live } = useSession()
  const unread = useCell(live.unread)
  const { role } = useCell(live.me)
  const { data: waiting = 0 } = useQuery(waitingQuery)
  const counts: Partial<Record<(typeof LINKS)[number]['room'], [n: number, label: string]>> = {
    inbox: [unread, words.inbox.unread(unread)],
    offline: [waiting, words.offline.waiting(waiting)],
  }
  // Agents have no access to the settings of bots.
  const links = LINKS.filter(({ room }) => room !== 'bots' || role !== 'agent')
  const here = path === '/' ? 'inbox' : path.split('/')[1]
  return links.map(({ href, room, icon: Icon, label }) => {
    const [n, meaning] = counts[room] ?? [0, '']
    return (
      <Link
        key={room}
        href={href}
        aria-current={here === room ? 'page' : undefined}
        className={cx(
          'relative flex items-center font-medium transition-colors',
          low
            ? 'min-w-0 flex-1 flex-col gap-0.5 px-px pt-2 tracking-tighter pb-1.5 text-2xs'
            : 'h-8 gap-2 rounded-lg px-2 lg:px-3',
          here === room ? (low ? 'text-accent' : 'bg-well text-ink') : 'text-muted hover:text-ink',
        )}
      >
        <Icon aria-hidden="true" className={low ? 'size-5' : 'size-4'} strokeWidth={here === room ? 2.2 : 1.8} />
        {low ? <span className="max-w-full truncate">{label}</span> : label}
        {n > 0 && (
          <span className={low ? 'absolute start-1/2 top-1 ms-1.5' : ''}>
            <Count n={n} label={meaning} />
          </span>
        )}
      </Link>
    )
  })
}
