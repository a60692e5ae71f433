import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A group of settings: its title and explanation beside its fields and what can be done with them; above them where there
 * is little room. A hairline divides it from the group before it.
 */
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
  <section className={cx('@container border-line py-6 first:pt-1 [section+&]:border-t', className)}>
    <div className="grid gap-x-10 gap-y-4 @3xl:grid-cols-[15rem_minmax(0,1fr)]">
      <div className="min-w-0">
        <h2 className="font-semibold">{title}</h2>
        {help && <p className="mt-1 text-sm text-muted text-pretty">{help}</p>}
      </div>
      <div className="flex min-w-0 flex-col gap-3">
        <div className="min-w-0 empty:hidden">{children}</div>
        {action && <div className="flex flex-wrap gap-2">{action}</div>}
      </div>
    </div>
  </section>
)
