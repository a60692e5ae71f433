import type { MacroStep } from '@deskbell/protocol/agent/macro'
import { checkFillable } from '../agent-api/fillable.ts'
import { Invalid } from '../platform/errors.ts'

type StepType = MacroStep['type']

/** Steps that a macro can have once. */
const ONCE: readonly StepType[] = ['accept', 'hand-over', 'snooze', 'close']
/** What can follow a step. After a hand-over the chat belongs to a colleague; after a snooze only notes and tags make sense. */
const AFTER: Partial<Record<StepType, readonly StepType[]>> = {
  'hand-over': ['note', 'tag'],
  snooze: ['note', 'tag'],
  close: [],
}

/** The steps as they are kept. Throws Invalid with the path of the step that cannot stand where it is. */
export function checkSteps(given: readonly MacroStep[]): MacroStep[] {
  return given.map((step, place) => {
    const path = `/steps/${place}`
    const before = given.slice(0, place).map(({ type }) => type)
    const last = before.find((type) => AFTER[type] && !AFTER[type].includes(step.type))
    if (last) throw new Invalid(path, { reason: 'step_after', step: last })
    if (ONCE.includes(step.type) && before.includes(step.type))
      throw new Invalid(path, { reason: 'step_twice', step: step.type })
    return checkStep(step, path)
  })
}

function checkStep(step: MacroStep, path: string): MacroStep {
  switch (step.type) {
    case 'send':
    case 'note':
      return { ...step, text: checkFillable(step.text, `${path}/text`) }
    case 'tag':
      if (step.add.length + step.remove.length === 0) throw new Invalid(`${path}/add`, { reason: 'empty' })
      return step
    case 'hand-over':
      if (step.to === undefined && step.department === undefined)
        throw new Invalid(`${path}/to`, { reason: 'required' })
      if (step.to !== undefined && step.department !== undefined)
        throw new Invalid(`${path}/department`, { reason: 'not_beside', field: 'to' })
      return step
    default:
      return step
  }
}
