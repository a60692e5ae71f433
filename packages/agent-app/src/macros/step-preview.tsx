import type { MacroStep } from '@deskbell/protocol/agent/macro'
import { fillVariables, type VariableValues } from '@deskbell/protocol/agent/variables'
import { colourful } from '../text/emoji.ts'
import { describe, type Names } from './describe.ts'

type Props = { steps: readonly MacroStep[]; names: Names; values: VariableValues }

/** What a macro does, step by step, with the texts as they are read. */
export const StepPreview = ({ steps, names, values }: Props) => (
  <ol className="flex flex-col gap-1.5 text-sm">
    {steps.map((step, place) => (
      <li key={place} className="flex gap-2">
        <span aria-hidden="true" className="w-4 shrink-0 text-end text-muted">
          {place + 1}
        </span>
        <div className="min-w-0 flex-1">
          <p className="breakable">{describe(step, names)}</p>
          {'text' in step && step.text.trim() !== '' && (
            <p
              dir="auto"
              className="mt-0.5 max-h-32 overflow-y-auto border-s-2 border-edge ps-2 whitespace-pre-wrap text-soft breakable"
            >
              {colourful(fillVariables(step.text, values))}
            </p>
          )}
        </div>
      </li>
    ))}
  </ol>
)
