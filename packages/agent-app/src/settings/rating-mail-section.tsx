import { RATING_MAIL_AFTER_MAX } from '@deskbell/protocol/limits'
import type { Settings } from '@deskbell/protocol/agent/settings'
import { type FormEvent, useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { ratingMail as english } from '../words/en/rating-mail.ts'
import { wordsOf } from '../words/part.ts'
import { useChange } from './use-change.ts'

const w = wordsOf('ratingMail', english)
/** The suggested number of minutes: the visitor has surely left, and still knows what the chat was about. */
const OFFERED = '10'

type Draft = { how: 'never' | 'after'; minutes: string }
const toDraft = (minutes: number): Draft =>
  minutes === 0 ? { how: 'never', minutes: OFFERED } : { how: 'after', minutes: String(minutes) }
/** Null: not a valid number of minutes. */
function toMinutes({ how, minutes }: Draft): number | null {
  if (how === 'never') return 0
  const n = /^\d+$/.test(minutes.trim()) ? Number(minutes) : 0
  return n >= 1 && n <= RATING_MAIL_AFTER_MAX ? n : null
}

/** Whether visitors who have left are asked by mail to rate their chat, and when. */
export function RatingMailSection({ settings }: { settings: Settings }) {
  const { ratingMailAfter, mail } = settings
  const { busy, done, problem, change, clear } = useChange()
  const [begun, setBegun] = useState<Draft | null>(null)
  const draft = begun ?? toDraft(ratingMailAfter)
  const minutes = toMinutes(draft)
  const edit = (next: Draft | null) => {
    clear()
    setBegun(next)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (minutes === null || minutes === ratingMailAfter) return
    const sent = begun
    // What was typed meanwhile stays.
    if (await change({ ratingMailAfter: minutes })) setBegun((now) => (now === sent ? null : now))
  }
  return (
    <Section title={w.title} help={w.help}>
      {!mail && (
        <Notice tone="warm" className="mb-3">
          {w.off}
        </Notice>
      )}
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Choice
          label={w.choice}
          compact
          value={draft.how}
          options={[
            ['never', w.never],
            ['after', w.after],
          ]}
          onChange={(how) => edit({ ...draft, how })}
        />
        {draft.how === 'after' && (
          <TextField
            className="mt-4 max-w-72"
            label={w.minutes}
            help={w.minutesHelp}
            problem={minutes === null ? w.minutesWrong : null}
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={draft.minutes}
            onChange={(event) => edit({ ...draft, minutes: event.target.value })}
          />
        )}
        {(begun !== null || done || problem) && (
          <SaveLine
            dirty={minutes !== ratingMailAfter}
            blocked={minutes === null}
            busy={busy}
            done={done}
            problem={problem?.text}
            onReset={() => edit(null)}
          />
        )}
      </form>
    </Section>
  )
}
