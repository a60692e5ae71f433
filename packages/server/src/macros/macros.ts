import {
  OWN_MACROS_MAX,
  SHARED_MACROS_MAX,
  type Macro,
  type MacroChange,
  type NewMacro,
} from '@deskbell/protocol/agent/macro'
import { makeSharedRows } from '../agent-api/shared-rows.ts'
import type { SignedIn } from '../agent-api/signed-in.ts'
import type { Tx } from '../db/db.ts'
import { checkSteps } from './check-steps.ts'

const macros = makeSharedRows<Macro, 'macro'>({
  table: 'macro',
  columns: ['steps'],
  noun: 'macro',
  most: { shared: SHARED_MACROS_MAX, own: OWN_MACROS_MAX },
})

export const { readAll: readMacros, read: readMacro, remove: removeMacro, countUse: countRun } = macros

const toContent = (steps: NewMacro['steps']) => ({ steps: JSON.stringify(checkSteps(steps)) })

/** Returns the new macro's number. */
export const addMacro = (tx: Tx, who: SignedIn, given: NewMacro, now: number): Promise<number> =>
  macros.add(tx, who, { ...given, content: toContent(given.steps) }, now)

export const changeMacro = (tx: Tx, who: SignedIn, id: number, change: MacroChange): Promise<void> =>
  macros.change(tx, who, id, { ...change, ...(change.steps !== undefined && { content: toContent(change.steps) }) })
