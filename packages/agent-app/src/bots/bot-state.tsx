import type { Bot } from '@deskbell/protocol/agent/bot'
import { useQuery } from '@tanstack/react-query'
import { channelsQuery } from '../api/queries.ts'
import { point, inList } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { words } from '../words/index.ts'
import { isolate } from '../words/isolate.ts'
import { sayReason } from '../words/translation.ts'

const w = words.bots
/** How long deliveries are kept, which show whether the bot was contacted (ms). */
const KEPT = 30 * 24 * 3600 * 1000

/** Whether the bot answers, and if not, why. */
export function BotState({ bot }: { bot: Bot }) {
  const now = useNow()
  const { enabled, channels, contact } = bot
  const isBad = enabled && (contact.state === 'refusing' || contact.state === 'failing')
  const reason = bot.failing?.reason ?? contact.reason
  const isKnown = contact.state !== 'never_contacted'
  return (
    <span className="flex items-start gap-1.5 text-xs text-muted">
      <span
        aria-hidden="true"
        className={cx(
          'mt-1 size-2 shrink-0 rounded-full',
          !enabled ? 'bg-edge' : isBad ? 'bg-bad-solid' : channels.length === 0 || !isKnown ? 'bg-warm' : 'bg-good',
        )}
      />
      <span className="min-w-0 breakable">
        <span className={cx(isBad && 'text-bad')}>{enabled ? inWords(bot, now) : w.off}</span>
        {channels.length === 0 && ` · ${w.unattached}`}
        {isBad && reason !== null && (
          <>
            {' · '}
            <bdi>{sayReason(reason)}</bdi>
          </>
        )}
      </span>
    </span>
  )
}

function inWords({ failing, contact: { state, at }, createdAt }: Bot, now: number): string {
  if (failing) return w.failing(point(failing.since, now))
  switch (state) {
    case 'never_contacted':
      return now - createdAt > KEPT ? w.notLately : w.neverContacted
    case 'working':
      return w.working
    case 'refusing':
      return w.refusing(point(at ?? now, now))
    case 'failing':
      return w.unanswered(point(at ?? now, now))
  }
}

/** Notes on the bot's contact with its provider. A skipped bot has a banner of its own. */
export function ContactNotice({ bot: { enabled, failing, contact } }: { bot: Bot }) {
  const { state, reason } = contact
  if (!enabled || failing || state === 'working') return null
  if (state === 'never_contacted')
    return (
      <Notice tone="info" className="mb-5">
        {w.neverHelp}
      </Notice>
    )
  return <Notice className="mb-5">{w.contactHelp[state](reason === null ? '' : sayReason(reason))}</Notice>
}

/** The names of the bot's channels. */
export function BotChannels({ bot }: { bot: Bot }) {
  const { data: channels } = useQuery(channelsQuery)
  const names = channels?.filter(({ id }) => bot.channels.includes(id)).map(({ name }) => name)
  if (!names || names.length === 0) return null
  return <span className="max-w-full truncate text-xs text-muted">{inList(names.map(isolate))}</span>
}
