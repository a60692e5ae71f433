import { AgentFace } from '../team/agent-face.tsx'
import { cx } from '../ui/cx.ts'
import { sayWriter, type Writer } from './colleagues.ts'
import { words } from '../words/index.ts'

/** Another agent writes here now, so that two do not answer. It stands where this agent would write or answer. */
export const WriterChip = ({ writer, className }: { writer: Writer; className?: string }) => (
  <span
    role="status"
    data-testid="writer"
    className={cx(
      'inline-flex min-w-0 animate-appear items-center gap-1.5 rounded-full bg-warm-tint py-0.5 ps-0.5 pe-2 text-xs font-medium text-warm',
      className,
    )}
  >
    <AgentFace agent={writer} />
    <bdi dir={words.dir} className="truncate">
      {sayWriter(writer)}
    </bdi>
  </span>
)
