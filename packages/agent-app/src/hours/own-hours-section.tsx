import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../api/queries.ts'
import { useCell, useSession } from '../live/react.ts'
import { dateOf } from '../text/when.ts'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { toDay } from './day.ts'
import { hoursQuery, listHours } from './query.ts'
import { sayDay, sayHours } from './summary.ts'
import { hoursWords as w } from './words.ts'

/** The working hours of the signed-in agent and of their departments, to read. Without any, there is no section. */
export function OwnHoursSection() {
  const me = useCell(useSession().live.me)
  const { data } = useQuery(hoursQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const mine = (data ? listHours(data) : []).filter(({ of, id }) =>
    of === 'agent' ? id === me.id : me.departments.includes(id),
  )
  if (mine.length === 0) return null
  return (
    <Section title={words.channels.hours} help={w.own}>
      <ul className="divide-y divide-line">
        {mine.toReversed().map(({ of, id, hours }) => (
          <li key={`${of} ${id}`} className="py-2.5 first:pt-0">
            <bdi className="block truncate font-medium">
              {of === 'agent' ? w.you : departments.find((one) => one.id === id)?.name}
            </bdi>
            <span className="block text-sm text-muted text-pretty">{sayHours(hours)}</span>
            {(hours.holidays ?? []).map(({ date, name, ranges = [] }) => (
              <span key={date} className="block text-sm text-muted">
                {dateOf(new Date(`${date}T12:00`).getTime())} · <bdi>{name}</bdi> · {sayDay(toDay(ranges))}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  )
}
