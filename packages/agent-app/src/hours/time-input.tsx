import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'

type Props = { label: string; value: string; disabled: boolean; onChange: (value: string) => void }

/** A time of day. */
export const TimeInput = ({ label, value, disabled, onChange }: Props) => (
  <span className="w-30 shrink-0">
    <input
      type="time"
      required
      aria-label={label}
      value={value}
      disabled={disabled}
      className={cx(INPUT, 'h-8 text-sm')}
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
)
