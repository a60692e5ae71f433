import { Notice } from '../ui/notice.tsx'
import type { useTicking } from './use-ticking.ts'
import { taskWords as w } from './words.ts'

/** Says that a task was done, to screen readers, and what the server refused. */
export const TickingState = ({ problem, newest }: Pick<ReturnType<typeof useTicking>, 'problem' | 'newest'>) => (
  <>
    <p role="status" className="sr-only">
      {newest && w.ticked(newest.text)}
    </p>
    {problem && <Notice className="mb-2">{problem}</Notice>}
  </>
)
