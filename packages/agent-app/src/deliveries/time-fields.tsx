import { fromLocal, toLocal } from '../text/local.ts'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { words } from '../words/index.ts'

const w = words.deliveries
type Times = { from?: number | undefined; to?: number | undefined }
type Props = { from: number | null; to: number | null; onChange: (times: Times) => void }

/** A time range with a beginning, an end, or both. */
export const TimeFields = ({ from, to, onChange }: Props) => (
  <div className="mt-2 flex flex-wrap gap-x-4 gap-y-2">
    <TimeField label={w.fromTime} at={from} onChange={(at) => onChange({ from: at ?? undefined })} />
    <TimeField label={w.toTime} at={to} onChange={(at) => onChange({ to: at ?? undefined })} />
  </div>
)

const TimeField = ({
  label,
  at,
  onChange,
}: {
  label: string
  at: number | null
  onChange: (at: number | null) => void
}) => (
  <label className="flex min-w-0 items-center gap-2 text-sm text-muted">
    {label}
    <input
      type="datetime-local"
      defaultValue={at === null ? '' : toLocal(at)}
      onChange={(event) => onChange(fromLocal(event.target.value))}
      className={cx(INPUT, 'h-8 w-52 min-w-0 px-2 text-sm')}
    />
  </label>
)
