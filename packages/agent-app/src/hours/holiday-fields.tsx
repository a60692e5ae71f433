import { HOLIDAY_NAME_MAX, HOLIDAYS_MAX } from '@deskbell/protocol/limits'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { DayFields } from './day-fields.tsx'
import type { HolidayDraft } from './draft.ts'
import { hoursWords as w } from './words.ts'

const NEW: HolidayDraft = { date: '', name: '', hours: null }

type Props = {
  holidays: readonly HolidayDraft[]
  mayChange: boolean
  onChange: (holidays: readonly HolidayDraft[]) => void
}

/** Dates with hours of their own, or closed. */
export function HolidayFields({ holidays, mayChange, onChange }: Props) {
  // The one that was added last takes the focus.
  const [added, setAdded] = useState(-1)
  const put = (place: number, changed: Partial<HolidayDraft>) =>
    onChange(holidays.map((one, at) => (at === place ? { ...one, ...changed } : one)))
  if (holidays.length === 0 && !mayChange) return null
  return (
    <fieldset className="mt-4">
      <legend className="font-medium">{w.holidays}</legend>
      <p className="mt-0.5 text-sm text-muted text-pretty">{w.holidaysHelp}</p>
      <ul className="mt-1 divide-y divide-line">
        {holidays.map(({ date, name, hours }, place) => (
          <li key={place} className="flex flex-col gap-1.5 py-2">
            <div className="flex flex-wrap items-center gap-1.5">
              <span className="w-36 shrink-0">
                <input
                  type="date"
                  required
                  min="1970-01-01"
                  max="2999-12-31"
                  aria-label={w.date}
                  autoFocus={place === added}
                  value={date}
                  disabled={!mayChange}
                  className={cx(INPUT, 'h-8 text-sm')}
                  onChange={(event) => put(place, { date: event.target.value })}
                />
              </span>
              <input
                required
                maxLength={HOLIDAY_NAME_MAX}
                aria-label={w.name}
                placeholder={w.name}
                value={name}
                disabled={!mayChange}
                className={cx(INPUT, 'h-8 min-w-0 flex-1 basis-32 text-sm')}
                onChange={(event) => put(place, { name: event.target.value })}
              />
              {mayChange && (
                <IconButton
                  label={w.removeHoliday(name || w.unnamed)}
                  onClick={() => {
                    setAdded(-1)
                    onChange(holidays.filter((_, at) => at !== place))
                  }}
                >
                  <X className="size-4" />
                </IconButton>
              )}
            </div>
            <DayFields
              name={name || w.unnamed}
              day={hours}
              mayChange={mayChange}
              onChange={(changed) => put(place, { hours: changed })}
            />
          </li>
        ))}
      </ul>
      {mayChange && holidays.length < HOLIDAYS_MAX && (
        <Button
          size="sm"
          className="mt-2"
          onClick={() => {
            setAdded(holidays.length)
            onChange([...holidays, NEW])
          }}
        >
          <Plus aria-hidden="true" className="size-4" />
          {w.addHoliday}
        </Button>
      )}
    </fieldset>
  )
}
