import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { CirclePause, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { places } from '../places.ts'
import { full, point } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { webhookWords } from '../words/webhooks.ts'
import { useWebhook } from './use-webhook.ts'
import { words } from '../words/index.ts'
import { sayReason } from '../words/translation.ts'

const w = webhookWords
/** The first missed event may be older than the failure, because it may have waited in its lane (ms). */
const BEFORE = 3600_000

type Props = {
  webhook: Webhook
  isLog: boolean
  /** The webhook was enabled again; `since`: from when on it may have missed events (ms), if known. */
  onEnabled: (since: number | null) => void
}

/** Why events do not reach the webhook, since when, and what the agent can do. */
export function StateBanner({ webhook, isLog, onEnabled }: Props) {
  const now = useNow()
  const { change } = useWebhook(webhook)
  const { busy, problem, run } = useAct()
  const { id, name, state, failing } = webhook
  const activate = () =>
    void run(async () => {
      await change({ state: 'active' })
      if (state === 'disabled') onEnabled(failing && failing.since - BEFORE)
    })
  const see = !isLog && (
    <Button size="sm" onClick={() => navigate(places.webhookLog(id))}>
      {w.log}
    </Button>
  )
  if (state === 'paused')
    return (
      <Banner tone="warm" title={w.paused(name)} help={w.pausedHelp} problem={problem?.text}>
        <Button size="sm" busy={busy} onClick={activate}>
          {w.resume}
        </Button>
      </Banner>
    )
  if (state === 'disabled')
    return (
      <Banner
        tone="bad"
        title={w.disabled(name)}
        reason={failing && { since: failing.since, said: `${w.whyDisabled} ${sayReason(failing.reason)}` }}
        help={w.disabledHelp}
        problem={problem?.text}
      >
        {see}
        <Button size="sm" kind="primary" busy={busy} onClick={activate}>
          {w.enable}
        </Button>
      </Banner>
    )
  if (!failing) return null
  return (
    <Banner
      tone="bad"
      title={w.failed(name, point(failing.since, now))}
      reason={{ since: failing.since, said: `${w.reason} ${sayReason(failing.reason)}` }}
      help={w.failedHelp}
    >
      {see}
    </Banner>
  )
}

type BannerProps = {
  tone: 'bad' | 'warm'
  title: string
  reason?: { since: number; said: string } | null
  help: string
  problem?: string | undefined
  children: ReactNode
}

const Banner = ({ tone, title, reason, help, problem, children }: BannerProps) => {
  const Icon = tone === 'bad' ? TriangleAlert : CirclePause
  return (
    <section
      aria-label={title}
      className={cx(
        'mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl p-4 md:p-5',
        tone === 'bad' ? 'bg-bad-tint' : 'bg-warm-tint',
      )}
    >
      <Icon aria-hidden="true" className={cx('mt-0.5 size-5 shrink-0', tone === 'bad' ? 'text-bad' : 'text-warm')} />
      <div className="min-w-0 flex-1 basis-60">
        <h2
          className={cx('font-semibold breakable', tone === 'bad' ? 'text-bad' : 'text-warm')}
          title={reason ? full(reason.since) : undefined}
        >
          <bdi dir={words.dir}>{title}</bdi>
        </h2>
        {reason && (
          <p className="mt-1 breakable">
            <bdi dir={words.dir}>{reason.said}</bdi>
          </p>
        )}
        <p className="mt-1 text-sm text-soft text-pretty">{help}</p>
        {problem && <Notice className="mt-2">{problem}</Notice>}
      </div>
      <div className="flex flex-wrap gap-2">{children}</div>
    </section>
  )
}
