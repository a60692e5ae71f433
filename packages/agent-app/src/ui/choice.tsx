import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly (readonly [T, ReactNode])[]
  onChange: (value: T) => void
  disabled?: boolean
  /** Hides the label visually, because a heading above shows it. */
  bare?: boolean
  compact?: boolean
}

/** One of a few visible options. Arrow keys move between them. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  bare = false,
  compact = false,
}: Props<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0" disabled={disabled}>
      <legend className={bare ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      <div className={cx('flex flex-wrap rounded-lg border border-edge bg-panel p-0.5', compact ? 'w-fit' : 'w-full')}>
        {options.map(([one, shown]) => (
          <label
            key={one}
            className={cx(
              'relative flex items-center justify-center rounded-md px-3 text-center transition-colors',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent',
              compact ? 'min-h-7 text-sm' : 'min-h-8 flex-1',
              one === value ? 'bg-tint font-medium text-ink' : 'text-muted',
              !disabled && one !== value && 'cursor-pointer hover:text-ink',
            )}
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              checked={one === value}
              onChange={() => onChange(one)}
            />
            {shown}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
