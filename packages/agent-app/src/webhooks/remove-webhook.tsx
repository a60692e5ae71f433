import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { navigate } from 'wouter/use-browser-location'
import { places } from '../places.ts'
import { RemoveSection } from '../ui/remove-section.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { useWebhook } from './use-webhook.ts'

const w = webhookWords

export function RemoveWebhook({ webhook }: { webhook: Webhook }) {
  const { remove } = useWebhook(webhook)
  const removeIt = async () => {
    await remove()
    navigate(places.webhooks)
  }
  return (
    <RemoveSection action={w.remove} help={w.removeHelp} question={w.removeTitle(webhook.name)} onRemove={removeIt} />
  )
}
