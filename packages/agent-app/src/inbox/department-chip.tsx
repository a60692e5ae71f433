import { UsersRound } from 'lucide-react'
import { words } from '../words/index.ts'

/** The department that the visitor chose. */
export const DepartmentChip = ({ name }: { name: string }) => (
  <span
    title={words.inbox.department(name)}
    className="inline-flex min-w-0 shrink-[2] items-center gap-1 rounded bg-well px-1.5 text-soft"
  >
    <UsersRound aria-hidden="true" className="size-3 shrink-0" />
    <span className="sr-only">{words.inbox.department(name)}</span>
    <bdi aria-hidden="true" className="truncate">
      {name}
    </bdi>
  </span>
)
