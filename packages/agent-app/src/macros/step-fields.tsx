import type { MacroStep } from '@deskbell/protocol/agent/macro'
import { type Variable, VARIABLES } from '@deskbell/protocol/agent/variables'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { useRef } from 'react'
import { cannedWords } from '../canned/words.ts'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import type { Names } from './describe.ts'
import { macroWords } from './words.ts'

const w = macroWords

type Of<Type extends MacroStep['type']> = Extract<MacroStep, { type: Type }>
type Props<Step> = { step: Step; names: Names; problem: string | null; onChange: (step: Step) => void }

/** The fields of one step. */
export function StepFields({ step, ...rest }: Props<MacroStep>) {
  switch (step.type) {
    case 'send':
    case 'note':
      return <TextFields step={step} {...rest} />
    case 'tag':
      return <TagFields step={step} {...rest} />
    case 'hand-over':
      return <HandOverFields step={step} {...rest} />
    case 'snooze':
      return <SnoozeFields step={step} {...rest} />
    case 'accept':
    case 'close':
      return null
  }
}

function TextFields({ step, problem, onChange }: Props<Of<'send' | 'note'>>) {
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? step.text.length
    const end = area.current?.selectionEnd ?? at
    onChange({ ...step, text: `${step.text.slice(0, at)}{${name}}${step.text.slice(end)}` })
    area.current?.focus()
  }
  return (
    <div className="flex flex-col gap-2">
      <Field label={w.text} problem={problem}>
        {({ id, describedBy, invalid }) => (
          <textarea
            ref={area}
            id={id}
            dir="auto"
            rows={3}
            required
            maxLength={AGENT_TEXT_MAX}
            value={step.text}
            aria-describedby={describedBy}
            aria-invalid={invalid}
            onChange={(event) => onChange({ ...step, text: event.target.value })}
            className={cx(INPUT, 'resize-y py-2')}
          />
        )}
      </Field>
      <div className="w-52 max-w-full">
        <Select
          compact
          aria-label={w.insert}
          value=""
          onChange={insert}
          options={[['', w.insert], ...VARIABLES.map((name: Variable) => [name, cannedWords.variables[name]] as const)]}
        />
      </div>
    </div>
  )
}

function TagFields({ step, names, onChange, problem }: Props<Of<'tag'>>) {
  if (names.tags.length === 0) return <p className="text-sm text-muted">{w.noTags}</p>
  const toggle = (list: 'add' | 'remove', id: number) => {
    const other = list === 'add' ? 'remove' : 'add'
    const on = !step[list].includes(id)
    onChange({
      ...step,
      [list]: on ? [...step[list], id] : step[list].filter((one) => one !== id),
      [other]: step[other].filter((one) => one !== id),
    })
  }
  return (
    <div className="flex flex-col gap-2">
      {(['add', 'remove'] as const).map((list) => (
        <fieldset key={list} className="min-w-0">
          <legend className="mb-1 text-sm font-medium">{list === 'add' ? w.addTags : w.removeTags}</legend>
          <div className="flex max-h-28 flex-wrap gap-1.5 overflow-y-auto p-0.5">
            {names.tags.map(({ id, name }) => (
              <label
                key={id}
                className={cx(
                  'inline-flex max-w-full cursor-pointer items-center rounded-md border px-2 py-0.5 text-sm transition-colors has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  step[list].includes(id)
                    ? 'border-tint-edge bg-tint font-medium'
                    : 'border-line text-soft hover:border-edge',
                )}
              >
                <input
                  type="checkbox"
                  className="sr-only"
                  checked={step[list].includes(id)}
                  onChange={() => toggle(list, id)}
                />
                <bdi className="truncate">{name}</bdi>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      {problem && <p className="text-sm text-bad">{problem}</p>}
    </div>
  )
}

function HandOverFields({ step, names, problem, onChange }: Props<Of<'hand-over'>>) {
  const value = step.to === undefined ? (step.department === undefined ? '' : `d${step.department}`) : `a${step.to}`
  const options = (kind: 'a' | 'd', of: Names['agents']) => of.map(({ id, name }) => [`${kind}${id}`, name] as const)
  const groups = [
    [w.agents, options('a', names.agents)],
    [w.departments, options('d', names.departments)],
  ] as const
  const isKnown = value === '' || groups.some(([, of]) => of.some(([one]) => one === value))
  return (
    <Field label={w.to} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={value}
          onChange={(chosen) => {
            const number = Number(chosen.slice(1))
            if (number > 0)
              onChange(
                chosen.startsWith('a') ? { type: step.type, to: number } : { type: step.type, department: number },
              )
          }}
          options={[
            ...(value === '' ? [['', w.choose] as const] : []),
            ...(isKnown ? [] : [[value, w.goneReceiver] as const]),
          ]}
          groups={groups}
        />
      )}
    </Field>
  )
}

/** One hour, four hours, one day, three days, a week. */
const TIMES = [60, 240, 1440, 4320, 10_080]

function SnoozeFields({ step, problem, onChange }: Props<Of<'snooze'>>) {
  const { minutes } = step
  const times = minutes === null || TIMES.includes(minutes) ? TIMES : [...TIMES, minutes].toSorted((a, b) => a - b)
  return (
    <Field label={w.until} problem={problem}>
      {({ id, describedBy, invalid }) => (
        <Select
          id={id}
          aria-describedby={describedBy}
          aria-invalid={invalid}
          value={minutes === null ? '' : String(minutes)}
          onChange={(chosen) => onChange({ ...step, minutes: chosen === '' ? null : Number(chosen) })}
          options={[['', w.visitorWrites], ...times.map((one) => [String(one), w.inTime(one)] as const)]}
        />
      )}
    </Field>
  )
}
