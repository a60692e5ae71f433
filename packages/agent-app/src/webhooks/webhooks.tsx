import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { Plus, Webhook as Hook } from 'lucide-react'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { words } from '../words/index.ts'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'

const w = words.webhooks

/** The list of webhooks. Undefined: it is loading. */
export function Webhooks({ webhooks }: { webhooks: readonly Webhook[] | undefined }) {
  const [adding, setAdding] = useState(false)
  const [, navigate] = useLocation()
  const add = (
    <Button kind="primary" onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )
  return (
    <>
      {!webhooks ? (
        <div role="status" className="skeleton h-48">
          <span className="sr-only">{words.common.loading}</span>
        </div>
      ) : webhooks.length === 0 ? (
        <Empty icon={Hook} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      ) : (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <p className="min-w-0 flex-1 basis-64 text-muted text-pretty">{w.help}</p>
            {add}
          </div>
          <ul aria-label={w.list} className="overflow-hidden rounded-2xl border border-line bg-panel">
            {webhooks.map((webhook) => (
              <WebhookRow key={webhook.id} webhook={webhook} />
            ))}
          </ul>
        </>
      )}
      {adding && (
        <WebhookDialog
          webhook={null}
          onClose={() => setAdding(false)}
          onSaved={(made) => navigate(places.webhook(made.id))}
        />
      )}
    </>
  )
}
