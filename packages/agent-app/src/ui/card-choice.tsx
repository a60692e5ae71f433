import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { cx } from './cx.ts'

type Option<T extends string> = {
  readonly value: T
  readonly icon: LucideIcon
  readonly name: string
  readonly help: string
}
type Props<T extends string> = {
  label: string
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  disabled?: boolean
  /** Hides the label visually, because a heading above shows it. */
  bare?: boolean
}

/** One of a few options, each with a description. Arrow keys move between them. */
export function CardChoice<T extends string>({
  label,
  value,
  options,
  onChange,
  disabled = false,
  bare = false,
}: Props<T>) {
  const id = useId()
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" disabled={disabled}>
      <legend className={bare ? 'sr-only' : 'mb-1.5 text-sm font-medium'}>{label}</legend>
      {options.map(({ value: one, icon: Icon, name, help }) => (
        <label
          key={one}
          className={cx(
            'relative flex items-start gap-3 rounded-lg border px-3 py-2.5 transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
            one === value ? 'border-tint-edge bg-tint' : 'border-line',
            !disabled && 'cursor-pointer',
            !disabled && one !== value && 'hover:border-edge',
          )}
        >
          <input
            type="radio"
            name={id}
            className="sr-only"
            checked={one === value}
            aria-labelledby={`${id}-${one}`}
            aria-describedby={`${id}-${one}-help`}
            onChange={() => onChange(one)}
          />
          <Icon
            aria-hidden="true"
            className={cx('mt-0.5 size-5 shrink-0', one === value ? 'text-accent' : 'text-muted')}
          />
          <span className="min-w-0">
            <span id={`${id}-${one}`} className="block font-medium">
              {name}
            </span>
            <span id={`${id}-${one}-help`} className="block text-sm text-muted text-pretty">
              {help}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
