import type { Bot } from '@deskbell/protocol/agent/bot'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../api/queries.ts'
import { point } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'

const w = words.bots

/** Whether it answers, and why not when not. */
export function BotState({ bot }: { bot: Bot }) {
  const now = useNow()
  const { enabled, failing, channels } = bot
  const said = !enabled ? w.off : failing ? w.failing(point(failing.since, now)) : w.working
  return (
    <span className="flex items-start gap-1.5 text-xs text-muted">
      <span
        aria-hidden="true"
        className={cx(
          'mt-1 size-2 shrink-0 rounded-full',
          !enabled ? 'bg-edge' : failing ? 'bg-bad-solid' : channels.length === 0 ? 'bg-warm' : 'bg-good',
        )}
      />
      <span className="min-w-0 breakable">
        <span className={cx(enabled && failing && 'text-bad')}>{said}</span>
        {channels.length === 0 && ` · ${w.unattached}`}
        {enabled && failing && (
          <>
            {' · '}
            <bdi>{failing.reason}</bdi>
          </>
        )}
      </span>
    </span>
  )
}

/** Where it answers, by name. */
export function BotChannels({ bot }: { bot: Bot }) {
  const { data: channels } = useQuery(channelsQuery)
  const names = channels?.filter(({ id }) => bot.channels.includes(id)).map(({ name }) => name)
  if (!names || names.length === 0) return null
  return <bdi className="block truncate text-xs text-muted">{names.join(', ')}</bdi>
}
