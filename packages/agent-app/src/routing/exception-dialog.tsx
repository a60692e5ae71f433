import type { Routing, RoutingChange, RoutingPolicy } from '@deskbell/protocol/agent/routing'
import { useState } from 'react'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { PolicyFields } from './policy-fields.tsx'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

/** The policy of a channel or a department. */
export interface Exception {
  readonly of: 'channel' | 'department'
  readonly id: number
  readonly name: string
  readonly policy: RoutingPolicy
}

type Named = readonly { id: number; name: string }[]
type Props = {
  routing: Routing
  /** Null: a new one. */
  exception: Exception | null
  channels: Named
  departments: Named
  toChange: (shown: Routing, of: Pick<Exception, 'of' | 'id'>, policy: RoutingPolicy) => RoutingChange
  onClose: () => void
}

/** A new policy begins as the general one, whose chats may go on to this very department. */
const withoutOwn = (policy: RoutingPolicy, own: number | undefined): RoutingPolicy =>
  typeof policy.overflow?.to === 'object' && policy.overflow.to.department === own
    ? { ...policy, overflow: null }
    : policy

/** Gives a channel or a department a policy, or changes it. */
export function ExceptionDialog({ routing, exception, channels, departments, toChange, onClose }: Props) {
  const { busy, problem, change } = useChange()
  const free = {
    channel: channels.filter(({ id }) => !routing.channels.some((one) => one.channel === id)),
    department: departments.filter(({ id }) => !routing.departments.some((one) => one.department === id)),
  }
  const [chosen, setChosen] = useState('')
  const [policy, setPolicy] = useState<RoutingPolicy>(
    exception?.policy ?? { ...routing.policy, distribution: 'least-busy' },
  )
  const [of, id] = chosen.split(' ')
  const target = exception ?? {
    of: of === 'channel' ? ('channel' as const) : ('department' as const),
    id: Number(id),
  }
  const own = target.of === 'department' ? target.id : undefined
  const wanted = withoutOwn(policy, own)
  const save = async () => {
    if (await change((shown) => toChange(shown, target, wanted))) onClose()
  }
  const options = (kind: Exception['of']) => free[kind].map((one) => [`${kind} ${one.id}`, one.name] as const)
  return (
    <DialogForm
      title={exception ? w.changeException(exception.name) : w.addException}
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={!exception && chosen === ''}
      label={words.common.save}
      wide
    >
      {!exception && (
        <Field label={w.for}>
          {({ id: field }) => (
            <Select
              id={field}
              value={chosen}
              options={[['', '']]}
              groups={[
                [w.departments, options('department')],
                [w.channels, options('channel')],
              ]}
              onChange={setChosen}
            />
          )}
        </Field>
      )}
      <PolicyFields policy={wanted} own={own} onChange={(part) => setPolicy({ ...wanted, ...part })} />
    </DialogForm>
  )
}
