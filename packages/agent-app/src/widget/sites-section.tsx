import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useChange } from '../channels/use-change.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { cx } from '../ui/cx.ts'
import { Section } from '../ui/screen.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { toHost } from './host.ts'

const w = words.widget
const MOST = 50

/** Whose pages may show the widget. Each change takes effect at once. */
export function SitesSection({ channel, mayChange }: PartProps) {
  const { sites } = channel.widget
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | null>(null)
  const { problem, change } = useChange(channel)

  const put = (next: string[]) => change({ widget: { sites: next } })
  const whyNot = (host: string | null) => {
    if (host === null) return w.sitesWrong
    if (sites.includes(host)) return w.sitesThere
    return sites.length >= MOST ? w.sitesFull : null
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    const host = toHost(typed)
    const why = whyNot(host)
    setWrong(why)
    if (host === null || why !== null) return
    // Free for the next one at once; given back when the desk refuses this one.
    setTyped('')
    void put([...sites, host]).then((saved) => saved || setTyped(host))
  }
  return (
    <Section title={w.sites} help={w.sitesHelp}>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {sites.length === 0 ? (
        <p className="text-sm text-muted">{w.sitesAll}</p>
      ) : (
        <ul className="flex flex-wrap gap-1.5">
          {sites.map((site) => (
            <li
              key={site}
              className={cx(
                'inline-flex max-w-full items-center gap-1 rounded-lg border border-line bg-well ps-2.5',
                mayChange ? '' : 'py-1 pe-2.5',
              )}
            >
              <bdi dir="ltr" className="truncate font-mono text-xs">
                {site}
              </bdi>
              {mayChange && (
                <IconButton label={w.sitesRemove(site)} onClick={() => void put(sites.filter((one) => one !== site))}>
                  <X className="size-3.5" />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {mayChange && (
        <form onSubmit={add} noValidate className="mt-4">
          <Field label={w.sitesField} problem={wrong}>
            {({ id, describedBy, invalid }) => (
              <span className="flex gap-2">
                <input
                  id={id}
                  aria-describedby={describedBy}
                  aria-invalid={invalid}
                  value={typed}
                  dir="ltr"
                  placeholder="shop.example"
                  inputMode="url"
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
                  {w.sitesAdd}
                </Button>
              </span>
            )}
          </Field>
        </form>
      )}
    </Section>
  )
}
