import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { hostOf } from '../text/host.ts'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Field, INPUT } from './field.tsx'

type Props = {
  hosts: readonly string[]
  most: number
  mayChange: boolean
  /** `none`: the meaning of an empty list. The others name the field, its buttons and its errors. */
  texts: {
    none: string
    field: string
    add: string
    remove: (host: string) => string
    wrong: string
    there: string
    full: string
  }
  /** Parses an entry; null: invalid. Default: a host. */
  read?: (typed: string) => string | null
  /** Attributes of the field. */
  field?: { placeholder: string; inputMode: 'url' | 'email' }
  /** Shortens a host before it is stored. Default: not at all. */
  shorten?: (host: string) => string
  /** Resolves with false when the server refuses the list. */
  onChange: (hosts: string[]) => Promise<boolean>
}

const HOST = { placeholder: 'shop.example', inputMode: 'url' } as const

/** An editable list of hosts or other short texts. Each change takes effect at once. */
export function HostList({
  hosts,
  most,
  mayChange,
  texts,
  read = hostOf,
  field = HOST,
  shorten = (host) => host,
  onChange,
}: Props) {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)

  const whyNot = (host: string | null) => {
    if (host === null) return texts.wrong
    if (hosts.includes(host)) return texts.there
    return hosts.length >= most ? texts.full : null
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const found = read(typed)
    const host = found === null ? null : shorten(found)
    const why = whyNot(host)
    setWrong(why)
    if (host === null || why !== null) return
    // Empties the field at once for the next entry; restored when the server refuses this one.
    setTyped('')
    void onChange([...hosts, host]).then((saved) => saved || setTyped(host))
  }
  return (
    <>
      {hosts.length === 0 ? (
        <p className="text-sm text-muted text-pretty">{texts.none}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {hosts.map((host) => (
            <li
              key={host}
              className={cx(
                'inline-flex max-w-full items-center gap-1 rounded-lg border border-line bg-well ps-2.5',
                mayChange ? '' : 'py-1 pe-2.5',
              )}
            >
              <bdi dir="ltr" className="truncate font-mono text-xs">
                {host}
              </bdi>
              {mayChange && (
                <IconButton
                  label={texts.remove(host)}
                  onClick={() => void onChange(hosts.filter((one) => one !== host))}
                >
                  <X className="size-3.5" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form onSubmit={add} noValidate className="mt-4">
          <Field label={texts.field} problem={wrong}>
            {({ id, describedBy, invalid }) => (
              <span className="flex gap-2">
                <input
                  id={id}
                  aria-describedby={describedBy}
                  aria-invalid={invalid}
                  value={typed}
                  dir="ltr"
                  {...field}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  maxLength={300}
                  className={cx(INPUT, 'h-9 font-mono text-sm')}
                  onChange={(event) => {
                    setTyped(event.target.value)
                    setWrong(null)
                  }}
                />
                <Button type="submit">
                  <Plus aria-hidden="true" className="size-4" />
                  {texts.add}
                </Button>
              </span>
            )}
          </Field>
        </form>
      )}
    </>
  )
}
