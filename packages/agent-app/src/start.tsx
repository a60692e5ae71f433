import { isPlace } from '@deskbell/protocol/agent/places'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { App } from './app.tsx'
import { readSnapshot } from './live/snapshot-store.ts'
import type { Snapshot } from './live/snapshot.ts'
import { MissingPage } from './missing.tsx'
import { registerWorker } from './sw/register.ts'
import { lasting } from './text/when.ts'
import { Boundary } from './ui/boundary.tsx'
import { lazyScreen } from './ui/lazy-screen.tsx'
import { words } from './words/index.ts'

document.documentElement.lang = words.locale
document.documentElement.dir ||= words.dir

/** How long the first drawing waits for what this browser keeps, ms. */
const SOON = 200

const Leave = lazyScreen(() => import('./leave/leave.tsx'))
const Invitation = lazyScreen(() => import('./entry/invitation.tsx'))
const NewPassword = lazyScreen(() => import('./entry/new-password.tsx'))

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is final; only temporary failures are retried.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.mayPass,
    },
  },
})

/** The page before a visitor's link, those of links that give access, and that of an unknown address need no sign-in. */
function Page({ path, kept }: { path: string; kept: Snapshot | null }) {
  if (path === '/leave') return <Leave />
  if (path === '/invitation') return <Invitation />
  if (path === '/new-password') return <NewPassword />
  return isPlace(path) ? <App kept={kept} /> : <MissingPage />
}

const draw = (kept: Snapshot | null) =>
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
          <QueryClientProvider client={queries}>
            <Boundary at="app">
              <Page path={location.pathname} kept={kept} />
            </Boundary>
          </QueryClientProvider>
        </DirectionProvider>
      </CSPProvider>
    </StrictMode>,
  )

const asked = readSnapshot()
// While the browser reads it: Intl takes some milliseconds for its first formatter, which the first row needs.
lasting(0, 'narrow')
// What this browser keeps of the inbox is the first drawing, if it is there soon.
void Promise.race([
  asked,
  new Promise<null>((resolve) => {
    setTimeout(resolve, SOON, null)
  }),
]).then(draw)

registerWorker()
