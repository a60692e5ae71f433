import { Dialog } from '@base-ui/react/dialog'
import { Keyboard, LogOut, type LucideIcon, X } from 'lucide-react'
import { usePathname } from 'wouter/use-browser-location'
import { showSheet } from '../commands/open.ts'
import { useCell, useSession } from '../live/react.ts'
import { sectionOf, sectionsFor } from '../settings/sections.ts'
import { Avatar } from '../ui/avatar.tsx'
import { IconButton } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Count } from '../ui/count.tsx'
import { cx } from '../ui/cx.ts'
import { BACKDROP } from '../ui/dialog.tsx'
import { chooseTheme, theme, THEMES } from '../ui/theme.ts'
import { words } from '../words/index.ts'
import { CHOICES, usePresence } from './presence.ts'
import { type Room, roomsFor } from './rooms.ts'
import { Link } from '../ui/link.tsx'

const ROW = 'flex min-h-11 w-full items-center gap-3 rounded-lg px-2.5 text-start font-medium'
type Props = { open: boolean; onOpenChange: (open: boolean) => void; here: string; onSignOut: () => void }

/** What does not fit into the bar of a phone: the agent, the other places, the sections of the settings. */
export default function MoreSheet({ open, onOpenChange, here, onSignOut }: Props) {
  const me = useCell(useSession().live.me)
  const chosen = useCell(theme)
  const presence = usePresence()
  const path = usePathname()
  const close = () => onOpenChange(false)
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className={BACKDROP} />
        <Dialog.Popup className="fixed inset-x-0 bottom-0 z-50 max-h-[85dvh] overflow-y-auto rounded-t-2xl bg-raised px-3 pt-3 pb-[calc(env(safe-area-inset-bottom)+0.75rem)] shadow-raised outline-none transition-transform duration-150 data-ending-style:translate-y-full data-starting-style:translate-y-full">
          <div className="flex items-center gap-3 px-2 pb-3">
            <Avatar name={me.name} id={me.id} photo={me.photo} />
            <div className="min-w-0 flex-1">
              <Dialog.Title className="truncate font-semibold">
                <bdi className="block truncate">{me.name}</bdi>
              </Dialog.Title>
              <p className="truncate text-sm text-muted">{me.account.name}</p>
            </div>
            <Dialog.Close
              render={
                <IconButton label={words.common.close} tip={false}>
                  <X className="size-4.5" />
                </IconButton>
              }
            />
          </div>
          <div className="px-2 pb-2">
            <Choice
              label={words.nav.presence}
              bare
              value={presence.chosen}
              options={CHOICES.map((one) => [one, words.nav.presences[one]] as const)}
              onChange={(value) => void presence.choose(value)}
            />
            <p role={presence.problem ? 'alert' : undefined} className="pt-1 text-xs text-muted">
              {presence.problem ?? words.nav.presenceHelp[presence.chosen]}
            </p>
          </div>
          {roomsFor(me.role)
            .filter(({ onPhone }) => !onPhone)
            .map((room) => (
              <RoomRow key={room.at} room={room} isHere={room.at === here} onClick={close} />
            ))}
          <Title>{words.nav.settings}</Title>
          {sectionsFor(me.role).map((section) => (
            <Row key={section.href} {...section} isHere={sectionOf(path) === section} onClick={close} />
          ))}
          <Title>{words.nav.theme}</Title>
          <div className="px-2 pb-1">
            <Choice
              label={words.nav.theme}
              bare
              value={chosen}
              options={THEMES.map((name) => [name, words.nav.themes[name]] as const)}
              onChange={chooseTheme}
            />
          </div>
          <Act icon={Keyboard} label={words.nav.shortcuts} onClick={() => (close(), showSheet())} />
          <Act icon={LogOut} label={words.nav.signOut} onClick={() => (close(), onSignOut())} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const Title = ({ children }: { children: string }) => (
  <p className="mt-2 border-t border-line px-2.5 pt-3 pb-1 text-xs font-medium text-muted">{children}</p>
)

const useNone = () => [0, ''] as const

function RoomRow({ room, ...rest }: { room: Room; isHere: boolean; onClick: () => void }) {
  const { useCount = useNone } = room
  const [n, meaning] = useCount()
  return <Row {...room} {...rest} n={n} meaning={meaning} />
}

type RowProps = {
  href: string
  icon: LucideIcon
  label: string
  isHere: boolean
  onClick: () => void
  n?: number
  meaning?: string
}

const Row = ({ href, icon: Icon, label, isHere, onClick, n = 0, meaning = '' }: RowProps) => (
  <Link
    href={href}
    onClick={onClick}
    aria-current={isHere ? 'page' : undefined}
    className={cx(ROW, isHere ? 'bg-tint text-accent-strong' : 'hover:bg-well')}
  >
    <Icon aria-hidden="true" className={cx('size-5', !isHere && 'text-muted')} strokeWidth={1.75} />
    <span className="flex-1">{label}</span>
    {n > 0 && <Count n={n} label={meaning} />}
  </Link>
)

const Act = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <button type="button" onClick={onClick} className={cx(ROW, 'hover:bg-well')}>
    <Icon aria-hidden="true" className="size-5 text-muted rtl:-scale-x-100" strokeWidth={1.75} />
    {label}
  </button>
)
