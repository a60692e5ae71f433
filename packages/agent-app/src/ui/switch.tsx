import { Switch as Base } from '@base-ui/react/switch'
import { type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

type Props = {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  labelledBy?: string
  describedBy?: string
  label?: string
}

export function Switch({ checked, onChange, disabled = false, labelledBy, describedBy, label }: Props) {
  return (
    <Base.Root
      checked={checked}
      onCheckedChange={onChange}
      disabled={disabled}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      aria-label={label}
      className={cx(
        'relative inline-flex h-5 w-9 shrink-0 rounded-full border border-transparent p-0.5 transition-colors duration-150',
        'bg-edge data-checked:bg-accent data-disabled:opacity-50 not-data-disabled:cursor-pointer forced-colors:border-[CanvasText]',
      )}
    >
      <Base.Thumb className="aspect-square h-full rounded-full bg-knob shadow-low transition-transform duration-150 data-checked:translate-x-4 rtl:data-checked:-translate-x-4 forced-colors:bg-[CanvasText]" />
    </Base.Root>
  )
}

/** A switch with its label and help text. */
export function SwitchRow({
  label,
  help,
  ...rest
}: Omit<Props, 'label' | 'labelledBy' | 'describedBy'> & { label: string; help?: ReactNode }) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-6 py-3">
      <div className="min-w-0">
        <p id={id} className="font-medium">
          {label}
        </p>
        {help && (
          <p id={`${id}-help`} className="mt-0.5 text-sm text-muted text-pretty">
            {help}
          </p>
        )}
      </div>
      <Switch {...rest} labelledBy={id} {...(help ? { describedBy: `${id}-help` } : {})} />
    </div>
  )
}
