import { CircleAlert, CircleCheck, Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'

const TONES = {
  bad: ['bg-bad-tint text-bad', CircleAlert, 'alert'],
  good: ['bg-good-tint text-good', CircleCheck, 'status'],
  info: ['bg-well text-soft', Info, undefined],
  warm: ['bg-warm-tint text-warm', CircleAlert, undefined],
} as const

/**
 * A notice. Screen readers announce bad ones at once and good ones when idle; `silent` ones are not announced, because
 * they may only have scrolled into view.
 */
export function Notice({
  tone = 'bad',
  children,
  className,
  action,
  silent = false,
  icon,
}: {
  tone?: keyof typeof TONES
  children: ReactNode
  className?: string
  action?: ReactNode
  silent?: boolean
  /** Instead of the tone's. */
  icon?: LucideIcon
}) {
  const [colours, ToneIcon, role] = TONES[tone]
  const Icon = icon ?? ToneIcon
  return (
    <div
      role={silent ? undefined : role}
      className={cx('flex items-start gap-2 rounded-lg px-3 py-2 text-sm', colours, className)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0 flex-1 breakable">{children}</div>
      {action}
    </div>
  )
}
