import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { point } from '../text/when.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Notice } from '../ui/notice.tsx'
import { useNow } from '../ui/now.ts'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { useWebhook } from './use-webhook.ts'

const w = webhookWords

/** The secret that signs events: copied without being shown, or shown on request. */
export function SigningSection({ webhook }: { webhook: Webhook }) {
  const { rotate } = useWebhook(webhook)
  const [shown, setShown] = useState(false)
  const [asking, setAsking] = useState(false)
  const now = useNow()
  const { secret, previousSecretUntil: until } = webhook
  return (
    <Section
      title={w.signing}
      help={w.signingHelp}
      action={
        <Button size="sm" onClick={() => setAsking(true)}>
          {w.rotate}
        </Button>
      }
    >
      <p className="mb-1.5 text-sm font-medium">{w.secret}</p>
      <div className="flex items-start gap-1 rounded-lg border border-line bg-well py-1 ps-3 pe-1">
        <code dir="ltr" className="min-w-0 flex-1 py-1.5 font-mono text-xs text-soft break-all">
          {shown ? secret : `${'•'.repeat(8)}${secret.slice(-4)}`}
        </code>
        <IconButton label={shown ? w.conceal : w.reveal} onClick={() => setShown(!shown)}>
          {shown ? <EyeOff className="size-4" /> : <Eye className="size-4" />}
        </IconButton>
        <CopyButton text={secret} label={`${words.common.copy}: ${w.secret}`} />
      </div>
      {until !== null && until > now && (
        <Notice tone="warm" className="mt-2">
          {w.previous(point(until, now))}
        </Notice>
      )}
      <Confirm open={asking} onOpenChange={setAsking} title={w.rotateTitle} action={w.rotate} onConfirm={rotate}>
        {w.rotateHelp}
      </Confirm>
    </Section>
  )
}
