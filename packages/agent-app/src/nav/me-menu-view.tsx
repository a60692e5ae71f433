import { Menu } from '@base-ui/react/menu'
import { Check, Command, Keyboard, LogOut, Monitor, Moon, Sun, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { showMenu, showSheet } from '../commands/open.ts'
import { useCell, useSession } from '../live/react.ts'
import { places } from '../places.ts'
import { chooseTheme, type Theme, theme, THEMES } from '../ui/theme.ts'
import { useFirstItem } from '../ui/first-item.ts'
import { words } from '../words/index.ts'
import { MeButton } from './me-button.tsx'
import { type Choice, CHOICES, PRESENCE_DOTS, usePresence } from './presence.ts'

const ITEM =
  'flex h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 text-ink outline-none select-none data-highlighted:bg-well'
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon }

/** The menu of `MeMenu`, open from its first use. */
export default function MeMenuView({ byKey, onSignOut }: { byKey: boolean; onSignOut: () => void }) {
  const { live } = useSession()
  const me = useCell(live.me)
  const chosen = useCell(theme)
  const presence = usePresence()
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isFirst, setIsFirst] = useState(true)
  const first = useFirstItem(byKey && isFirst, place)
  return (
    <>
      <Menu.Root defaultOpen onOpenChange={() => setIsFirst(false)} onOpenChangeComplete={first}>
        <Menu.Trigger render={<MeButton />} />
        <Menu.Portal container={place}>
          <Menu.Positioner side="inline-end" sideOffset={6} align="end" className="z-50">
            <Menu.Popup className="popup w-60 p-1.5">
              <div className="px-2.5 pt-1.5 pb-2">
                <p dir="auto" className="truncate font-medium">
                  {me.name}
                </p>
                <p className="truncate text-sm text-muted">{me.email}</p>
              </div>
              <Line />
              <Menu.RadioGroup value={presence.chosen} onValueChange={(value: Choice) => void presence.choose(value)}>
                <Label>{words.nav.presence}</Label>
                {CHOICES.map((one) => (
                  <Radio key={one} value={one}>
                    <span aria-hidden="true" className="grid size-4 place-items-center">
                      <span className={`size-2 rounded-full ${PRESENCE_DOTS[one]}`} />
                    </span>
                    <span className="flex-1">
                      {words.nav.presences[one]}{' '}
                      <span className="text-xs text-muted">{words.nav.presenceHelp[one]}</span>
                    </span>
                  </Radio>
                ))}
              </Menu.RadioGroup>
              {presence.problem && (
                <p role="alert" className="px-2.5 py-1 text-sm text-bad">
                  {presence.problem}
                </p>
              )}
              <Line />
              <Menu.RadioGroup value={chosen} onValueChange={(value: Theme) => chooseTheme(value)}>
                <Label>{words.nav.theme}</Label>
                {THEMES.map((name) => {
                  const Icon = THEME_ICONS[name]
                  return (
                    <Radio key={name} value={name}>
                      <Icon className="size-4 text-muted" />
                      <span className="flex-1">{words.nav.themes[name]}</span>
                    </Radio>
                  )
                })}
              </Menu.RadioGroup>
              <Line />
              <Menu.Item className={ITEM} onClick={() => navigate(places.me)}>
                <UserRound className="size-4 text-muted" /> {words.nav.me}
              </Menu.Item>
              <Menu.Item className={ITEM} onClick={showMenu}>
                <Command className="size-4 text-muted" /> {words.nav.commandMenu}
              </Menu.Item>
              <Menu.Item className={ITEM} onClick={showSheet}>
                <Keyboard className="size-4 text-muted" /> {words.nav.shortcuts}
              </Menu.Item>
              <Menu.Item className={ITEM} onClick={onSignOut}>
                <LogOut className="size-4 text-muted rtl:-scale-x-100" /> {words.nav.signOut}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <div ref={setPlace} />
    </>
  )
}

const Line = () => <Menu.Separator className="mx-1 my-1.5 h-px bg-line" />
const Label = ({ children }: { children: string }) => (
  <Menu.GroupLabel className="px-2.5 pt-1 pb-1 text-xs text-muted">{children}</Menu.GroupLabel>
)
const Radio = ({ value, children }: { value: string; children: ReactNode }) => (
  <Menu.RadioItem value={value} closeOnClick={false} className={ITEM}>
    {children}
    <Menu.RadioItemIndicator>
      <Check className="size-4 text-accent" />
    </Menu.RadioItemIndicator>
  </Menu.RadioItem>
)
