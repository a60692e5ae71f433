import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError } from './api/client.ts'
import { App } from './app.tsx'
import { Leave } from './leave/leave.tsx'
import './styles.css'
import { Boundary } from './ui/boundary.tsx'
import { words } from './words/index.ts'

document.documentElement.lang = words.locale
document.documentElement.dir ||= words.dir

const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is final; only temporary failures are retried.
      retry: (failures, error) => failures < 2 && error instanceof ApiError && error.mayPass,
    },
  },
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <DirectionProvider direction={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}>
        <QueryClientProvider client={queries}>
          <Tooltip.Provider delay={500} closeDelay={50}>
            <Boundary at="app">
              {/* The page before a visitor's link needs no sign-in and no connection. */}
              {location.pathname === '/leave' ? <Leave /> : <App />}
            </Boundary>
          </Tooltip.Provider>
        </QueryClientProvider>
      </DirectionProvider>
    </CSPProvider>
  </StrictMode>,
)
