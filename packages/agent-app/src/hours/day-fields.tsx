import { Coffee, Copy, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/index.ts'
import { type DayHours, endsNextDay, type Span, withBreak } from './day.ts'
import { USUAL_DAY } from './draft.ts'
import { TimeInput } from './time-input.tsx'
import { hoursWords as w } from './words.ts'

/** Breaks of a day: ten ranges have nine gaps. */
const BREAKS_MAX = 9

type Props = {
  /** Of the day, as it is said in the labels. */
  name: string
  day: DayHours | null
  mayChange: boolean
  onChange: (day: DayHours | null) => void
  /** Gives other days the same hours. */
  onSame?: () => void
}

/** The hours of one day and its breaks. */
export function DayFields({ name, day, mayChange, onChange, onSame }: Props) {
  const c = words.channels
  if (!day)
    return (
      <Line>
        <span className="flex-1 text-muted">{c.closed}</span>
        {mayChange && (
          <IconButton label={c.addSpan(name)} onClick={() => onChange(USUAL_DAY)}>
            <Plus className="size-4" />
          </IconButton>
        )}
      </Line>
    )
  const putBreak = (place: number, span: Span) =>
    onChange({ ...day, breaks: day.breaks.map((one, at) => (at === place ? span : one)) })
  return (
    <div className="flex flex-col gap-1.5">
      <Line>
        <TimeInput
          label={c.from(name)}
          value={day.from}
          disabled={!mayChange}
          onChange={(from) => onChange({ ...day, from })}
        />
        <Dash />
        <TimeInput
          label={c.to(name)}
          value={day.to}
          disabled={!mayChange}
          onChange={(to) => onChange({ ...day, to })}
        />
        <span className="flex-1 text-sm text-muted">{endsNextDay(day) && w.nextDay}</span>
        {mayChange && (
          <span className="ms-auto flex">
            {onSame && (
              <IconButton label={w.same(name)} onClick={onSame}>
                <Copy className="size-4" />
              </IconButton>
            )}
            {day.breaks.length < BREAKS_MAX && (
              <IconButton label={w.addBreak(name)} onClick={() => onChange(withBreak(day))}>
                <Coffee className="size-4" />
              </IconButton>
            )}
            <IconButton label={c.removeSpan(name)} onClick={() => onChange(null)}>
              <X className="size-4" />
            </IconButton>
          </span>
        )}
      </Line>
      {day.breaks.map(([from, to], place) => (
        <Line key={place}>
          <TimeInput
            label={w.breakFrom(name)}
            value={from}
            disabled={!mayChange}
            onChange={(value) => putBreak(place, [value, to])}
          />
          <Dash />
          <TimeInput
            label={w.breakTo(name)}
            value={to}
            disabled={!mayChange}
            onChange={(value) => putBreak(place, [from, value])}
          />
          <span className="flex-1 text-sm text-muted">{w.pause}</span>
          {mayChange && (
            <IconButton
              label={w.removeBreak(name)}
              onClick={() => onChange({ ...day, breaks: day.breaks.filter((_, at) => at !== place) })}
            >
              <X className="size-4" />
            </IconButton>
          )}
        </Line>
      ))}
    </div>
  )
}

const Line = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-8 flex-wrap items-center gap-1.5">{children}</div>
)

const Dash = () => (
  <span aria-hidden="true" className="text-muted">
    –
  </span>
)
