import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { number, point } from '../text/when.ts'
import { cx } from '../ui/cx.ts'
import { useNow } from '../ui/now.ts'
import { webhookWords } from '../words/webhooks.ts'
import { sayReason } from '../words/translation.ts'

const w = webhookWords
type Tone = 'good' | 'warm' | 'bad'
const DOTS: Record<Tone, string> = { good: 'bg-good', warm: 'bg-warm', bad: 'bg-bad-solid' }
const TEXTS: Record<Tone, string> = { good: '', warm: 'font-medium text-warm', bad: 'font-medium text-bad' }

/** The webhook's state as a colour and a text. */
function standingOf({ url, stream, state, failing }: Webhook, now: number): { tone: Tone; said: string } {
  if (state === 'disabled') return { tone: 'bad', said: w.states.disabled }
  if (state === 'paused') return { tone: 'warm', said: w.states.paused }
  if (failing) return { tone: 'bad', said: w.failing(point(failing.since, now)) }
  if (url !== null) return { tone: 'good', said: w.states.active }
  return stream ? { tone: 'good', said: w.read } : { tone: 'warm', said: w.unread }
}

/** The state of the webhook, and how many deliveries wait. */
export function WebhookState({ webhook }: { webhook: Webhook }) {
  const now = useNow()
  const { failing, waiting } = webhook
  const { tone, said } = standingOf(webhook, now)
  return (
    <span className="flex items-start gap-1.5 text-xs text-muted">
      <span aria-hidden="true" className={cx('mt-1 size-2 shrink-0 rounded-full', DOTS[tone])} />
      <span className="min-w-0 breakable">
        <span className={TEXTS[tone]}>{said}</span>
        {tone === 'bad' && failing && (
          <>
            {' · '}
            <bdi>{sayReason(failing.reason)}</bdi>
          </>
        )}
        {waiting > 0 && ` · ${w.waiting(waiting, number(waiting))}`}
      </span>
    </span>
  )
}
