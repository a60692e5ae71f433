import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import { notOffered, notReturning } from '../offer.ts'
import { inTeam, notOverflowed } from '../overflowing.ts'
import { notRouted, queued } from '../ownership.ts'
import type { Department, Person } from '../shapes.ts'

/** The agent gave the chat to a department: it waits for an agent of it. */
export interface DepartmentChanged {
  readonly type: 'department.changed'
  readonly agent: Person
  readonly department: Department
  /** For the agents of the department. */
  readonly comment?: string
  /** When the chat returns to the agent unless another one has accepted it (ms). Absent: it does not. */
  readonly until?: number
}

export const departmentChanged: EntryKind<DepartmentChanged> = {
  type: 'department.changed',
  version: 1,
  author: 'agent',
  // A chat that waits already keeps its place in the queue, and has the whole time that the department's policy gives it.
  apply(state, { at, agent, department, until }) {
    const wait = state.overflow?.wait
    return {
      ...notReturning(notOffered(state.owner.kind === 'queue' ? notRouted(state) : queued(notOverflowed(state), at))),
      ...((wait || state.owner.kind === 'queue') && {
        overflow: { since: at, been: [], ...(wait && { wait: inTeam(wait, department.id) }) },
      }),
      department,
      ...(until !== undefined && { returns: { to: agent, until } }),
    }
  },
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { agent: 'kept', department: 'kept', comment: 'removed', until: 'kept' },
}
