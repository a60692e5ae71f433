import { useEffect } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { CallsHere } from './calls/calls-here.tsx'
import { ClosingToasts } from './closing/closing-toasts.tsx'
import { Commands } from './commands/commands.tsx'
import { Announcer } from './inbox/announcer.tsx'
import { Badge } from './inbox/badge.tsx'
import { Inbox } from './inbox/inbox.tsx'
import { ConnectionState } from './nav/connection-state.tsx'
import { PhoneBar } from './nav/phone-bar.tsx'
import { Rail } from './nav/rail.tsx'
import { ROOMS } from './nav/rooms.ts'
import { useSignOut } from './nav/sign-out.tsx'
import { Missing } from './missing.tsx'
import { toInboxPlace } from './places.ts'
import { SettingsFrame } from './settings/frame.tsx'
import { sectionOf } from './settings/sections.ts'
import { AfterPaint } from './ui/after-paint-view.tsx'
import { Boundary } from './ui/boundary.tsx'
import { keepFocus } from './ui/keep-focus.ts'
import { words } from './words/index.ts'

/** The parts of an address behind the start of a screen's own. */
const restOf = (path: string, start: string) => path.slice(start.length).split('/').filter(Boolean)

function Screen({ path }: { path: string }) {
  const inbox = toInboxPlace(path)
  if (inbox) return <Inbox {...inbox} />
  const section = sectionOf(path)
  if (section) {
    return (
      <SettingsFrame here={section}>
        <Boundary at={path}>
          <section.Screen key={section.href} rest={restOf(path, section.href)} />
        </Boundary>
      </SettingsFrame>
    )
  }
  const room = ROOMS.find(({ at }) => at === path.split('/')[1])
  if (room?.Screen) return <room.Screen key={room.at} rest={restOf(path, room.href)} />
  return <Missing />
}

/** The frame around all screens of a signed-in agent. */
export function Screens({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const path = usePathname()
  useEffect(keepFocus, [])
  const { signOut, question } = useSignOut(onSignOut)
  const here = toInboxPlace(path) ? 'inbox' : sectionOf(path) ? 'settings' : (path.split('/')[1] ?? '')
  // On a phone a conversation uses the whole height: a bar at the bottom would be between keyboard and text.
  const inChat = toInboxPlace(path)?.chat != null
  return (
    <div className="flex h-dvh pt-[env(safe-area-inset-top)]">
      <a
        href="#content"
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {words.common.skip}
      </a>
      <Rail here={here} onSignOut={signOut} />
      <div className="flex min-w-0 flex-1 flex-col">
        <ConnectionState />
        <CallsHere />
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
          <Boundary at={path}>
            <Screen path={path} />
          </Boundary>
        </main>
        {!inChat && <PhoneBar here={here} onSignOut={signOut} />}
      </div>
      {question}
      <ClosingToasts />
      <Announcer />
      <Commands onSignOut={signOut} />
      <AfterPaint>
        <Badge />
      </AfterPaint>
    </div>
  )
}
