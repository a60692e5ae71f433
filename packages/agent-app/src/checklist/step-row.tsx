import type { ChecklistStep } from '@deskbell/protocol/agent/checklist-steps'
import { Check, ExternalLink } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { isOptional, STEP_ICONS } from './steps.ts'
import { checklistWords as w } from './words.ts'
import { Link } from '../ui/link.tsx'

type Props = { step: ChecklistStep; done: boolean; href: string; outside: boolean }

const ACTION =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-edge bg-panel px-2.5 text-sm font-medium shadow-low transition-colors hover:bg-hover'

/** A step: what it is for, whether it is done, and the place where it is taken. */
export function StepRow({ step, done, href, outside }: Props) {
  const Icon = done ? Check : STEP_ICONS[step]
  const [title, help, action] = w.steps[step]
  return (
    <li className="flex items-center gap-x-3 py-3 max-sm:items-start">
      <span
        className={cx(
          'grid size-8 shrink-0 place-items-center rounded-full',
          done ? 'bg-good-tint text-good' : 'bg-well text-muted',
        )}
      >
        <Icon aria-hidden="true" className="size-4" />
      </span>
      <div className="flex min-w-0 flex-1 items-center gap-x-3 gap-y-2 max-sm:min-h-8 max-sm:flex-col max-sm:items-start max-sm:justify-center">
        <div className="min-w-0 flex-1">
          <p className={cx('font-medium', done && 'text-muted')}>
            {title}
            <span className="sr-only">, {done ? w.done : w.open}</span>
            {isOptional(step) && !done && <span className="font-normal text-muted"> · {w.optional}</span>}
          </p>
          {!done && <p className="text-sm text-muted text-pretty">{help}</p>}
        </div>
        {!done &&
          (outside ? (
            <a href={href} target="_blank" rel="noreferrer noopener" className={ACTION}>
              {action}
              <ExternalLink aria-hidden="true" className="size-3.5" />
            </a>
          ) : (
            <Link href={href} className={ACTION}>
              {action}
            </Link>
          ))}
      </div>
    </li>
  )
}
