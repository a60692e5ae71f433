import { onlineManager } from '@tanstack/react-query'
import { CloudOff, Lock, WifiOff } from 'lucide-react'
import { type ReactNode, useSyncExternalStore } from 'react'
import { ApiError, saying } from '../api/client.ts'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { cx } from './cx.ts'
import { Empty } from './empty.tsx'

const subscribe = (changed: () => void) => onlineManager.subscribe(changed)
/** Whether the browser has a connection. Requests wait for it. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => onlineManager.isOnline())

/** Needs the connection, and loads by itself when it is back. */
export const NeedsConnection = ({ action }: { action?: ReactNode }) => (
  <div role="status" className="flex flex-1">
    <Empty icon={WifiOff} title={words.problem.offline} action={action}>
      {words.problem.offlineHelp}
    </Empty>
  </div>
)

/** The place of rows that are loading. Offline it says what they wait for. */
export function LoadingRows({ rows = 6, className = 'h-14' }: { rows?: number; className?: string }) {
  const online = useOnline()
  if (!online) return <NeedsConnection />
  return (
    <div role="status" className="flex flex-col gap-2">
      <span className="sr-only">{words.common.loading}</span>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={cx('skeleton', className)} />
      ))}
    </div>
  )
}

/** A failed load with its reason and a retry button; a missing permission is named as such. */
export function LoadProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  const forbidden = error instanceof ApiError && error.status === 403
  if (forbidden) {
    return (
      <div role="alert" className="flex flex-1">
        <Empty icon={Lock} title={words.problem.forbidden}>
          {words.problem.forbiddenHelp}
        </Empty>
      </div>
    )
  }
  return (
    <div role="alert" className="flex flex-1">
      <Empty icon={CloudOff} title={title} action={<Button onClick={onRetry}>{words.common.retry}</Button>}>
        {saying(error)}
      </Empty>
    </div>
  )
}
