import { memo, useEffect } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { openSearch } from '../find/leave.ts'
import { chooseDensity, density } from '../inbox/density.ts'
import { useCell, useSession } from '../live/react.ts'
import { usePresence } from '../nav/presence.ts'
import { places } from '../places.ts'
import { later } from '../ui/later.tsx'
import { chooseTheme } from '../ui/theme.ts'
import { listenToKeys } from './keys.ts'
import { oneKey, switchOneKey } from './one-key.ts'
import { showMenu, shown, showSheet } from './open.ts'
import { useCommands } from './registry.ts'

const Menu = later(() => import('./menu.tsx'))
const Sheet = later(() => import('./sheet.tsx'))

/** The keys, and the dialogs that they open, which load when they are first opened. */
export const Commands = memo(function Commands({ onSignOut }: { onSignOut: () => void }) {
  const open = useCell(shown)
  const { role } = useCell(useSession().live.me)
  const presence = usePresence()
  useEffect(listenToKeys, [])
  const go = (to: string) => () => navigate(to)
  useCommands({
    'app.menu': showMenu,
    'app.shortcuts': showSheet,
    'app.oneKey': () => switchOneKey(!oneKey.get()),
    'app.online': presence.chosen === 'online' ? null : () => void presence.choose('online'),
    'app.away': presence.chosen === 'away' ? null : () => void presence.choose('away'),
    'app.signOut': onSignOut,
    'app.density': () => chooseDensity(density.get() === 'compact' ? 'comfortable' : 'compact'),
    'app.light': () => chooseTheme('light'),
    'app.dark': () => chooseTheme('dark'),
    'app.system': () => chooseTheme('system'),
    'go.inbox': go(places.view('waiting')),
    'go.search': () => openSearch(navigate),
    'go.live': role === 'agent' ? null : go(places.live),
    'go.visitors': go(places.visitors),
    'go.contacts': go(places.contacts),
    'go.tasks': go(places.tasks),
    'go.calls': go(places.calls),
    'go.offline': go(places.offline),
    'go.archive': go(places.archive),
    'go.channels': go(places.channels),
    // Agents have no access to the settings of bots and webhooks.
    'go.bots': role === 'agent' ? null : go(places.bots),
    'go.webhooks': role === 'agent' ? null : go(places.webhooks),
    'go.deliveries': role === 'agent' ? null : go(places.deliveries),
    'go.settings': go(places.settings),
    'go.canned': go(places.canned),
    'go.macros': go(places.macros),
    'go.team': go(places.team),
    'go.me': go(places.me),
  })
  return (
    <>
      {(open === 'menu' || open === 'macros') && <Menu />}
      {open === 'sheet' && <Sheet />}
    </>
  )
})
