import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './cx.ts'

export const INPUT =
  'w-full rounded-lg border border-edge bg-panel px-3 text-base text-ink placeholder:text-muted transition-colors ' +
  'focus:border-accent focus:outline-2 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-bad-solid disabled:bg-well disabled:text-muted'

type FieldProps = {
  label: string
  help?: ReactNode
  problem?: string | null
  note?: string
  /** The title above it is the label, which is then only read out. */
  bare?: boolean
  children: (ids: { id: string; describedBy: string | undefined; invalid: true | undefined }) => ReactNode
  className?: string
}

/** A field with its label, help text and error. */
export function Field({ label, help, problem, note, bare = false, children, className }: FieldProps) {
  const id = useId()
  const describedBy = [help && `${id}-help`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined
  return (
    <div className={cx('flex flex-col gap-1.5', className)}>
      <label htmlFor={id} className={bare ? 'sr-only' : 'text-sm font-medium'}>
        {label}
        {note && <span className="font-normal text-muted"> · {note}</span>}
      </label>
      {children({ id, describedBy, invalid: problem ? true : undefined })}
      {problem && (
        <p id={`${id}-problem`} className="text-sm text-bad">
          {problem}
        </p>
      )}
      {help && (
        <p id={`${id}-help`} className="text-xs text-muted text-pretty">
          {help}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = Omit<FieldProps, 'children'> &
  Omit<ComponentProps<'input'>, 'id' | 'className'> & { mono?: boolean }

/** A text field of one line. */
export function TextField({
  label,
  help,
  problem,
  note,
  bare = false,
  className,
  mono = false,
  ...input
}: TextFieldProps) {
  const field = {
    label,
    help,
    bare,
    ...(problem === undefined ? {} : { problem }),
    ...(note === undefined ? {} : { note }),
    ...(className === undefined ? {} : { className }),
  }
  return (
    <Field {...field}>
      {({ id, describedBy, invalid }) => (
        <input
          {...input}
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          className={cx(INPUT, 'h-9 read-only:bg-well', mono && 'font-mono text-sm')}
        />
      )}
    </Field>
  )
}
