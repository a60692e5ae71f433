import type { LucideIcon } from 'lucide-react'
import { memo } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/logo.tsx'
import { Tip } from '../ui/tip.tsx'
import { words } from '../words/index.ts'
import { MeMenu } from './me-menu.tsx'
import { type Room, roomsFor, SETTINGS } from './rooms.ts'
import { Link } from '../ui/link.tsx'

type Props = { here: string; onSignOut: () => void }

/** The places of the application, as icons with tips, at the side of a wide screen. `here`: the current place. */
export const Rail = memo(function Rail({ here, onSignOut }: Props) {
  const me = useCell(useSession().live.me)
  return (
    <header className="hidden w-14 shrink-0 flex-col items-center gap-1 border-e border-line bg-canvas py-2 md:flex">
      <Tip text={me.account.name || words.app} side="inline-end">
        <Link
          href={places.view('waiting')}
          aria-label={me.account.name === '' ? words.app : `${words.app}, ${me.account.name}`}
          className="mb-1 grid size-10 place-items-center rounded-lg"
        >
          <Logo className="size-7" />
        </Link>
      </Tip>
      <nav aria-label={words.nav.label} className="flex min-h-0 flex-1 flex-col items-center gap-1">
        {roomsFor(me.role).map((room) => (
          <RoomLink key={room.at} room={room} isHere={here === room.at} />
        ))}
        <div className="flex-1" />
        <RailLink {...SETTINGS} isHere={here === 'settings'} />
      </nav>
      <MeMenu onSignOut={onSignOut} />
    </header>
  )
})

const useNone = () => [0, ''] as const

function RoomLink({ room, isHere }: { room: Room; isHere: boolean }) {
  const { useCount = useNone } = room
  const [n, meaning] = useCount()
  return <RailLink {...room} isHere={isHere} n={n} meaning={meaning} />
}

type LinkProps = { href: string; icon: LucideIcon; label: string; isHere: boolean; n?: number; meaning?: string }

const RailLink = ({ href, icon: Icon, label, isHere, n = 0, meaning = '' }: LinkProps) => (
  <Tip text={label} side="inline-end">
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={cx(
        'relative grid size-10 place-items-center rounded-lg transition-colors duration-100',
        isHere ? 'bg-tint text-accent' : 'text-muted hover:bg-well hover:text-ink',
      )}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={isHere ? 2 : 1.75} />
      <span className="sr-only">{label}</span>
      {n > 0 && (
        <span className="absolute -end-0.5 -top-0.5 rounded-full ring-2 ring-canvas">
          <Count n={n} label={meaning} />
        </span>
      )}
    </Link>
  </Tip>
)
