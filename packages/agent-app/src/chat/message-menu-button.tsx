import { cx } from '../ui/cx.ts'
import { words } from '../words/index.ts'

/**
 * Opens the menu of the message beside it. One handler of the list serves all of them (`useMessageMenu`). Keys reach it
 * by the command that chooses a message, so that the way with Tab past a long conversation stays short. It is empty
 * until it is pointed at: icons would be a quarter of the elements of a conversation.
 */
export const MessageMenuButton = ({ n, ours }: { n: number; ours: boolean }) => (
  <button
    type="button"
    tabIndex={-1}
    data-menu-of={n}
    aria-haspopup="menu"
    aria-label={words.chat.messageActions}
    className={cx(
      'absolute top-0.5 grid size-7 place-items-center rounded-md border border-transparent text-lg leading-none font-bold text-muted hover:text-ink pointer-coarse:hidden',
      'group-hover/line:border-line group-hover/line:bg-raised group-hover/line:shadow-low group-hover/line:before:content-["···"]',
      'focus-visible:border-line focus-visible:bg-raised focus-visible:shadow-low focus-visible:before:content-["···"]',
      ours ? 'end-full me-1.5' : 'start-full ms-1.5',
    )}
  />
)
