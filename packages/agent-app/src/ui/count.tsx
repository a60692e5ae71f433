import { cx } from './cx.ts'

/** A round badge with a number; `label` names what is counted. */
export const Count = ({ n, label, quiet = false }: { n: number; label: string; quiet?: boolean }) => (
  <span
    title={label}
    className={cx(
      'inline-grid h-[1.125rem] min-w-[1.125rem] place-items-center rounded-full px-1.5 text-2xs font-semibold',
      quiet ? 'bg-well text-muted' : 'bg-accent text-on-accent',
    )}
  >
    <span aria-hidden="true">{n > 99 ? '99+' : n}</span>
    <span className="sr-only">{label}</span>
  </span>
)
