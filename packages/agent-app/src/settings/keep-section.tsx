import type { Settings } from '@deskbell/protocol/agent/settings'
import { type FormEvent, useState } from 'react'
import { Choice } from '../ui/choice.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { SaveLine } from '../ui/save-line.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'

const w = words.keep
/** The limit of the API (`KeepDays`). */
const MOST = 3650
/** The suggested number of days: long enough that an accidental click erases little. */
const OFFERED = '365'

/** How long closed chats are kept. */
export const KeepSection = ({ settings, mayChange }: { settings: Settings; mayChange: boolean }) => (
  <Section title={w.title} help={w.help}>
    {mayChange ? <KeepForm settings={settings} /> : <p className="text-sm text-muted">{w.reads(settings.keepDays)}</p>}
  </Section>
)

type Draft = { how: 'forever' | 'some'; days: string }
const toDraft = (days: number): Draft =>
  days === 0 ? { how: 'forever', days: OFFERED } : { how: 'some', days: String(days) }
/** Null: not a valid number of days. */
function toDays({ how, days }: Draft): number | null {
  if (how === 'forever') return 0
  const n = /^\d+$/.test(days.trim()) ? Number(days) : 0
  return n >= 1 && n <= MOST ? n : null
}

function KeepForm({ settings }: { settings: Settings }) {
  const { keepDays } = settings
  const { busy, done, problem, change, clear } = useChange()
  const [begun, setBegun] = useState<Draft | null>(null)
  const [asking, setAsking] = useState(false)
  const draft = begun ?? toDraft(keepDays)
  const days = toDays(draft)

  const edit = (next: Draft | null) => {
    clear()
    setBegun(next)
  }
  const save = async (next: number) => {
    const sent = begun
    // What was typed meanwhile stays.
    if (await change({ keepDays: next })) setBegun((now) => (now === sent ? null : now))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (days === null || days === keepDays) return
    // A shorter retention erases older chats at once, so it asks first.
    if (days > 0 && (keepDays === 0 || days < keepDays)) setAsking(true)
    else void save(days)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Choice
        label={w.choice}
        compact
        value={draft.how}
        options={[
          ['forever', w.forever],
          ['some', w.some],
        ]}
        onChange={(how) => edit({ ...draft, how })}
      />
      {draft.how === 'some' && (
        <TextField
          className="mt-4 max-w-72"
          label={w.days}
          help={w.daysHelp}
          problem={days === null ? w.daysWrong : null}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={draft.days}
          onChange={(event) => edit({ ...draft, days: event.target.value })}
        />
      )}
      {(begun !== null || done || problem) && (
        <SaveLine
          dirty={days !== keepDays}
          blocked={days === null}
          busy={busy}
          done={done}
          problem={problem?.text}
          onReset={() => edit(null)}
        />
      )}
      {days !== null && (
        <Confirm
          open={asking}
          onOpenChange={setAsking}
          title={w.ask(days)}
          action={w.do}
          danger
          onConfirm={() => save(days)}
        >
          {w.askHelp(days)}
        </Confirm>
      )}
    </form>
  )
}
