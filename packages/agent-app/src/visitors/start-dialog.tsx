import type { OnSite } from '@deskbell/protocol/agent/chat'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { navigate } from 'wouter/use-browser-location'
import { ApiError, call } from '../api/client.ts'
import { visitorsQuery } from '../api/queries.ts'
import { places } from '../places.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { isComposing } from '../ui/composing.ts'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { words } from '../words/index.ts'
import { nameOf } from './visitor-names.ts'

const w = words.visitors
type Props = { visitor: OnSite; open: boolean; onClose: () => void }

/** Sends the first message to a visitor who has not written, and opens the chat. */
export function StartDialog({ visitor, open, onClose }: Props) {
  const queries = useQueryClient()
  const [text, setText] = useState('')
  const { busy, problem, run } = useAct()
  const ready = text.trim() !== ''

  const send = () =>
    void run(async () => {
      try {
        const body = { text: text.trim() }
        const { chat } = await call('POST /visitors/:visit/chat', { params: { visit: visitor.visit }, body })
        onClose()
        navigate(places.chat('mine', chat))
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        void queries.invalidateQueries({ queryKey: visitorsQuery.queryKey })
        const why = error.status === 404 ? w.gone : error.code === 'taken' ? w.hasChat : undefined
        throw why === undefined ? error : new ApiError(error.status, error.code, why)
      }
    })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    if (ready) send()
  }
  return (
    <Dialog open={open} onOpenChange={onClose} title={w.startWith(nameOf(visitor))}>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <Field label={w.message} help={w.messageHelp} problem={problem?.text ?? null}>
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={text}
              dir="auto"
              rows={3}
              required
              autoFocus
              maxLength={AGENT_TEXT_MAX}
              className={cx(INPUT, 'max-h-[40dvh] resize-y py-2')}
              onChange={(event) => setText(event.target.value)}
              onKeyDown={onKeyDown}
            />
          )}
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={!ready}>
            {w.send}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
