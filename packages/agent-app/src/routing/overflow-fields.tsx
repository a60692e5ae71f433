import type { Overflow } from '@deskbell/protocol/agent/routing'
import { useQuery } from '@tanstack/react-query'
import { departmentsQuery } from '../api/queries.ts'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { lasting } from '../text/when.ts'
import { routingWords as w } from './words.ts'

/** Seconds. */
const TIMES = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 28_800, 86_400]
const OFFERED = 120

type Named = readonly { id: number; name: string }[]
type Props = {
  overflow: Overflow | null
  /** The department whose policy it is: its chats go on to another one. */
  own: number | undefined
  onChange: (overflow: Overflow | null) => void
}

/** What becomes of chats for which no agent is there, or which none accepts. */
export function OverflowFields({ overflow, own, onChange }: Props) {
  const { data: departments } = useQuery(departmentsQuery)
  const choose = (value: string) =>
    onChange(value === '' ? null : { after: overflow?.after ?? OFFERED, to: toTarget(value) })
  const value = overflow === null ? '' : toValue(overflow.to)
  const others = (departments ?? []).filter(({ id }) => id !== own).map(({ id, name }) => [String(id), name] as const)
  const isMissing = typeof overflow?.to === 'object' && !others.some(([id]) => id === value)
  const times =
    overflow && !TIMES.includes(overflow.after) ? [...TIMES, overflow.after].toSorted((a, b) => a - b) : TIMES
  return (
    <>
      <Field label={w.overflow.title} help={helpOf(overflow)} className="max-w-80">
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={value}
            options={[
              ['', w.overflow.none],
              ['bot', w.overflow.bot],
              ['form', w.overflow.form],
            ]}
            groups={[[w.departments, isMissing ? [...others, [value, departments ? w.gone : '…'] as const] : others]]}
            onChange={choose}
          />
        )}
      </Field>
      {overflow && (
        <Field label={w.overflow.after} help={w.overflow.help} className="max-w-80">
          {({ id, describedBy }) => (
            <Select
              id={id}
              aria-describedby={describedBy}
              value={String(overflow.after)}
              options={times.map((one) => [String(one), lasting(one * 1000, 'long')] as const)}
              onChange={(after) => onChange({ ...overflow, after: Number(after) })}
            />
          )}
        </Field>
      )}
    </>
  )
}

const toValue = (to: Overflow['to']): string => (typeof to === 'object' ? String(to.department) : to)
const toTarget = (value: string): Overflow['to'] =>
  value === 'bot' || value === 'form' ? value : { department: Number(value) }

function helpOf(overflow: Overflow | null): string | false {
  if (overflow?.to === 'bot') return w.overflow.botHelp
  return overflow?.to === 'form' && w.overflow.formHelp
}

/** An overflow in a few words. */
export function describeOverflow({ after, to }: Overflow, departments: Named): string {
  const name =
    typeof to === 'object' ? (departments.find(({ id }) => id === to.department)?.name ?? w.gone) : w.overflow[to]
  return w.overflow.line(name, lasting(after * 1000, 'long'))
}
