import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** The content of an empty list: what it will show, and how to begin. */
export function Empty({
  icon: Icon,
  title,
  children,
  action,
}: {
  icon: LucideIcon
  title: string
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="m-auto flex max-w-xs flex-col items-center px-6 py-12 text-center">
      <span className="mb-4 grid size-12 place-items-center rounded-2xl bg-well text-muted">
        <Icon aria-hidden="true" className="size-6" strokeWidth={1.6} />
      </span>
      <p className="text-md font-medium text-balance">{title}</p>
      {children && <p className="mt-1 text-muted text-pretty">{children}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  )
}
