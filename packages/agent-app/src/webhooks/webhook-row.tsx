import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { Download, Webhook as Hook } from 'lucide-react'
import { webhookWords } from '../words/webhooks.ts'
import { EVENTS } from './events.ts'
import { WebhookState } from './webhook-state.tsx'

const w = webhookWords

export const iconOf = ({ url }: Webhook) => (url === null ? Download : Hook)

/** Where a webhook sends, its state and its events, under its name in the list. */
export function UnderName({ webhook }: { webhook: Webhook }) {
  const { name, url, events } = webhook
  const where = url === null ? w.pulled : (URL.parse(url)?.host ?? url)
  return (
    <span className="flex flex-wrap gap-x-3 text-xs text-muted">
      <WebhookState webhook={webhook} />
      {where !== name && <bdi className="max-w-full truncate">{where}</bdi>}
      <span className="max-w-full truncate">{events.length === EVENTS.length ? w.allEvents : events.join(', ')}</span>
    </span>
  )
}
