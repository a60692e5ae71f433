import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { CircleCheck } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { freshLogs } from '../deliveries/fresh.ts'
import { number, point } from '../text/when.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { webhookWords } from '../words/webhooks.ts'
import { replayRange } from './replay-range.ts'
import { words } from '../words/index.ts'

const w = webhookWords

/** After a webhook was enabled again: offers to send the events that it missed. */
export function MissedOffer({ webhook, since }: { webhook: Webhook; since: number }) {
  const now = useNow()
  const queries = useQueryClient()
  const { busy, problem, run } = useAct()
  const [sent, setSent] = useState<number | null>(null)
  const send = () =>
    void run(async () => {
      setSent(await replayRange(webhook.id, { from: since }))
      await freshLogs(queries)
    })
  return (
    <section
      aria-label={w.enabled(webhook.name)}
      className="mb-5 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-2xl bg-good-tint p-4 md:p-5"
    >
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
      <div role="status" className="min-w-0 flex-1 basis-60">
        <p className="font-semibold text-good breakable">
          <bdi dir={words.dir}>{w.enabled(webhook.name)}</bdi>
        </p>
        <p className="mt-1 text-sm text-soft text-pretty">
          {sent === null ? w.missedHelp(point(since, now)) : w.rangeDone(sent, number(sent))}
        </p>
        {problem && <Notice className="mt-2">{problem.text}</Notice>}
      </div>
      {sent === null && (
        <Button size="sm" busy={busy} onClick={send}>
          {w.sendMissed}
        </Button>
      )}
    </section>
  )
}
