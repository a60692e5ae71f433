import type { CallSettings } from '@deskbell/protocol/agent/call-settings'
import { type FormEvent, useState } from 'react'
import { number } from '../text/when.ts'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { useChange } from './settings-query.ts'
import { callWords } from './words.ts'

/** The settings that are numbers. */
type Key = { [Name in keyof CallSettings]: CallSettings[Name] extends number ? Name : never }[keyof CallSettings]
type NumberField = { key: Key; from: number; to: number; label: string; help: string }
type Props = { title: string; help: string; settings: CallSettings; fields: readonly NumberField[] }

/** Settings that are whole numbers, saved together. */
export function NumbersSection({ title, help, settings, fields }: Props) {
  const { busy, done, problem, change, clear } = useChange()
  const [draft, setDraft] = useState<Partial<Record<Key, string>>>({})
  const textOf = (key: Key) => draft[key] ?? String(settings[key])
  const valueOf = ({ key, from, to }: NumberField): number | null => {
    const text = textOf(key).trim()
    const value = /^\d{1,6}$/.test(text) ? Number(text) : -1
    return value >= from && value <= to ? value : null
  }
  const isDirty = fields.some((field) => valueOf(field) !== settings[field.key])
  const isWrong = fields.some((field) => valueOf(field) === null)
  const edit = (next: typeof draft) => {
    clear()
    setDraft(next)
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isWrong || !isDirty) return
    const wanted = Object.fromEntries(fields.map((field) => [field.key, valueOf(field) ?? 0]))
    if (await change(wanted)) setDraft({})
  }
  return (
    <Section title={title} help={help}>
      <form onSubmit={(event) => void save(event)} noValidate className="flex flex-col gap-4">
        {fields.map((field) => {
          const { key, from, to, label, help: about } = field
          const ofServer = problem?.field === `/${key}` ? problem.text : null
          return (
            <TextField
              key={key}
              className="max-w-96"
              label={label}
              help={about}
              problem={valueOf(field) === null ? callWords.settings.between(number(from), number(to)) : ofServer}
              inputMode="numeric"
              autoComplete="off"
              maxLength={6}
              value={textOf(key)}
              onChange={(event) => edit({ ...draft, [key]: event.target.value })}
            />
          )
        })}
        {(Object.keys(draft).length > 0 || done || problem) && (
          <SaveLine
            dirty={isDirty}
            blocked={isWrong}
            busy={busy}
            done={done}
            problem={fields.some(({ key }) => problem?.field === `/${key}`) ? null : problem?.text}
            onReset={() => edit({})}
          />
        )}
      </form>
    </Section>
  )
}
