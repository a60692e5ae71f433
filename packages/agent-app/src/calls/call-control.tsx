import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../ui/cx.ts'
import { Tip } from '../ui/tip.tsx'

type Props = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  /** Its shortcut, as it is shown. */
  keys: string
  isOn?: boolean
  busy?: boolean
  children: ReactNode
}

/** An icon that acts on the call; its name is announced and shown as a tooltip. */
export const Control = ({ label, keys, isOn = false, busy = false, onClick, children, ...rest }: Props) => (
  <Tip text={label} keys={keys}>
    <button
      {...rest}
      type="button"
      aria-label={label}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={cx(
        'inline-grid size-8 place-items-center rounded-md border transition-colors duration-100',
        isOn ? 'border-warm bg-warm-tint text-warm' : 'border-edge bg-panel text-ink hover:bg-hover',
      )}
    >
      {children}
    </button>
  </Tip>
)
