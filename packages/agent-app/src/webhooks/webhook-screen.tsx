import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { useState } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { SourceLog } from '../deliveries/source-log.tsx'
import { places } from '../places.ts'
import { Page } from '../ui/page.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { MissedOffer } from './missed-offer.tsx'
import { RangeSection } from './range-section.tsx'
import { ReceivesSection } from './receives-section.tsx'
import { RemoveWebhook } from './remove-webhook.tsx'
import { SigningSection } from './signing-section.tsx'
import { StateBanner } from './state-banner.tsx'
import { StreamSection } from './stream-section.tsx'
import { TestSection } from './test-section.tsx'
import { WebhookState } from './webhook-state.tsx'

const w = webhookWords

export function WebhookScreen({ webhook }: { webhook: Webhook }) {
  const path = usePathname()
  const isLog = path === places.webhookLog(webhook.id)
  const [missedSince, setMissedSince] = useState<number | null>(null)
  return (
    <Page
      title={webhook.name}
      help={<WebhookState webhook={webhook} />}
      back={{ href: places.webhooks, label: w.all }}
      tabs={{
        label: w.tabsLabel,
        all: [
          { name: w.tabs.settings, href: places.webhook(webhook.id), isHere: !isLog },
          { name: w.tabs.deliveries, href: places.webhookLog(webhook.id), isHere: isLog },
        ],
      }}
    >
      <StateBanner webhook={webhook} isLog={isLog} onEnabled={setMissedSince} />
      {webhook.state === 'active' && webhook.url !== null && missedSince !== null && (
        <MissedOffer webhook={webhook} since={missedSince} />
      )}
      {isLog ? (
        <>
          {webhook.url !== null && <RangeSection webhook={webhook} />}
          <SourceLog source={{ of: 'webhooks', id: webhook.id }} help={w.deliveriesHelp} />
        </>
      ) : (
        <>
          <ReceivesSection webhook={webhook} />
          <TestSection webhook={webhook} />
          <SigningSection webhook={webhook} />
          <StreamSection webhook={webhook} />
          <RemoveWebhook webhook={webhook} />
        </>
      )}
    </Page>
  )
}
