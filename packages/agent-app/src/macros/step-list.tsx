import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/select.tsx'
import type { Names } from './describe.ts'
import { type DraftStep, moved, newStep, placeFor, STEP_TYPES, toDraft } from './draft.ts'
import { StepFields } from './step-fields.tsx'
import { macroWords } from './words.ts'

const w = macroWords
const ONCE: readonly string[] = ['accept', 'hand-over', 'snooze', 'close']

type Props = {
  steps: readonly DraftStep[]
  names: Names
  /** The step that the server refused. */
  problem: { place: number; text: string } | null
  onChange: (steps: readonly DraftStep[]) => void
}

/** The steps in their order, each with its fields; they are moved by buttons, so that keys alone can do it too. */
export function StepList({ steps, names, problem, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null)
  const [said, setSaid] = useState('')
  const offered = STEP_TYPES.filter((type) => !ONCE.includes(type) || !steps.some(({ step }) => step.type === type))
  const change = (key: number, step: DraftStep['step']) =>
    onChange(steps.map((one) => (one.key === key ? { key, step } : one)))
  const add = (type: string) => {
    const chosen = STEP_TYPES.find((one) => one === type)
    if (!chosen) return
    const made = toDraft(newStep(chosen))
    const place = placeFor(steps, chosen)
    onChange([...steps.slice(0, place), made, ...steps.slice(place)])
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-step="${made.key}"] :is(textarea, select, input)`)?.focus(),
    )
  }
  const move = (place: number, by: 1 | -1) => {
    onChange(moved(steps, place, by))
    setSaid(w.moved(place + by + 1))
  }
  return (
    <section aria-label={w.steps} className="flex flex-col gap-2">
      <p className="text-sm font-medium">{w.steps}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <ol ref={list} className="flex flex-col gap-2">
        {steps.map(({ key, step }, place) => (
          <li key={key} data-step={key} className="rounded-xl border border-line p-3">
            <div className="flex items-center gap-2">
              <span
                aria-hidden="true"
                className="grid size-5 shrink-0 place-items-center rounded-full bg-well text-xs font-semibold text-soft"
              >
                {place + 1}
              </span>
              <p className="min-w-0 flex-1 truncate font-medium">
                <span className="sr-only">{w.step(place + 1, w.names[step.type])}</span>
                <span aria-hidden="true">{w.names[step.type]}</span>
              </p>
              <IconButton label={w.up(place + 1)} tip={false} disabled={place === 0} onClick={() => move(place, -1)}>
                <ArrowUp className="size-4" />
              </IconButton>
              <IconButton
                label={w.down(place + 1)}
                tip={false}
                disabled={place === steps.length - 1}
                onClick={() => move(place, 1)}
              >
                <ArrowDown className="size-4" />
              </IconButton>
              <IconButton
                label={w.removeStep(place + 1)}
                tip={false}
                onClick={() => onChange(steps.filter((one) => one.key !== key))}
              >
                <Trash2 className="size-4" />
              </IconButton>
            </div>
            <div className="mt-2 ps-7 empty:hidden">
              <StepFields
                step={step}
                names={names}
                problem={problem?.place === place ? problem.text : null}
                onChange={(next) => change(key, next)}
              />
            </div>
            {problem?.place === place && (step.type === 'accept' || step.type === 'close') && (
              <p className="mt-1 ps-7 text-sm text-bad">{problem.text}</p>
            )}
          </li>
        ))}
      </ol>
      <div className="w-56 max-w-full">
        <Select
          aria-label={w.addStep}
          value=""
          onChange={add}
          options={[['', w.addStep], ...offered.map((type) => [type, w.names[type]] as const)]}
        />
      </div>
      <p className="text-xs text-muted">{w.stepsHelp}</p>
    </section>
  )
}
