import type { Channel } from '@deskbell/protocol/agent/channel'
import { type FormEvent, useState } from 'react'
import { fromDraft, type HoursDraft, isSame, toDraft, usualHours } from '../hours/draft.ts'
import { HoursFields, ownZone } from '../hours/hours-fields.tsx'
import { sayFault } from '../hours/say-fault.ts'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { Switch } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.channels

/** The hours during which the channel can be online (A4). */
export function HoursSection({ channel, mayChange }: { channel: Channel; mayChange: boolean }) {
  const [edited, setEdited] = useState<HoursDraft | null | undefined>(undefined)
  const { busy, done, problem, change } = useChange(channel)
  const stored = channel.workingHours && toDraft(channel.workingHours)
  const draft = edited === undefined ? stored : edited
  const dirty = !isSame(draft, stored)
  const wrong = draft && sayFault(draft)

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!wrong) void change({ workingHours: draft && fromDraft(draft) }).then((saved) => saved && setEdited(undefined))
  }
  return (
    <Section title={w.hours} help={draft ? w.hoursOn : w.hoursOffHelp}>
      <Switch
        checked={draft !== null}
        disabled={!mayChange}
        label={w.hoursSwitch}
        onChange={(on) => setEdited(on ? (stored ?? usualHours(ownZone())) : null)}
      />
      {/* The fields are checked together: a browser would stop at the first one without a word about its day. */}
      <form onSubmit={save} noValidate>
        {draft && (
          <div className="mt-3">
            <HoursFields draft={draft} mayChange={mayChange} onChange={setEdited} />
          </div>
        )}
        {mayChange && (dirty || done) && (
          <SaveLine
            dirty={dirty}
            blocked={Boolean(wrong)}
            busy={busy}
            done={done}
            problem={problem?.text ?? wrong}
            onReset={() => setEdited(undefined)}
          />
        )}
      </form>
    </Section>
  )
}
