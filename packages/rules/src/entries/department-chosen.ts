import { AGENTS_ONLY, type EntryKind } from '../entry-kind.ts'
import type { Department } from '../shapes.ts'

/** The department that the visitor chose. */
export interface DepartmentChosen {
  readonly type: 'department.chosen'
  readonly department: Department
}

export const departmentChosen: EntryKind<DepartmentChosen> = {
  type: 'department.chosen',
  version: 1,
  author: 'visitor',
  apply: (state, { department }) => ({ ...state, department }),
  readers: AGENTS_ONLY,
  deliveries: 'none',
  event: 'none',
  archive: false,
  redaction: { department: 'kept' },
}
