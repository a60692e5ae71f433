import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { DayFields } from './day-fields.tsx'
import { DAYS } from './days.ts'
import { type HoursDraft, withSameDays } from './draft.ts'
import { HolidayFields } from './holiday-fields.tsx'

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const zones = (chosen: string) =>
  [...new Set(['UTC', chosen, ...Intl.supportedValuesOf('timeZone')])].map((zone) => [zone, zone] as const)

type Props = { draft: HoursDraft; mayChange: boolean; onChange: (draft: HoursDraft) => void }

/** Working hours of anything that has them: time zone, days with breaks, and holidays. */
export function HoursFields({ draft, mayChange, onChange }: Props) {
  return (
    <div>
      <Field label={words.channels.timeZone} className="max-w-xs">
        {({ id }) => (
          <Select
            id={id}
            value={draft.timeZone}
            disabled={!mayChange}
            options={zones(draft.timeZone)}
            onChange={(timeZone) => onChange({ ...draft, timeZone })}
          />
        )}
      </Field>
      <div className="mt-3 divide-y divide-line">
        {DAYS.map((day) => {
          const name = words.channels.days[day]
          return (
            <div key={day} className="flex flex-wrap items-start gap-x-4 py-2">
              <span className="w-24 pt-1.5 font-medium">{name}</span>
              <div className="min-w-0 flex-1 basis-64">
                <DayFields
                  name={name}
                  day={draft.days[day]}
                  mayChange={mayChange}
                  onChange={(hours) => onChange({ ...draft, days: { ...draft.days, [day]: hours } })}
                  onSame={() => onChange(withSameDays(draft, day))}
                />
              </div>
            </div>
          )
        })}
      </div>
      <HolidayFields
        holidays={draft.holidays}
        mayChange={mayChange}
        onChange={(holidays) => onChange({ ...draft, holidays })}
      />
    </div>
  )
}
