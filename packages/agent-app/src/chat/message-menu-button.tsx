import { Ellipsis } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

/**
 * Opens the menu of the message beside it. One handler of the list serves all of them (`useMessageMenu`). Keys reach it
 * by the command that chooses a message, so that the way with Tab past a long conversation stays short.
 */
export const MessageMenuButton = ({ n, ours }: { n: number; ours: boolean }) => (
  <button
    type="button"
    tabIndex={-1}
    data-menu-of={n}
    aria-haspopup="menu"
    aria-label={words.chat.messageActions}
    className={cx(
      'absolute top-0.5 grid size-7 place-items-center rounded-md border border-line bg-raised text-muted opacity-0 shadow-low transition-opacity hover:text-ink focus-visible:opacity-100 pointer-coarse:hidden group-hover/line:opacity-100',
      ours ? 'end-full me-1.5' : 'start-full ms-1.5',
    )}
  >
    <Ellipsis aria-hidden="true" className="size-4" />
  </button>
)
