import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { places } from '../places.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Section } from '../ui/section.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { useWebhook } from './use-webhook.ts'

const w = webhookWords

export function RemoveSection({ webhook }: { webhook: Webhook }) {
  const { remove } = useWebhook(webhook)
  const [asking, setAsking] = useState(false)
  return (
    <Section
      title={w.remove}
      help={w.removeHelp}
      action={
        <Button kind="danger" size="sm" onClick={() => setAsking(true)}>
          {w.remove}
        </Button>
      }
    >
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(webhook.name)}
        action={w.remove}
        danger
        onConfirm={async () => {
          await remove()
          navigate(places.webhooks)
        }}
      >
        {w.removeHelp}
      </Confirm>
    </Section>
  )
}
