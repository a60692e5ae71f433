import { Menu } from '@base-ui/react/menu'
import { Check, Keyboard, LogOut, Monitor, Moon, Settings, Sun, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { showShortcuts } from './shortcuts.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { chooseTheme, type Theme, theme, THEMES } from '../ui/theme.ts'
import { words } from '../words/index.ts'
import { Shortcuts } from './shortcuts.tsx'

const ITEM =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 outline-none select-none data-highlighted:bg-well text-ink'
const ICONS = { system: Monitor, light: Sun, dark: Moon }

export function MeMenu({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const { live } = useSession()
  const me = useCell(live.me)
  const connection = useCell(live.connection)
  const chosen = useCell(theme)
  const [, navigate] = useLocation()
  const [asking, setAsking] = useState(false)
  // The number of unsent messages when the agent asked to sign out.
  const [unsent, setUnsent] = useState(0)
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const leave = () => {
    const count = [...live.pending.values()].flat().filter((pending) => pending.state.is !== 'sent').length
    setUnsent(count)
    if (count > 0) setAsking(true)
    else void onSignOut().catch(() => setAsking(true))
  }

  return (
    <>
      <Menu.Root>
        <Menu.Trigger aria-label={words.nav.menu} className="rounded-full p-1 hover:bg-well data-popup-open:bg-well">
          <Avatar
            name={me.name}
            id={me.id}
            photo={me.photo}
            size="sm"
            presence={connection.status === 'live' ? me.status : 'offline'}
          />
        </Menu.Trigger>
        <Menu.Portal container={place}>
          <Menu.Positioner sideOffset={6} align="end" className="z-50">
            <Menu.Popup className="popup w-60 p-1.5">
              <div className="px-2.5 pt-1.5 pb-2">
                <p dir="auto" className="truncate font-medium">
                  {me.name}
                </p>
                <p className="truncate text-sm text-muted">{me.email}</p>
              </div>
              <Menu.Separator className="mx-1 mb-1.5 h-px bg-line" />
              <Menu.Item className={ITEM} onClick={() => navigate(places.me)}>
                <UserRound className="size-4 text-muted" /> {words.nav.me}
              </Menu.Item>
              {me.role !== 'agent' && (
                <Menu.Item className={ITEM} onClick={() => navigate(places.settings)}>
                  <Settings className="size-4 text-muted" /> {words.nav.settings}
                </Menu.Item>
              )}
              <Menu.Item className={ITEM} onClick={showShortcuts}>
                <Keyboard className="size-4 text-muted" /> {words.nav.shortcuts}
              </Menu.Item>
              <Menu.Separator className="mx-1 my-1.5 h-px bg-line" />
              <Menu.RadioGroup value={chosen} onValueChange={(value: Theme) => chooseTheme(value)}>
                <Menu.GroupLabel className="px-2.5 pt-1 pb-1 text-xs text-muted">{words.nav.theme}</Menu.GroupLabel>
                {THEMES.map((name) => {
                  const Icon = ICONS[name]
                  return (
                    <Menu.RadioItem key={name} value={name} closeOnClick={false} className={ITEM}>
                      <Icon className="size-4 text-muted" />
                      <span className="flex-1">{words.nav.themes[name]}</span>
                      <Menu.RadioItemIndicator>
                        <Check className="size-4 text-accent" />
                      </Menu.RadioItemIndicator>
                    </Menu.RadioItem>
                  )
                })}
              </Menu.RadioGroup>
              <Menu.Separator className="mx-1 my-1.5 h-px bg-line" />
              <Menu.Item className={ITEM} onClick={leave}>
                <LogOut className="size-4 text-muted rtl:-scale-x-100" /> {words.nav.signOut}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <div ref={setPlace} />
      <Shortcuts />
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={unsent > 0 ? words.nav.unsent : words.nav.signOut}
        action={unsent > 0 ? words.nav.signOutAnyway : words.nav.signOut}
        danger={unsent > 0}
        onConfirm={onSignOut}
      >
        {unsent > 0 ? words.nav.unsentHelp(unsent) : words.problem.unreachable}
      </Confirm>
    </>
  )
}
