import type { ChatForMe } from '@deskbell/protocol/agent/chat'
import { brief, full, lasting } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'

const MINUTE = 60_000
/** The colour of a waiting time. */
const warmth = (wait: number) =>
  wait > 5 * MINUTE ? 'bg-hot-tint text-hot' : wait > 2 * MINUTE ? 'bg-warm-tint text-warm' : 'bg-well text-soft'

/** The one time of a row: how long a waiting chat has waited, else when the last entry came. */
export function RowTime({ chat: { waitingSince, state, lastAt } }: { chat: ChatForMe }) {
  const now = useNow()
  const waits = waitingSince !== null && state === 'open'
  const at = waits ? waitingSince : lastAt
  const wait = Math.max(0, now - at)
  return (
    <time
      dateTime={new Date(at).toISOString()}
      // Formatted when it is asked for: a full date takes longer than the rest of the row.
      onPointerEnter={(event) => {
        event.currentTarget.title = full(at)
      }}
      className={cx('shrink-0 text-xs', waits ? cx('rounded px-1 font-medium', warmth(wait)) : 'text-muted')}
    >
      {waits ? (
        <>
          <span aria-hidden="true">{wait < MINUTE ? words.inbox.justNow : lasting(wait, 'narrow')}</span>
          <span className="sr-only">{words.inbox.waitingFor(lasting(wait, 'long'))}</span>
        </>
      ) : (
        brief(at, now)
      )}
    </time>
  )
}
