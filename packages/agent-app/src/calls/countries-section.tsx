import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { type FormEvent, useState } from 'react'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { CountryBox } from './country-box.tsx'
import { CountryList } from './country-list.tsx'
import { useChange } from './settings-query.ts'
import { telephoneWords } from './telephone-words.ts'

const w = telephoneWords.countries

/** The countries whose numbers may be called. */
export function CountriesSection({ settings }: { settings: CallSettings }) {
  const { busy, done, problem, change, clear } = useChange()
  const [draft, setDraft] = useState<readonly string[] | null>(null)
  const codes = draft ?? settings.countries
  const isDirty = codes.join() !== settings.countries.join()
  const isOfField = problem?.field?.startsWith('/countries') ?? false
  const edit = (next: readonly string[] | null) => {
    clear()
    setDraft(next)
  }
  const toggle = (code: string) => edit(codes.includes(code) ? codes.filter((one) => one !== code) : [...codes, code])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isDirty && (await change({ countries: [...codes] }))) setDraft(null)
  }
  return (
    <Section title={w.title} help={w.help}>
      <form onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-3">
        {codes.length === 0 ? (
          <p className="text-sm text-muted">{w.none}</p>
        ) : (
          <CountryList codes={codes} onChange={edit} />
        )}
        <CountryBox chosen={codes} problem={isOfField ? (problem?.text ?? null) : null} onToggle={toggle} />
        {(draft !== null || done || problem) && (
          <SaveLine
            dirty={isDirty}
            busy={busy}
            done={done}
            problem={isOfField ? null : problem?.text}
            onReset={() => edit(null)}
          />
        )}
      </form>
    </Section>
  )
}
