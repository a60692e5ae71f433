import { Link } from 'wouter'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { cx } from '../ui/cx.ts'
import { Logo } from '../ui/logo.tsx'
import { words } from '../words/index.ts'
import { ConnectionState } from './connection-state.tsx'
import { MeMenu } from './me-menu.tsx'
import { NavLinks } from './nav-links.tsx'
import { PresenceSwitch } from './presence-switch.tsx'

type Props = { path: string; onSignOut: () => Promise<void>; hiddenOnPhone: boolean }

/** Navigation, presence and connection state. */
export function TopBar({ path, onSignOut, hiddenOnPhone }: Props) {
  const me = useCell(useSession().live.me)
  return (
    <>
      <header
        className={cx(
          'h-12 shrink-0 items-center gap-3 border-b border-line bg-panel px-3 md:flex',
          hiddenOnPhone ? 'hidden' : 'flex',
        )}
      >
        <Link
          href={places.view('waiting')}
          className="flex min-w-0 items-center gap-2.5 rounded-lg md:max-w-56"
          aria-label={`${words.app}, ${me.account.name}`}
        >
          <Logo className="size-7 shrink-0" />
          <bdi className="truncate font-semibold tracking-tight">{me.account.name}</bdi>
        </Link>
        <nav aria-label={words.nav.label} className="hidden items-center gap-1 md:flex">
          <NavLinks path={path} />
        </nav>
        <div className="ms-auto flex items-center gap-1.5">
          <PresenceSwitch />
          <MeMenu onSignOut={onSignOut} />
        </div>
      </header>
      <ConnectionState />
    </>
  )
}
