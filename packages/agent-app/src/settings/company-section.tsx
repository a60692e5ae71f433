import type { Settings } from '@deskbell/protocol/agent/settings'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { settingsQuery } from '../api/queries.ts'
import { upload } from '../api/upload.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/screen.tsx'
import { Select } from '../ui/select.tsx'
import { laterWords } from '../words/later.ts'
import { useChange } from './use-change.ts'

const w = laterWords.company

const zones = (chosen: string) =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

type Draft = { name: string; timeZone: string }

/** Name, logo and time zone of the company. */
export function CompanySection({ settings }: { settings: Settings }) {
  const { busy, done, problem, change, clear } = useChange(settings)
  const [begun, setBegun] = useState<Draft | null>(null)
  const { name, timeZone } = begun ?? settings
  const edit = (next: Draft | null) => {
    clear()
    setBegun(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void change({ name: name.trim(), timeZone }).then((isDone) => isDone && setBegun(null))
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
  const input = useRef<HTMLInputElement>(null)
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const refresh = () => queries.invalidateQueries({ queryKey: settingsQuery.queryKey })
  const put = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    const never = new AbortController().signal
    void run(async () => {
      await upload('PUT /settings/logo', { form, onProgress: () => {}, signal: never })
      await refresh()
    })
  }
  const remove = () =>
    void run(async () => {
      queries.setQueryData(settingsQuery.queryKey, await call('DELETE /settings/logo'))
    })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <div className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-xl border border-line bg-well">
        {settings.logo ? (
          <img src={settings.logo} alt={w.logoAlt} className="max-h-full max-w-full object-contain" />
        ) : (
          <span className="px-1 text-center text-xs text-muted">{w.logoNone}</span>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-60">
        <div className="flex flex-wrap gap-2">
          <Button size="sm" busy={busy} onClick={() => input.current?.click()}>
            {settings.logo ? w.logoChange : w.logoChoose}
          </Button>
          {settings.logo && (
            <Button size="sm" kind="quiet" onClick={remove}>
              {w.logoRemove}
            </Button>
          )}
        </div>
        <p className="mt-1.5 text-xs text-muted">{w.logoHelp}</p>
        {problem && <Notice className="mt-2">{problem.text}</Notice>}
      </div>
      <input
        ref={input}
        type="file"
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={w.logoChoose}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = ''
          if (file) put(file)
        }}
      />
    </div>
  )
}
