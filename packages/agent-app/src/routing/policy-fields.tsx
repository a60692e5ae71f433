import type { RoutingPolicy } from '@deskbell/protocol/agent/routing'
import { Scale, Repeat, UsersRound } from 'lucide-react'
import { CardChoice } from '../ui/card-choice.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { lasting } from '../text/when.ts'
import { describeOverflow, OverflowFields } from './overflow-fields.tsx'
import { routingWords as w } from './words.ts'

const ICONS = { everybody: UsersRound, 'least-busy': Scale, 'round-robin': Repeat } as const
const CHOICES = ['everybody', 'least-busy', 'round-robin'] as const
/** Seconds. */
const TIMES = [15, 30, 60, 120, 300, 600]

type Props = {
  policy: RoutingPolicy
  /** The department whose policy it is. */
  own?: number | undefined
  onChange: (part: Partial<RoutingPolicy>) => void
}

/** Who gets a waiting chat, whether they are asked, and what becomes of it when nobody answers. */
export function PolicyFields({ policy, own, onChange }: Props) {
  const { distribution, lastAgentFirst, acceptWithin } = policy
  const times =
    acceptWithin === null || TIMES.includes(acceptWithin) ? TIMES : [...TIMES, acceptWithin].toSorted((a, b) => a - b)
  return (
    <div className="flex flex-col gap-3">
      <CardChoice
        label={w.distribution}
        value={distribution}
        options={CHOICES.map((value) => ({
          value,
          icon: ICONS[value],
          name: w.distributions[value],
          help: w.distributionHelps[value],
        }))}
        onChange={(value) => onChange({ distribution: value })}
      />
      {distribution !== 'everybody' && (
        <>
          <SwitchRow
            label={w.last}
            help={w.lastHelp}
            checked={lastAgentFirst}
            onChange={(on) => onChange({ lastAgentFirst: on })}
          />
          <Field label={w.within} help={acceptWithin !== null && w.withinHelp} className="max-w-80">
            {({ id, describedBy }) => (
              <Select
                id={id}
                aria-describedby={describedBy}
                value={String(acceptWithin)}
                options={[
                  ...times.map((one) => [String(one), lasting(one * 1000, 'long')] as const),
                  ['null', w.notAsked],
                ]}
                onChange={(value) => onChange({ acceptWithin: value === 'null' ? null : Number(value) })}
              />
            )}
          </Field>
        </>
      )}
      <OverflowFields overflow={policy.overflow ?? null} own={own} onChange={(overflow) => onChange({ overflow })} />
    </div>
  )
}

/** A policy in one line. */
export function describe(policy: RoutingPolicy, departments: readonly { id: number; name: string }[]): string {
  const { distribution, lastAgentFirst, acceptWithin, overflow } = policy
  const isAsked = distribution !== 'everybody'
  return [
    w.distributions[distribution],
    isAsked && lastAgentFirst && w.last,
    isAsked && (acceptWithin === null ? w.notAsked : lasting(acceptWithin * 1000, 'long')),
    overflow && describeOverflow(overflow, departments),
  ]
    .filter(Boolean)
    .join(' · ')
}
