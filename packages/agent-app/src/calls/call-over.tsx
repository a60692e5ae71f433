import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { Check, Phone, PhoneOff, X } from 'lucide-react'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { call as ask } from '../api/client.ts'
import { unsavedNotes } from '../contacts/unsaved-notes.ts'
import { keepDraft, readDraft } from '../live/drafts.ts'
import { useSession } from '../live/react.ts'
import { newKey, now } from '../runtime.ts'
import { useAct } from '../ui/act.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { Field, INPUT } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import type { Over } from './carrier.ts'
import { toClock } from './duration.ts'
import { MicrophoneProblem } from './microphone-problem.tsx'
import { numberOf } from './place.ts'
import { OverRecording } from './recording/over-recording.tsx'
import { sayFailure, talkedSince, whoCalls } from './say.ts'
import { usePlace } from './use-place.ts'
import { callWords } from './words.ts'

const w = callWords.over

/** How a call ended, with a field for a note about it. */
export function CallOver({ over, onClose }: { over: Over; onClose: () => void }) {
  const queries = useQueryClient()
  const { busy, problem, done, run } = useAct()
  const [text, setText] = useState('')
  const [key] = useState(newKey)
  const { call, microphone } = over
  const { chat, visitor } = call
  const name = whoCalls(call)
  const hasMicrophone = microphone === 'on' || microphone === 'asking'
  const { who } = useSession()
  const isLeft = useRef(false)
  // The next call that the agent accepts takes this away: what is written goes on where the note belongs.
  const keep = useEffectEvent(() => {
    if (text.trim() === '' || done || busy || isLeft.current) return
    if (chat === null) return unsavedNotes.keep(visitor.contact, text)
    const draft = readDraft(who, chat, 'note')
    keepDraft(who, chat, [draft, text].filter((part) => part.trim() !== '').join('\n'), 'note')
  })
  useEffect(() => () => keep(), [])
  const close = () => {
    isLeft.current = true
    onClose()
  }
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (text.trim() === '' || done) return
    void run(async () => {
      const body = { text: text.trim() }
      if (chat !== null) return ask('POST /chats/:chat/notes', { params: { chat }, body, key })
      await ask('POST /contacts/:contact/notes', { params: { contact: visitor.contact }, body })
      return queries.invalidateQueries({ queryKey: ['contacts', visitor.contact, 'notes'] })
    })
  }
  return (
    <section
      aria-label={w.title(name)}
      className="pointer-events-auto animate-appear rounded-2xl border border-line bg-raised p-4 shadow-raised"
    >
      <div className="flex items-start gap-3">
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-well text-muted">
          <PhoneOff aria-hidden="true" className="size-4" />
        </span>
        <div role="status" className="min-w-0 flex-1">
          <p className="font-semibold breakable">
            <bdi>{w.title(name)}</bdi>
          </p>
          <p className="text-sm text-muted">{sayEnd(over)}</p>
        </div>
        <IconButton label={words.common.close} tip={false} className="-me-1.5 -mt-1" onClick={close}>
          <X className="size-4" />
        </IconButton>
      </div>
      <OverRecording over={call} />
      {!hasMicrophone && <MicrophoneProblem fault={microphone} />}
      {call.failure && call.phone !== '' && <CallAgain call={call} />}
      {done ? (
        <p role="status" className="mt-3 flex items-center gap-1.5 text-sm text-good">
          <Check aria-hidden="true" className="size-4" /> {w.saved}
        </p>
      ) : (
        hasMicrophone && (
          <form onSubmit={save} className="mt-3 flex flex-col gap-2">
            <Field label={w.note} help={chat === null ? w.atContact : w.inChat}>
              {({ id, describedBy }) => (
                <textarea
                  id={id}
                  aria-describedby={describedBy}
                  rows={3}
                  value={text}
                  maxLength={AGENT_TEXT_MAX}
                  dir="auto"
                  onChange={(event) => setText(event.target.value)}
                  onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && save()}
                  className={`${INPUT} resize-none bg-warm-tint py-2`}
                />
              )}
            </Field>
            {problem && <Notice>{problem.text}</Notice>}
            <Button
              type="submit"
              size="sm"
              kind="primary"
              className="self-end"
              busy={busy}
              disabled={text.trim() === ''}
            >
              {w.save}
            </Button>
          </form>
        )
      )}
    </section>
  )
}

/** Calls the same number once more, after a call that came to nothing. */
function CallAgain({ call }: Pick<Over, 'call'>) {
  const { busy, problem, place } = usePlace()
  const phone = numberOf(call)
  if (phone === null) return null
  const { contact, number } = call.visitor
  return (
    <>
      <Button
        className="mt-3 w-full"
        busy={busy !== null}
        onClick={() => void place({ contact, visitor: Number(number), phone })}
      >
        <Phone aria-hidden="true" className="size-4 text-good" />
        {callWords.place.again}
      </Button>
      {problem && <Notice className="mt-2">{problem}</Notice>}
    </>
  )
}

function sayEnd({ call, handedTo }: Over): string {
  const failure = sayFailure(call)
  if (failure) return w.failed(failure)
  if (handedTo !== null) return w.handed(handedTo)
  const since = talkedSince(call)
  return since === null ? callWords.failed : w.lasted(toClock((call.ended ?? now()) - since))
}
