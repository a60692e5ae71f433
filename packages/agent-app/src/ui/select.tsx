import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { INPUT } from './field.tsx'

type Props = Omit<ComponentProps<'select'>, 'onChange' | 'className'> & {
  onChange: (value: string) => void
  options: readonly (readonly [string, string])[]
  compact?: boolean
}

/** The browser's own list: it knows phones, screen readers and long lists better than any of ours. */
export const Select = ({ onChange, options, compact = false, ...rest }: Props) => (
  <span className="relative inline-block w-full">
    <select
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={cx(INPUT, 'appearance-none truncate pe-9', compact ? 'h-8 text-sm' : 'h-9')}
    >
      {options.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
    <ChevronDown
      aria-hidden="true"
      className={cx('pointer-events-none absolute end-2.5 size-4 text-muted', compact ? 'top-2' : 'top-2.5')}
    />
  </span>
)
