import { type FormEvent, useState } from 'react'
import { DAYS } from '../hours/days.ts'
import { useAct } from '../ui/act.ts'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { alertWords } from '../words/alerts.ts'
import { words } from '../words/index.ts'
import type { Settings } from './queries.ts'
import { fromQuiet, isComplete, toQuiet, usualQuiet } from './quiet.ts'

const w = alertWords
const TIME = cx(INPUT, 'h-9 w-auto px-2')
const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone
const zones = (chosen: string) =>
  [...new Set([ownZone(), 'UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

/** Times at which the agent is not alerted. */
export function QuietSection({
  quiet,
  onSave,
}: {
  quiet: Settings['quiet']
  onSave: (changed: Partial<Settings>) => Promise<void>
}) {
  const stored = quiet && toQuiet(quiet)
  const [edited, setEdited] = useState(stored)
  const { busy, problem, done, run } = useAct()
  const dirty = JSON.stringify(edited) !== JSON.stringify(stored)
  const wrong = edited !== null && !isComplete(edited)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) void run(() => onSave({ quiet: edited && fromQuiet(edited) }))
  }
  return (
    <Section title={w.quiet} help={w.quietHelp}>
      <Switch
        checked={edited !== null}
        label={w.quietSwitch}
        onChange={(on) => setEdited(on ? (stored ?? usualQuiet(ownZone())) : null)}
      />
      <form onSubmit={save}>
        {edited && (
          <div className="mt-3 flex flex-col gap-4">
            <div className="flex flex-wrap gap-4">
              {(['from', 'to'] as const).map((end) => (
                <Field key={end} label={end === 'from' ? w.quietFrom : w.quietTo}>
                  {({ id }) => (
                    <input
                      id={id}
                      type="time"
                      required
                      value={edited[end]}
                      className={TIME}
                      onChange={(event) => setEdited({ ...edited, [end]: event.target.value })}
                    />
                  )}
                </Field>
              ))}
              <Field label={w.timeZone} className="min-w-48 flex-1">
                {({ id }) => (
                  <Select
                    id={id}
                    value={edited.timeZone}
                    options={zones(edited.timeZone)}
                    onChange={(timeZone) => setEdited({ ...edited, timeZone })}
                  />
                )}
              </Field>
            </div>
            <fieldset>
              <legend className="mb-1.5 text-sm font-medium">{w.quietDays}</legend>
              <div className="flex flex-wrap gap-x-4 gap-y-2">
                {DAYS.map((day) => (
                  <label key={day} className="flex items-center gap-2">
                    <input
                      type="checkbox"
                      className="size-4 accent-(--color-accent)"
                      checked={edited.days.includes(day)}
                      onChange={(event) => {
                        const chosen = DAYS.filter((one) =>
                          one === day ? event.target.checked : edited.days.includes(one),
                        )
                        setEdited({ ...edited, days: chosen })
                      }}
                    />
                    {words.channels.days[day]}
                  </label>
                ))}
              </div>
            </fieldset>
          </div>
        )}
        {(dirty || done) && (
          <SaveLine
            dirty={dirty}
            blocked={wrong}
            busy={busy}
            done={done}
            problem={problem?.text ?? (wrong ? w.quietEmpty : null)}
            onReset={() => setEdited(stored)}
          />
        )}
      </form>
    </Section>
  )
}
