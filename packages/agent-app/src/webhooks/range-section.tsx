import type { Webhook } from '@deskbell/protocol/agent/webhook'
import { History } from 'lucide-react'
import { useState } from 'react'
import { number } from '../text/when.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { webhookWords } from '../words/webhooks.ts'
import { RangeDialog } from './range-dialog.tsx'

const w = webhookWords

export function RangeSection({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState(false)
  const [sent, setSent] = useState<number | null>(null)
  return (
    <div className="mb-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 flex-1 basis-64 text-sm text-muted text-pretty">{w.rangeHelp}</p>
        <Button size="sm" onClick={() => setOpen(true)}>
          <History aria-hidden="true" className="size-3.5" />
          {w.range}
        </Button>
      </div>
      {sent !== null && (
        <Notice tone={sent === 0 ? 'info' : 'good'} className="mt-3">
          {w.rangeDone(sent, number(sent))}
        </Notice>
      )}
      {open && <RangeDialog webhook={webhook} onClose={() => setOpen(false)} onSent={setSent} />}
    </div>
  )
}
