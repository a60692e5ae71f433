import type { PriorityRule, Routing } from '@deskbell/protocol/agent/routing'
import { PRIORITY_MAX } from '@deskbell/protocol/limits'
import { useState } from 'react'
import { DialogForm } from '../ui/dialog-form.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { useChange } from './use-change.ts'
import { routingWords as w } from './words.ts'

const KINDS = ['tag', 'page', 'field', 'waited'] as const
type Kind = (typeof KINDS)[number]
const LONGEST = 200

/** What is typed, until it is saved. */
type Draft = { kind: Kind; tag: string; page: string; field: string; value: string; waited: string; priority: number }

function toDraft(rule: PriorityRule | undefined): Draft {
  const empty: Draft = { kind: 'tag', tag: '', page: '', field: '', value: '', waited: '5', priority: 1 }
  if (!rule) return empty
  const { when, priority } = rule
  if ('tag' in when) return { ...empty, priority, tag: String(when.tag) }
  if ('page' in when) return { ...empty, priority, kind: 'page', page: when.page }
  if ('waited' in when) return { ...empty, priority, kind: 'waited', waited: String(when.waited) }
  return { ...empty, priority, kind: 'field', field: when.field, value: when.value }
}

/** Null: something is missing or wrong. */
function toRule({ kind, tag, page, field, value, waited, priority }: Draft): PriorityRule | null {
  if (kind === 'tag') return tag === '' ? null : { when: { tag: Number(tag) }, priority }
  if (kind === 'page') return page.trim() === '' ? null : { when: { page: page.trim() }, priority }
  if (kind === 'field') {
    const isWhole = field.trim() !== '' && value.trim() !== ''
    return isWhole ? { when: { field: field.trim(), value: value.trim() }, priority } : null
  }
  const minutes = /^\d+$/.test(waited.trim()) ? Number(waited) : 0
  return minutes >= 1 && minutes <= 1440 ? { when: { waited: minutes }, priority } : null
}

type Props = {
  routing: Routing
  /** Of the rule; behind the last one: a new rule. */
  place: number
  tags: readonly { id: number; name: string }[]
  onClose: () => void
}

/** Adds a rule about which chats come first, or changes it. */
export function PriorityDialog({ routing, place, tags, onClose }: Props) {
  const { busy, problem, change } = useChange()
  // The rule is shown in the list while it is being saved.
  const [begun] = useState(routing.priorities[place])
  const [draft, setDraft] = useState(() => toDraft(begun))
  const edit = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const rule = toRule(draft)
  const save = async () => {
    if (!rule) return
    const isStored = await change(({ priorities: all }) => ({
      priorities: [...all.slice(0, place), rule, ...all.slice(place + 1)],
    }))
    if (isStored) onClose()
  }
  const text = (name: 'page' | 'field' | 'value', label: string) => (
    <TextField
      label={label}
      value={draft[name]}
      maxLength={LONGEST}
      onChange={(event) => edit({ [name]: event.target.value })}
    />
  )
  return (
    <DialogForm
      title={begun ? w.priority : w.addPriority}
      open
      onOpenChange={(open) => !open && onClose()}
      onSubmit={() => void save()}
      busy={busy}
      problem={problem?.text ?? null}
      blocked={!rule}
      label={words.common.save}
    >
      <Field label={w.when}>
        {({ id }) => (
          <Select
            id={id}
            value={draft.kind}
            options={KINDS.map((kind) => [kind, w.whens[kind]] as const)}
            onChange={(kind) => edit({ kind: kind as Kind })}
          />
        )}
      </Field>
      {draft.kind === 'tag' && (
        <Field label={w.tag}>
          {({ id }) => (
            <Select
              id={id}
              value={draft.tag}
              options={[['', ''], ...tags.map((tag) => [String(tag.id), tag.name] as const)]}
              onChange={(tag) => edit({ tag })}
            />
          )}
        </Field>
      )}
      {draft.kind === 'page' && text('page', w.page)}
      {draft.kind === 'field' && (
        <>
          {text('field', w.field)}
          {text('value', w.value)}
        </>
      )}
      {draft.kind === 'waited' && (
        <TextField
          label={w.waited}
          inputMode="numeric"
          maxLength={4}
          value={draft.waited}
          problem={rule ? null : w.waitedWrong}
          onChange={(event) => edit({ waited: event.target.value })}
        />
      )}
      <Field label={w.priority} help={w.priorityHelp}>
        {({ id, describedBy }) => (
          <Select
            id={id}
            aria-describedby={describedBy}
            value={String(draft.priority)}
            options={Array.from({ length: PRIORITY_MAX }, (_, i) => [String(i + 1), String(i + 1)] as const)}
            onChange={(priority) => edit({ priority: Number(priority) })}
          />
        )}
      </Field>
    </DialogForm>
  )
}
