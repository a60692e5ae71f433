import type { MacroStep } from '@deskbell/protocol/agent/macro'

/** A step that is being written. `key` stays with it while steps are moved. */
export type DraftStep = { key: number; step: MacroStep }

let lastKey = 0
export const toDraft = (step: MacroStep): DraftStep => ({ key: ++lastKey, step })

export const STEP_TYPES = ['accept', 'send', 'note', 'tag', 'hand-over', 'snooze', 'close'] as const
type StepType = MacroStep['type']

export function newStep(type: StepType): MacroStep {
  switch (type) {
    case 'send':
    case 'note':
      return { type, text: '' }
    case 'tag':
      return { type, add: [], remove: [] }
    case 'snooze':
      return { type, minutes: null }
    default:
      return { type }
  }
}

/** Where a new step is put: before a last step that ends the chat for the agent. */
export function placeFor(steps: readonly DraftStep[], type: StepType): number {
  const ends: readonly StepType[] = ['hand-over', 'snooze', 'close']
  const last = steps.at(-1)
  if (type === 'accept') return 0
  return last && ends.includes(last.step.type) && !ends.includes(type) ? steps.length - 1 : steps.length
}

/** The steps with the one at `place` moved by one. */
export function moved(steps: readonly DraftStep[], place: number, by: 1 | -1): DraftStep[] {
  const next = [...steps]
  const [step] = next.splice(place, 1)
  if (step) next.splice(place + by, 0, step)
  return next
}

/** Whether nothing is missing in the step. */
export function isWhole(step: MacroStep): boolean {
  if ('text' in step) return step.text.trim() !== ''
  if (step.type === 'tag') return step.add.length + step.remove.length > 0
  return step.type !== 'hand-over' || step.to !== undefined || step.department !== undefined
}
