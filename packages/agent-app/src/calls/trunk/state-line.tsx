import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../../ui/cx.ts'

export type Tone = 'good' | 'bad' | 'warm' | 'muted'
const TONES: Record<Tone, string> = {
  good: 'bg-good-tint text-good',
  bad: 'bg-bad-tint text-bad',
  warm: 'bg-warm-tint text-warm',
  muted: 'bg-well text-muted',
}

type Props = {
  icon: LucideIcon
  tone: Tone
  name: ReactNode
  /** In a word or two. */
  state: string
  /** Beside the state. */
  beside?: ReactNode
  children: ReactNode
}

/** A part that calls need: its state, what that means, and what to do. */
export const StateLine = ({ icon: Icon, tone, name, state, beside, children }: Props) => (
  <li className="flex items-start gap-3 p-3">
    <span className={cx('grid size-9 shrink-0 place-items-center rounded-full', TONES[tone])}>
      <Icon aria-hidden="true" className="size-4" />
    </span>
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className="min-w-0 font-medium breakable">{name}</span>
        <span className={cx('rounded-full px-2 text-xs leading-5 font-medium', TONES[tone])}>{state}</span>
        {beside && <span className="text-xs text-muted">{beside}</span>}
      </p>
      <div className="mt-0.5 text-sm text-soft text-pretty">{children}</div>
    </div>
  </li>
)
