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
  /** `none`: what it means that the list is empty. The others name the field, its buttons, and what is wrong with an entry. */
  texts: {
    none: string
    field: string
    add: string
    remove: (host: string) => string
    wrong: string
    there: string
    full: string
  }
  /** What somebody typed, as it is kept: a host, where nothing is said; null: it is none. */
  read?: (typed: string) => string | null
  /** How the field is written in. */
  field?: { placeholder: string; inputMode: 'url' | 'email' }
  /** What of a host is kept: all of it, where nothing is said. */
  shorten?: (host: string) => string
  /** Resolves with false when the desk does not take the list. */
  onChange: (hosts: string[]) => Promise<boolean>
}

const HOST = { placeholder: 'shop.example', inputMode: 'url' } as const

/** A list of hosts, or of other short words, to which one is added as it is typed or pasted. Each change takes effect at once. */
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
    // Free for the next one at once; given back when the desk refuses this one.
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
