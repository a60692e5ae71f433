import { Link2Off } from 'lucide-react'
import type { ReactNode } from 'react'
import { LoadingScreen } from '../loading-screen.tsx'
import { Button } from '../ui/button.tsx'
import { laterWords } from '../words/later.ts'
import { CARD, EntryFrame } from './frame.tsx'
import type { Opened } from './use-link.ts'

const w = laterWords.entry

/** A page that a link leads to: loading, failed, a link that has ended, or its form. */
export function LinkPage<T>({
  state,
  endedHelp,
  children,
}: {
  state: Opened<T>
  endedHelp: string
  children: (what: T) => ReactNode
}) {
  if (state.at === 'loading') return <LoadingScreen problem={null} onRetry={() => {}} />
  if (state.at === 'failed') return <LoadingScreen problem={state.problem} onRetry={state.retry} />
  if (state.at === 'open') return children(state.what)
  return (
    <EntryFrame title={w.ended}>
      <div role="alert" className={`${CARD} items-center text-center`}>
        <Link2Off aria-hidden="true" className="size-8 text-muted" strokeWidth={1.6} />
        <p className="text-pretty">
          {w.endedHelp} {endedHelp}
        </p>
        <Button kind="primary" className="w-full" onClick={() => location.assign('/')}>
          {w.toSignIn}
        </Button>
      </div>
    </EntryFrame>
  )
}
