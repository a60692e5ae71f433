import type { NewWebhook, Webhook, WebhookChange } from '@deskbell/protocol/agent/webhook'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { webhooksQuery } from '../api/queries.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { webhookWords } from '../words/webhooks.ts'
import { EventChoice } from './event-choice.tsx'
import { EVENTS } from './events.ts'

const w = webhookWords
const FIELDS = ['name', 'url', 'events', 'askEarly']
type Props = { webhook: Webhook | null; onClose: () => void; onSaved: (webhook: Webhook) => void }

/** Creates or changes a webhook. */
export function WebhookDialog({ webhook, onClose, onSaved }: Props) {
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [name, setName] = useState(webhook?.name ?? '')
  const [way, setWay] = useState<'pushed' | 'pulled'>(webhook && webhook.url === null ? 'pulled' : 'pushed')
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState(webhook?.events ?? EVENTS)
  const [askEarly, setAskEarly] = useState(webhook?.askEarly ?? false)
  const at = (field: string) => (problem?.field?.includes(field) ? problem.text : null)
  const placed = FIELDS.some((field) => at(field))
  const mayAskEarly = events.includes('chat_accepted')

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (events.length === 0) return
    const wanted = {
      url: way === 'pulled' ? null : url.trim(),
      events,
      askEarly: askEarly && mayAskEarly,
      ...(name.trim() !== '' && { name: name.trim() }),
    }
    void run(async () => {
      const saved = webhook
        ? await call('PATCH /webhooks/:webhook', {
            params: { webhook: webhook.id },
            body: wanted satisfies WebhookChange,
          })
        : await call('POST /webhooks', { body: wanted satisfies NewWebhook })
      await queries.invalidateQueries({ queryKey: webhooksQuery.queryKey, exact: true })
      onClose()
      onSaved(saved)
    })
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={webhook ? w.edit : w.add} wide>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <TextField
          label={w.name}
          help={w.nameHelp}
          problem={at('name')}
          value={name}
          placeholder="CRM"
          maxLength={100}
          autoComplete="off"
          dir="auto"
          required={webhook !== null}
          onChange={(event) => setName(event.target.value)}
        />
        <div className="flex flex-col gap-3">
          <Choice
            label={w.way}
            value={way}
            options={[
              ['pushed', w.ways.pushed],
              ['pulled', w.ways.pulled],
            ]}
            onChange={(next) => {
              clear()
              setWay(next)
            }}
          />
          {way === 'pushed' ? (
            <TextField
              label={w.url}
              help={w.urlHelp}
              problem={at('url')}
              type="url"
              inputMode="url"
              dir="ltr"
              mono
              required
              autoComplete="off"
              placeholder="https://crm.example/hooks/deskbell"
              value={url}
              onChange={(event) => setUrl(event.target.value)}
            />
          ) : (
            <p className="text-sm text-muted text-pretty">{w.pulledHelp}</p>
          )}
        </div>
        <fieldset className="min-w-0">
          <legend className="mb-1.5 text-sm font-medium">{w.events}</legend>
          <EventChoice chosen={events} onChange={setEvents} />
          <p role="status" className="mt-1.5 text-sm text-bad empty:hidden">
            {at('events') ?? (events.length === 0 ? w.eventsNeeded : '')}
          </p>
        </fieldset>
        <div className="-my-3">
          <SwitchRow
            label={w.askEarly}
            help={mayAskEarly ? w.askEarlyHelp : w.askEarlyOff}
            checked={askEarly && mayAskEarly}
            disabled={!mayAskEarly}
            onChange={setAskEarly}
          />
        </div>
        {problem && !placed && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={events.length === 0}>
            {webhook ? words.common.save : w.create}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
