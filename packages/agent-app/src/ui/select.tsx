import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cx } from './cx.ts'
import { INPUT } from './field.tsx'

type Option = readonly [value: string, label: string]
type Props = Omit<ComponentProps<'select'>, 'onChange' | 'className'> & {
  onChange: (value: string) => void
  options: readonly Option[]
  /** Further options in named groups. Empty groups are left out. */
  groups?: readonly (readonly [label: string, options: readonly Option[]])[]
  compact?: boolean
}

/** The browser's own select, which supports phones, screen readers and long lists. */
export const Select = ({ onChange, options, groups = [], compact = false, ...rest }: Props) => (
  <span className="relative inline-block w-full">
    <select
      {...rest}
      onChange={(event) => onChange(event.target.value)}
      className={cx(INPUT, 'appearance-none truncate pe-9', compact ? 'h-8 text-sm' : 'h-9')}
    >
      <Options of={options} />
      {groups.map(
        ([label, of]) =>
          of.length > 0 && (
            <optgroup key={label} label={label}>
              <Options of={of} />
            </optgroup>
          ),
      )}
    </select>
    <ChevronDown
      aria-hidden="true"
      className={cx('pointer-events-none absolute end-2.5 size-4 text-muted', compact ? 'top-2' : 'top-2.5')}
    />
  </span>
)

const Options = ({ of }: { of: readonly Option[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
