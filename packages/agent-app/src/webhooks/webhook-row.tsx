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
    <>
      {where !== name && <bdi className="block truncate text-sm text-muted">{where}</bdi>}
      <WebhookState webhook={webhook} />
      <span className="block truncate text-xs text-muted">
        {events.length === EVENTS.length ? w.allEvents : events.join(', ')}
      </span>
    </>
  )
}
