import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { queued } from '../ownership.ts'
import type { Department, Person } from '../shapes.ts'

/** The agent gave the chat to a department: it waits for an agent of it. */
export interface DepartmentChanged {
  readonly type: 'department.changed'
  readonly agent: Person
  readonly department: Department
}

export const departmentChanged: EntryKind<DepartmentChanged> = {
  type: 'department.changed',
  version: 1,
  author: 'agent',
  // A chat that waits already keeps its place in the queue.
  apply: (state, { at, department }) => ({ ...(state.owner.kind === 'queue' ? state : queued(state, at)), department }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', department: 'kept' },
}
