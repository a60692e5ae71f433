import { CloudOff, Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, saying } from '../api/client.ts'
import { words } from '../words/index.ts'
import { Button } from './button.tsx'
import { Empty } from './empty.tsx'
import { cx } from './cx.ts'

/** A scrolling page with a title and actions. */
export const Page = ({
  title,
  help,
  action,
  children,
  wide = false,
}: {
  title: string
  help?: string
  action?: ReactNode
  children: ReactNode
  wide?: boolean
}) => (
  <div className="relative min-h-0 flex-1 overflow-y-auto" tabIndex={-1}>
    <div className={cx('mx-auto w-full px-4 py-6 md:px-8 md:py-8', wide ? 'max-w-5xl' : 'max-w-3xl')}>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight">{title}</h1>
          {help && <p className="mt-0.5 text-muted">{help}</p>}
        </div>
        {action}
      </div>
      {children}
    </div>
  </div>
)

/** A box with a group of settings. */
export const Section = ({
  title,
  help,
  children,
  action,
  className,
}: {
  title: string
  help?: ReactNode
  children: ReactNode
  action?: ReactNode
  className?: string
}) => (
  <section className={cx('mb-5 rounded-2xl border border-line bg-panel p-4 md:p-5', className)}>
    <div className="mb-3 flex flex-wrap items-start justify-between gap-x-4 gap-y-2 last:mb-0">
      <div className="min-w-0 flex-1 basis-64">
        <h2 className="text-md font-semibold">{title}</h2>
        {help && <p className="mt-0.5 text-sm text-muted text-pretty">{help}</p>}
      </div>
      {action}
    </div>
    {children}
  </section>
)

/** A failed load with its reason and a retry button; a missing permission is named as such. */
export function LoadProblem({ title, error, onRetry }: { title: string; error: unknown; onRetry: () => void }) {
  if (error instanceof ApiError && error.status === 403) {
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
