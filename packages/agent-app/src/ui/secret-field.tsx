import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Field, INPUT } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'type'> & {
  label: string
  help: string
  problem: string | null
  /** Names of the button that shows or hides the typed text. */
  show: string
  hide: string
}

/** A field for a secret of this account, hidden while it is typed. Browsers are asked not to keep it. */
export function SecretField({ label, help, problem, show, hide, ...input }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} help={help} problem={problem}>
      {({ id, describedBy, invalid }) => (
        // The button is at the right: the text is left to right. A placeholder may not be, and keeps clear of it, too.
        <div dir="ltr" className="relative">
          <input
            {...input}
            id={id}
            type={shown ? 'text' : 'password'}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            className={cx(INPUT, 'h-9 pr-10 font-mono text-sm')}
          />
          <IconButton label={shown ? hide : show} onClick={() => setShown(!shown)} className="absolute end-0.5 top-0.5">
            {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
