import type { WorkingHours } from '@deskbell/protocol/agent/hours'
import { useState } from 'react'
import { routingWords } from '../routing/words.ts'
import { useAct } from '../ui/act.ts'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { fromDraft, type HoursDraft, toDraft, usualHours } from './draft.ts'
import { HoursFields, ownZone } from './hours-fields.tsx'
import { type HoursOwner, useSetHours } from './query.ts'
import { sayFault } from './say-fault.ts'
import { hoursWords as w } from './words.ts'

/** A department or an agent with a name, and hours if there are some. */
export interface NamedHours extends HoursOwner {
  readonly name: string
  readonly hours: WorkingHours | null
}

type Props = {
  /** Whose hours are changed; null: of one of `free`. */
  owner: NamedHours | null
  free: readonly NamedHours[]
  /** Hours that can be copied, in named groups. */
  sources: readonly (readonly [label: string, all: readonly { name: string; hours: WorkingHours }[]])[]
  onClose: () => void
}

const keyOf = ({ of, id }: HoursOwner) => `${of} ${id}`

/** Gives a department or an agent working hours, or changes them. */
export function TeamHoursDialog({ owner, free, sources, onClose }: Props) {
  const { busy, problem, run } = useAct()
  const setHours = useSetHours()
  const [chosen, setChosen] = useState('')
  const [draft, setDraft] = useState<HoursDraft>(owner?.hours ? toDraft(owner.hours) : usualHours(ownZone()))
  const target = owner ?? free.find((one) => keyOf(one) === chosen)
  const wrong = sayFault(draft)
  const save = async () => {
    if (target && !wrong && (await run(() => setHours(target, fromDraft(draft))))) onClose()
  }
  const options = (of: HoursOwner['of']) =>
    free.filter((one) => one.of === of).map((one) => [keyOf(one), one.name] as const)
  const all = sources.flatMap(([, some]) => some)
  return (
    <DialogForm
      title={owner ? w.titleOf(owner.name) : w.add}
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      busy={busy}
      problem={problem?.text ?? wrong}
      blocked={!target || wrong !== null}
      label={words.common.save}
      wide
    >
      <div className="flex flex-wrap gap-4">
        {!owner && (
          <Field label={w.for} className="min-w-48 flex-1">
            {({ id }) => (
              <Select
                id={id}
                value={chosen}
                options={[['', '']]}
                groups={[
                  [routingWords.departments, options('department')],
                  [words.channels.agents, options('agent')],
                ]}
                onChange={setChosen}
              />
            )}
          </Field>
        )}
        {all.length > 0 && (
          <Field label={w.copyFrom} className="min-w-48 flex-1">
            {({ id }) => (
              <Select
                id={id}
                value=""
                options={[['', '']]}
                groups={sources.map(
                  ([label, some]) => [label, some.map((one) => [String(all.indexOf(one)), one.name] as const)] as const,
                )}
                onChange={(place) => {
                  const source = all[Number(place)]
                  if (place !== '' && source) setDraft(toDraft(source.hours))
                }}
              />
            )}
          </Field>
        )}
      </div>
      <HoursFields draft={draft} mayChange onChange={setDraft} />
    </DialogForm>
  )
}
