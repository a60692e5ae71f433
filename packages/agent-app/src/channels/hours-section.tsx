import type { Channel, WorkingHours } from '@deskbell/protocol/agent/channel'
import { Plus, X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { Select } from '../ui/select.tsx'
import { Switch } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { type Day, DAYS, fromEnd, type Span, spansOf, toEnd, usualHours, withSpans, wrongDay } from './hours.ts'
import { useChange } from './use-change.ts'

const w = words.channels
const TIME = cx(INPUT, 'h-8 w-auto px-2 text-sm')

const zones = (chosen: string) =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

/** The hours during which the channel can be online (A4). */
export function HoursSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const [edited, setEdited] = useState<WorkingHours | null | undefined>(undefined)
  const { busy, done, problem, change } = useChange(channel)
  const hours = edited === undefined ? channel.workingHours : edited
  const dirty = JSON.stringify(hours) !== JSON.stringify(channel.workingHours)
  const wrong = hours && wrongDay(hours)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) void change({ workingHours: hours }).then((saved) => saved && setEdited(undefined))
  }
  return (
    <Section title={w.hours} help={hours ? w.hoursOn : w.hoursOffHelp}>
      <Switch
        checked={hours !== null}
        disabled={!mayChange}
        label={w.hoursSwitch}
        onChange={(on) =>
          setEdited(on ? (channel.workingHours ?? usualHours(Intl.DateTimeFormat().resolvedOptions().timeZone)) : null)
        }
      />
      <form onSubmit={save}>
        {hours && (
          <>
            <Field label={w.timeZone} className="mt-3 max-w-xs">
              {({ id }) => (
                <Select
                  id={id}
                  value={hours.timeZone}
                  disabled={!mayChange}
                  options={zones(hours.timeZone)}
                  onChange={(timeZone) => setEdited({ ...hours, timeZone })}
                />
              )}
            </Field>
            <div className="mt-3 divide-y divide-line">
              {DAYS.map((day) => (
                <DayRow
                  key={day}
                  day={day}
                  spans={spansOf(hours, day)}
                  mayChange={mayChange}
                  onChange={(spans) => setEdited(withSpans(hours, day, spans))}
                />
              ))}
            </div>
          </>
        )}
        {mayChange && (dirty || done) && (
          <SaveLine
            dirty={dirty}
            blocked={Boolean(wrong)}
            busy={busy}
            done={done}
            problem={problem?.text ?? (wrong ? `${w.days[wrong]}: ${w.spanWrong}` : null)}
            onReset={() => setEdited(undefined)}
          />
        )}
      </form>
    </Section>
  )
}

type DayRowProps = { day: Day; spans: Span[]; mayChange: boolean; onChange: (spans: Span[]) => void }

function DayRow({ day, spans, mayChange, onChange }: DayRowProps) {
  const name = w.days[day]
  const put = (index: number, span: Span) => onChange(spans.map((one, at) => (at === index ? span : one)))
  return (
    <div className="flex min-h-12 flex-wrap items-start gap-x-4 gap-y-1 py-2">
      <span className="w-24 pt-1.5 font-medium">{name}</span>
      <div className="flex flex-1 flex-col gap-1.5">
        {spans.length === 0 && <span className="pt-1.5 text-muted">{w.closed}</span>}
        {spans.map(([from = '', to = ''], index) => (
          <div key={index} className="flex items-center gap-1.5">
            <input
              type="time"
              required
              aria-label={w.from(name)}
              value={from}
              disabled={!mayChange}
              className={TIME}
              onChange={(event) => put(index, [event.target.value, to])}
            />
            <span aria-hidden="true" className="text-muted">
              –
            </span>
            <input
              type="time"
              required
              aria-label={w.to(name)}
              value={fromEnd(to)}
              disabled={!mayChange}
              className={TIME}
              onChange={(event) => put(index, [from, toEnd(event.target.value)])}
            />
            {mayChange && (
              <IconButton label={w.removeSpan(name)} onClick={() => onChange(spans.filter((_, at) => at !== index))}>
                <X className="size-4" />
              </IconButton>
            )}
          </div>
        ))}
      </div>
      {mayChange && spans.length < 10 && (
        <IconButton
          label={w.addSpan(name)}
          onClick={() => onChange([...spans, spans.length === 0 ? ['09:00', '18:00'] : [spans.at(-1)?.[1] ?? '', '']])}
        >
          <Plus className="size-4" />
        </IconButton>
      )}
    </div>
  )
}
