import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Spinner } from './spinner.tsx'
import { Tip } from './tip.tsx'

const KINDS = {
  primary:
    'bg-accent text-on-accent hover:bg-accent-strong shadow-low disabled:bg-well disabled:text-muted disabled:opacity-100 disabled:shadow-none',
  plain: 'bg-panel text-ink border border-edge hover:bg-hover shadow-low',
  quiet: 'text-soft hover:bg-well hover:text-ink',
  danger: 'bg-panel text-bad border border-edge hover:bg-bad-tint shadow-low',
  destructive: 'bg-bad-solid text-on-accent hover:opacity-90 shadow-low',
} as const
const SIZES = { sm: 'h-7 px-2.5 text-sm gap-1.5 rounded-md', md: 'h-9 px-3.5 text-base gap-2 rounded-lg' } as const

type Props = ComponentProps<'button'> & { kind?: keyof typeof KINDS; size?: keyof typeof SIZES; busy?: boolean }

/** A button. While `busy` it keeps its width and place in the tab order and ignores clicks. */
export function Button({
  kind = 'plain',
  size = 'md',
  busy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(
        'relative inline-flex shrink-0 items-center justify-center font-medium whitespace-nowrap transition-colors duration-100',
        'disabled:opacity-50 disabled:pointer-events-none select-none',
        KINDS[kind],
        SIZES[size],
        className,
      )}
    >
      <span className={cx('inline-flex items-center gap-[inherit]', busy && 'opacity-0')}>{children}</span>
      {busy && (
        <span className="absolute inset-0 grid place-items-center">
          <Spinner />
        </span>
      )}
    </button>
  )
}

type IconProps = Omit<ComponentProps<'button'>, 'children'> & {
  label: string
  keys?: string
  children: ReactNode
  /** False where the button is focused from the start: the tooltip would cover the popup and take its Esc. */
  tip?: boolean
}

/** A button with an icon only; its name is announced and shown as a tooltip. */
export function IconButton({ label, keys, children, className, tip = true, type = 'button', ...rest }: IconProps) {
  const button = (
    <button
      {...rest}
      type={type}
      aria-label={label}
      data-keys={keys}
      className={cx(
        'inline-grid size-8 shrink-0 place-items-center rounded-lg text-muted transition-colors duration-100',
        'hover:bg-well hover:text-ink disabled:pointer-events-none disabled:opacity-40',
        className,
      )}
    >
      {children}
    </button>
  )
  if (!tip) return button
  return (
    <Tip text={label} {...(keys === undefined ? {} : { keys })}>
      {button}
    </Tip>
  )
}
