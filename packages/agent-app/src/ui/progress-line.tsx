import { cx } from './cx.ts'

/** How much of something is done, as a line. `percent`: 0 to 100, a whole number. */
export const ProgressLine = ({
  label,
  percent,
  className,
}: {
  label: string
  percent: number
  /** Its height, and its corners. */
  className: string
}) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className={cx('bg-tint-edge', className)}
  >
    <div className="h-full bg-accent transition-[width] duration-200" style={{ width: `${percent}%` }} />
  </div>
)
