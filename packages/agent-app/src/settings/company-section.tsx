import type { Settings } from '@deskbell/protocol/agent/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { sendLogo } from '../api/upload.ts'
import { Field, TextField } from '../ui/field.tsx'
import { PictureField } from '../ui/picture-field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { laterWords } from '../words/later.ts'
import { useChange } from './use-change.ts'

const w = laterWords.company

const zones = (chosen: string) =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

type Draft = { name: string; timeZone: string }

/** Name, logo and time zone of the company. */
export function CompanySection({ settings }: { settings: Settings }) {
  const { busy, done, problem, change, clear } = useChange()
  const [begun, setBegun] = useState<Draft | null>(null)
  const { name, timeZone } = begun ?? settings
  const edit = (next: Draft | null) => {
    clear()
    setBegun(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const sent = begun
    // What was typed meanwhile stays.
    const end = () => setBegun((now) => (now === sent ? null : now))
    void change({ name: name.trim(), timeZone }).then((isDone) => isDone && end())
  }
  const dirty = name.trim() !== settings.name || timeZone !== settings.timeZone
  return (
    <Section title={w.title} help={w.help}>
      <Logo settings={settings} />
      <form onSubmit={submit} className="mt-5 flex flex-col gap-4">
        <TextField
          label={w.name}
          value={name}
          dir="auto"
          maxLength={100}
          autoComplete="organization"
          help={w.nameHelp}
          problem={problem?.field === '/name' ? problem.text : null}
          onChange={(event) => edit({ name: event.target.value, timeZone })}
        />
        <Field label={w.timeZone} help={w.timeZoneHelp} className="max-w-xs">
          {({ id, describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              value={timeZone}
              options={zones(timeZone)}
              onChange={(zone) => edit({ name, timeZone: zone })}
            />
          )}
        </Field>
        {(dirty || busy || done || problem) && (
          <SaveLine
            dirty={dirty}
            busy={busy}
            done={done}
            problem={problem && problem.field !== '/name' ? problem.text : undefined}
            onReset={() => edit(null)}
          />
        )}
      </form>
    </Section>
  )
}

function Logo({ settings }: { settings: Settings }) {
  const queries = useQueryClient()
  return (
    <PictureField
      picture={
        <div className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-xl border border-line bg-well">
          {settings.logo ? (
            <img src={settings.logo} alt={w.logoAlt} className="max-h-full max-w-full object-contain" />
          ) : (
            <span className="px-1 text-center text-xs text-muted">{w.logoNone}</span>
          )}
        </div>
      }
      isSet={settings.logo !== null}
      words={{ choose: w.logoChoose, change: w.logoChange, remove: w.logoRemove, help: w.logoHelp }}
      onUpload={async (form) => {
        await sendLogo(form)
        await queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
      }}
      onRemove={async () => queries.setQueryData(settingsQuery.queryKey, await call('DELETE /settings/logo'))}
    />
  )
}
