import type { ReplayRange, Webhook } from '@deskbell/protocol/agent/webhook'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { freshLogs } from '../deliveries/fresh.ts'
import { fromLocal, toLocal } from '../text/local.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { now } from '../runtime.ts'
import { replayRange } from './replay-range.ts'

const w = webhookWords
const DAY = 24 * 3600_000
type Only = NonNullable<ReplayRange['only']>
type Props = { webhook: Webhook; onClose: () => void; onSent: (events: number) => void }

/** Chooses the time range and the events to send again. */
export function RangeDialog({ webhook, onClose, onSent }: Props) {
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [from, setFrom] = useState(() => toLocal(webhook.failing?.since ?? now() - DAY))
  const [to, setTo] = useState('')
  const [only, setOnly] = useState<Only>('undelivered')
  const begin = fromLocal(from)
  const end = fromLocal(to)
  const isWrong = begin !== null && end !== null && end <= begin

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (begin === null || isWrong) return
    void run(async () => {
      const sent = await replayRange(webhook.id, { from: begin, ...(end !== null && { to: end }), only })
      await freshLogs(queries)
      onSent(sent)
      onClose()
    })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={w.range}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={w.rangeFrom}
            type="datetime-local"
            required
            value={from}
            onChange={(event) => {
              clear()
              setFrom(event.target.value)
            }}
          />
          <TextField
            label={w.rangeTo}
            type="datetime-local"
            help={w.rangeToHelp}
            problem={isWrong ? w.rangeWrong : null}
            value={to}
            onChange={(event) => {
              clear()
              setTo(event.target.value)
            }}
          />
        </div>
        <div>
          <Choice
            label={w.rangeOnly}
            value={only}
            options={[
              ['undelivered', w.rangeOnlys.undelivered],
              ['all', w.rangeOnlys.all],
            ]}
            onChange={setOnly}
          />
          <p className="mt-1.5 text-xs text-muted text-pretty">{w.rangeOnlyHelp[only]}</p>
        </div>
        {problem && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={begin === null || isWrong}>
            {w.rangeSend}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
