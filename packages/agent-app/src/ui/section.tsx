import type { ReactNode } from 'react'
import { cx } from './cx.ts'

/**
 * A group of settings: its title and explanation beside its fields; above them where there is little room. A hairline
 * divides it from the group before it.
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
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3 @3xl:flex-col @3xl:justify-start">
        <div className="min-w-0 flex-1 basis-56 @3xl:flex-none @3xl:basis-auto">
          <h2 className="font-semibold">{title}</h2>
          {help && <p className="mt-1 text-sm text-muted text-pretty">{help}</p>}
        </div>
        {action}
      </div>
      <div className="min-w-0 empty:hidden">{children}</div>
    </div>
  </section>
)
