import { Eye, EyeOff } from 'lucide-react'
import { type ReactNode, type RefObject, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { words } from '../words/index.ts'

type Props = {
  label: string
  kind: 'current-password' | 'new-password'
  help?: ReactNode
  problem?: string | null
  inputRef?: RefObject<HTMLInputElement | null>
}

/** A field for a password, which can be shown while it is typed. */
export function PasswordField({ label, kind, help, problem, inputRef }: Props) {
  const [shown, setShown] = useState(false)
  return (
    <Field label={label} {...(help === undefined ? {} : { help })} {...(problem === undefined ? {} : { problem })}>
      {({ id, describedBy, invalid }) => (
        <div className="relative">
          <input
            ref={inputRef}
            id={id}
            name="password"
            type={shown ? 'text' : 'password'}
            autoComplete={kind}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            required
            {...(kind === 'new-password' && { minLength: 10, maxLength: 1024 })}
            className={cx(INPUT, 'h-9 pe-10')}
          />
          <IconButton
            label={shown ? words.signIn.hide : words.signIn.show}
            onClick={() => setShown(!shown)}
            className="absolute end-0.5 top-0.5"
          >
            {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
          </IconButton>
        </div>
      )}
    </Field>
  )
}
