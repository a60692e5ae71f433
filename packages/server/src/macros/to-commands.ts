import type { MacroStep } from '@deskbell/protocol/agent/macro'
import { fillVariables, findMissing, type VariableValues } from '@deskbell/protocol/agent/variables'
import type { AgentClose, Department, MacroCommand, Person, TagRef } from '@deskbell/rules'
import { checkText } from '../agent-api/messages.ts'
import { Invalid } from '../platform/errors.ts'

/** What the steps of a macro need to become commands of one agent in one chat. */
export interface StepContext {
  readonly agent: Person
  /** The agent may act in chats that other agents hold. */
  readonly anyone: boolean
  readonly values: VariableValues
  readonly now: number
  /** For a step that closes the chat. */
  readonly closing: Pick<AgentClose, 'undoFor' | 'received'>
  readonly newId: () => string
  /** Undefined: the tag was removed from the account. */
  readonly tag: (id: number) => TagRef | undefined
  /** Tags of the chat that were removed from the account. They leave the chat with its next change. */
  readonly gone: readonly number[]
  /** Throw Invalid with the reason. */
  readonly colleague: (id: number) => Person
  readonly department: (id: number) => Department
}

/** The commands of the steps, in their order. Throws Invalid with the path of the step that cannot be carried out. */
export const toCommands = (steps: readonly MacroStep[], context: StepContext): MacroCommand[] =>
  steps.map((step, place) => {
    try {
      return toCommand(step, context)
    } catch (error) {
      if (!(error instanceof Invalid)) throw error
      throw new Invalid(`/steps/${place}`, `step ${place + 1}: ${error.message}`, error.code, error.why)
    }
  })

function toCommand(step: MacroStep, context: StepContext): MacroCommand {
  const { agent, anyone, closing } = context
  switch (step.type) {
    case 'accept':
      return { type: 'agent.accept', agent, takeOver: false }
    case 'send':
      return { type: 'agent.write', agent, id: context.newId(), text: filled(step.text, context) }
    case 'note':
      return { type: 'agent.note', agent, text: filled(step.text, context), mentions: [] }
    case 'tag': {
      const add = step.add.flatMap((id) => context.tag(id) ?? [])
      return { type: 'agent.tag', agent, add, remove: [...step.remove, ...context.gone] }
    }
    case 'hand-over':
      if (step.department !== undefined)
        return { type: 'agent.route', agent, anyone, department: context.department(step.department) }
      return { type: 'agent.offer', agent, anyone, to: context.colleague(step.to ?? 0) }
    case 'snooze':
      return {
        type: 'agent.snooze',
        agent,
        until: step.minutes === null ? null : context.now + step.minutes * 60_000,
      }
    case 'close':
      return { type: 'agent.close', agent, anyone, ...closing }
  }
}

/** A visitor must not read a sentence with a gap, so a value that is missing refuses the macro. */
function filled(text: string, { values }: StepContext): string {
  const [name] = findMissing(text, values)
  if (name !== undefined) throw new Invalid('', { reason: 'variable_missing', name })
  return checkText(fillVariables(text, values))
}
