import { Type, type Static } from 'typebox'
import { CHECKLIST_STEPS } from './checklist-steps.ts'
import { Strict } from '../shapes.ts'

/** What remains to be set up, as the server observes it. */
export const Checklist = Strict({
  steps: Type.Array(Strict({ step: Type.Enum([...CHECKLIST_STEPS]), done: Type.Boolean() })),
  hidden: Type.Boolean({ description: 'this agent does not want to see the list in the inbox' }),
})
export type Checklist = Static<typeof Checklist>
export const ChecklistBody = Strict({ hidden: Type.Boolean() })
