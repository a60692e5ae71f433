import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { ChevronRight, Download, Webhook as Hook } from 'lucide-react'
import { Link } from 'wouter'
import { places } from '../places.ts'
import { words } from '../words/index.ts'
import { EVENTS } from './events.ts'
import { WebhookState } from './webhook-state.tsx'

const w = words.webhooks

export function WebhookRow({ webhook }: { webhook: Webhook }) {
  const { id, name, url, events } = webhook
  const Icon = url === null ? Download : Hook
  const where = url === null ? w.pulled : (URL.parse(url)?.host ?? url)
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={places.webhook(id)}
        className="flex items-center gap-3 px-3 py-3 transition-colors hover:bg-hover focus-visible:-outline-offset-2 md:px-4"
      >
        <span className="grid size-9 shrink-0 place-items-center self-start rounded-lg bg-well text-muted">
          <Icon aria-hidden="true" className="size-4.5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex flex-wrap items-baseline gap-x-2">
            <bdi className="truncate font-medium">{name}</bdi>
            {where !== name && <bdi className="truncate text-sm text-muted">{where}</bdi>}
          </span>
          <WebhookState webhook={webhook} />
          <span className="block truncate text-xs text-muted">
            {events.length === EVENTS.length ? w.allEvents : events.join(', ')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-muted rtl:-scale-x-100" />
      </Link>
    </li>
  )
}
