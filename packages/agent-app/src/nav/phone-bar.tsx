import { Menu } from 'lucide-react'
import { useState, memo } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { useOpened } from '../ui/dialog.tsx'
import { later } from '../ui/later.tsx'
import { words } from '../words/index.ts'
import { PRESENCE_DOTS } from './presence.ts'
import { type Room, ROOMS } from './rooms.ts'
import { Link } from '../ui/link.tsx'

const MoreSheet = later(() => import('./more-sheet.tsx'))
const ITEM = 'relative flex h-13 min-w-0 flex-1 flex-col items-center justify-center gap-0.5 px-1 text-2xs font-medium'

/** The main places at the foot of a phone; the others are behind "More". */
export const PhoneBar = memo(function PhoneBar({ here, onSignOut }: { here: string; onSignOut: () => void }) {
  const [open, setOpen] = useState(false)
  const { status } = useCell(useSession().live.me)
  const rooms = ROOMS.filter(({ onPhone }) => onPhone)
  const isElsewhere = !rooms.some(({ at }) => at === here)
  return (
    <nav
      aria-label={words.nav.label}
      className="flex shrink-0 border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {rooms.map((room) => (
        <BarLink key={room.at} room={room} isHere={room.at === here} />
      ))}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(ITEM, isElsewhere ? 'text-accent' : 'text-muted')}
      >
        <span className="relative">
          <Menu aria-hidden="true" className="size-5" strokeWidth={1.75} />
          <span
            className={cx('absolute -end-1 -top-0.5 size-2 rounded-full ring-2 ring-panel', PRESENCE_DOTS[status])}
          />
        </span>
        {words.nav.more}
      </button>
      {useOpened(open) && <MoreSheet open={open} onOpenChange={setOpen} here={here} onSignOut={onSignOut} />}
    </nav>
  )
})

const useNone = () => [0, ''] as const

function BarLink({ room, isHere }: { room: Room; isHere: boolean }) {
  const { href, icon: Icon, label, useCount = useNone } = room
  const [n, meaning] = useCount()
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className={cx(ITEM, isHere ? 'text-accent' : 'text-muted')}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={isHere ? 2 : 1.75} />
      <span className="max-w-full truncate">{label}</span>
      {n > 0 && (
        <span className="absolute start-1/2 top-1 ms-1.5">
          <Count n={n} label={meaning} />
        </span>
      )}
    </Link>
  )
}
