import { CloudOff } from 'lucide-react'
import { Button } from './ui/button.tsx'
import { Empty } from './ui/empty.tsx'
import { Logo } from './ui/logo.tsx'
import { words } from './words/index.ts'

/**
 * Shown while the session is being read: empty at first, then a spinner, and a retry button when the server cannot be
 * reached.
 */
export function LoadingScreen({ problem, onRetry }: { problem: string | null; onRetry: () => void }) {
  return (
    <main className="grid h-full place-items-center bg-canvas">
      <h1 className="sr-only">{words.app}</h1>
      {problem ? (
        <div role="alert">
          <Empty
            icon={CloudOff}
            title={problem}
            action={
              <Button kind="primary" onClick={onRetry}>
                {words.common.retry}
              </Button>
            }
          />
        </div>
      ) : (
        <div role="status">
          <Logo className="size-10 animate-pulse-soft" />
          <span className="sr-only">{words.common.loading}</span>
        </div>
      )}
    </main>
  )
}
