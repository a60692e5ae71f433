import { Compass } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useLocation } from 'wouter'
import { Announcer } from './inbox/announcer.tsx'
import { Badge } from './inbox/badge.tsx'
import { Inbox } from './inbox/inbox.tsx'
import { NavLinks } from './nav/nav-links.tsx'
import { TopBar } from './nav/top-bar.tsx'
import { places, toInboxPlace } from './places.ts'
import { Boundary } from './ui/boundary.tsx'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { cx } from './ui/cx.ts'
import { Spinner } from './ui/spinner.tsx'
import { words } from './words/index.ts'

const Visitors = lazy(() => import('./visitors/visitors.tsx'))
const Offline = lazy(() => import('./offline/offline.tsx'))
const Archive = lazy(() => import('./archive/archive.tsx'))
const Channels = lazy(() => import('./channels/channels.tsx'))
const Bots = lazy(() => import('./bots/bots.tsx'))
const Team = lazy(() => import('./team/team.tsx'))
const Settings = lazy(() => import('./settings/settings.tsx'))
const Profile = lazy(() => import('./me/me.tsx'))

function Room({ path }: { path: string }) {
  const inbox = toInboxPlace(path)
  if (inbox) return <Inbox {...inbox} />
  const [, room, id, of] = path.split('/')
  if (room === 'visitors') return <Visitors />
  if (room === 'offline') return <Offline />
  if (room === 'archive') return <Archive />
  if (room === 'channels') return <Channels id={id ? Number(id) : null} />
  if (room === 'bots') return <Bots id={id ? Number(id) : null} />
  if (room === 'team') return <Team />
  if (room === 'settings') return <Settings part={id ?? ''} webhook={of ? Number(of) : null} />
  if (room === 'me') return <Profile />
  return <Missing />
}

/** The frame around all screens of a signed-in agent. */
export function Screens({ onSignOut }: { onSignOut: () => Promise<void> }) {
  const [path] = useLocation()
  // On a phone a conversation uses the whole height: a bar at the bottom would stand between keyboard and text.
  const inChat = toInboxPlace(path)?.chat != null
  return (
    <div className="flex h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <a
        href="#content"
        className="fixed start-2 top-2 z-50 -translate-y-16 rounded-lg bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
      >
        {words.common.skip}
      </a>
      <TopBar path={path} onSignOut={onSignOut} hiddenOnPhone={inChat} />
      <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 outline-none">
        <Boundary at={path}>
          <Suspense
            fallback={
              <div role="status" className="m-auto text-muted">
                <Spinner className="size-5" />
                <span className="sr-only">{words.common.loading}</span>
              </div>
            }
          >
            <Room path={path} />
          </Suspense>
        </Boundary>
      </main>
      <nav
        aria-label={words.nav.label}
        className={cx(
          'shrink-0 justify-around border-t border-line bg-panel pb-[env(safe-area-inset-bottom)] md:hidden',
          inChat ? 'hidden' : 'flex',
        )}
      >
        <NavLinks path={path} low />
      </nav>
      <Announcer />
      <Badge />
    </div>
  )
}

function Missing() {
  const [, navigate] = useLocation()
  return (
    <>
      <h1 className="sr-only">{words.problem.missing}</h1>
      <Empty
        icon={Compass}
        title={words.problem.missing}
        action={
          <Button kind="primary" onClick={() => navigate(places.view('waiting'))}>
            {words.problem.toInbox}
          </Button>
        }
      >
        {words.problem.missingHelp}
      </Empty>
    </>
  )
}
