import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { Check, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { CodeLine } from '../ui/code-line.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { EVENTS } from './events.ts'
import { useWebhook } from './use-webhook.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

const w = webhookWords

/** The webhook's address and events; a dialog changes them. */
export function ReceivesSection({ webhook }: { webhook: Webhook }) {
  const [editing, setEditing] = useState(false)
  const { change } = useWebhook(webhook)
  const { busy, problem, run } = useAct()
  const { url, events, askEarly, state } = webhook
  return (
    <Section
      title={w.receives}
      action={
        <>
          {url !== null && state === 'active' && (
            <Button
              size="sm"
              busy={busy}
              title={w.pauseHelp}
              onClick={() => void run(() => change({ state: 'paused' }))}
            >
              {w.pause}
            </Button>
          )}
          <Button size="sm" onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" className="size-3.5" />
            {w.change}
          </Button>
        </>
      }
    >
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {url === null ? (
        <p className="text-sm text-muted text-pretty">{w.pulledHelp}</p>
      ) : (
        <>
          <p className="mb-1.5 text-sm font-medium">{w.url}</p>
          <CodeLine text={url} label={`${words.common.copy}: ${w.url}`} />
        </>
      )}
      <p className="mt-4 mb-1.5 text-sm font-medium">{w.events}</p>
      <ul className="flex flex-wrap gap-1.5">
        {EVENTS.map((event) => {
          const isTold = events.includes(event)
          return (
            <li
              key={event}
              title={w.eventsHelp[event]}
              className={cx(
                'inline-flex items-center gap-1 rounded-md px-2 py-0.5 font-mono text-xs',
                isTold ? 'bg-tint text-ink' : 'border border-line text-muted',
              )}
            >
              {isTold && <Check aria-hidden="true" className="size-3 text-accent" />}
              {event}
              {!isTold && <span className="sr-only">: {w.notTold}</span>}
            </li>
          )
        })}
      </ul>
      {askEarly && <p className="mt-3 text-sm text-soft text-pretty">{w.askEarlyOn}</p>}
      {editing && <WebhookDialog webhook={webhook} onClose={() => setEditing(false)} onSaved={() => {}} />}
    </Section>
  )
}
