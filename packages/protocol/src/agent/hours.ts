import { Type, type Static } from 'typebox'
import { HOLIDAY_NAME_MAX, HOLIDAYS_MAX, RANGES_MAX } from '../limits.ts'
import { Id, Nullable, Strict, Time } from '../shapes.ts'
import { TEXT_FORMS } from '../text-forms.ts'

const Ranges = Type.Array(Type.Array(Type.String({ pattern: TEXT_FORMS.time }), { minItems: 2, maxItems: 2 }), {
  maxItems: RANGES_MAX,
})
/** Times of day in a time zone, per weekday. A day left out is closed; a break is the gap between two ranges. */
export const WeekHours = Strict({
  timeZone: Type.String({ maxLength: 64, description: 'IANA name, such as Europe/Berlin' }),
  days: Strict({
    mon: Type.Optional(Ranges),
    tue: Type.Optional(Ranges),
    wed: Type.Optional(Ranges),
    thu: Type.Optional(Ranges),
    fri: Type.Optional(Ranges),
    sat: Type.Optional(Ranges),
    sun: Type.Optional(Ranges),
  }),
})
export type WeekHours = Static<typeof WeekHours>

/** A date with ranges of its own instead of those of its weekday. */
export const Holiday = Strict({
  date: Type.String({ pattern: TEXT_FORMS.date, description: 'YYYY-MM-DD in the time zone of the hours' }),
  name: Type.String({ minLength: 1, maxLength: HOLIDAY_NAME_MAX }),
  ranges: Type.Optional(Ranges),
})
export type Holiday = Static<typeof Holiday>

/** Times of day in a time zone, per weekday, and holidays. Of a channel: when its status can be `1` (A4). */
export const WorkingHours = Strict({
  ...WeekHours.properties,
  holidays: Type.Optional(
    Type.Array(Holiday, {
      maxItems: HOLIDAYS_MAX,
      description:
        'each date once; without `ranges`, the day is closed. A range belongs to the day on which it begins, so that one over midnight goes on into a holiday',
    }),
  ),
})
export type WorkingHours = Static<typeof WorkingHours>

/** Of a department or an agent. */
export const HoursSetting = Strict({ hours: Nullable(WorkingHours) }, { description: '`hours` null: always open' })
export type HoursSetting = Static<typeof HoursSetting>

/** When departments and agents work. Those that are always open are left out. */
export const HoursOfAll = Strict({
  departments: Type.Array(Strict({ department: Id, hours: WorkingHours })),
  agents: Type.Array(Strict({ agent: Id, hours: WorkingHours })),
})
export type HoursOfAll = Static<typeof HoursOfAll>

/** Whether hours are open at this moment. */
export const HoursNow = Strict(
  { open: Type.Boolean(), until: Nullable(Time) },
  { description: '`until`: when that changes; null: not within a year' },
)
export type HoursNow = Static<typeof HoursNow>
