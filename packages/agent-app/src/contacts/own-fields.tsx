import type { Contact, OwnField } from '@deskbell/protocol/agent/contact'
import { CONTACT_FIELDS_MAX, FIELD_CONTENT_MAX, FIELD_TITLE_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { Editable } from './editable.tsx'
import { contactQuery } from './query.ts'
import { useContactChange } from './use-change.ts'
import { contactWords } from './words.ts'

const w = contactWords

/** A null content removes the field. One that a colleague has removed is added again. */
function withField(fields: readonly OwnField[], title: string, content: string | null): OwnField[] {
  if (content === null) return fields.filter((one) => one.title !== title)
  const field = { title, content }
  const isThere = fields.some((one) => one.title === title)
  return isThere ? fields.map((one) => (one.title === title ? field : one)) : [...fields, field]
}

/** The fields that agents added to a contact. One without a value is removed. */
export function OwnFields({ contact: { id, fields } }: { contact: Contact }) {
  const change = useContactChange(id)
  const queries = useQueryClient()
  const last = useRef<Promise<unknown>>(Promise.resolve())
  /** The server stores all fields at once, so each change begins with what the one before it has left. */
  const changeFields = (toNext: (now: readonly OwnField[]) => OwnField[]) => {
    const turn = last.current.then(() =>
      change({ fields: toNext(queries.getQueryData(contactQuery(id).queryKey)?.fields ?? fields) }),
    )
    last.current = turn.catch(() => {})
    return turn
  }
  const [adding, setAdding] = useState(false)
  // A field that is being edited stays when a colleague removes it, with what is typed.
  const [editing, setEditing] = useState<string | null>(null)
  const isKept = editing !== null && fields.every(({ title }) => title !== editing)
  const shown = isKept ? [...fields, { title: editing, content: '' }] : fields
  const save = (title: string) => (content: string | null) => changeFields((now) => withField(now, title, content))
  return (
    <section className="border-b border-line px-4 py-3 last:border-b-0">
      <h2 className="text-sm font-semibold">{w.fields}</h2>
      {shown.length > 0 && (
        <dl className="mt-2 flex flex-col gap-1.5">
          {shown.map(({ title, content }) => (
            <Editable
              key={title}
              label={title}
              value={content || null}
              maxLength={FIELD_CONTENT_MAX}
              onBegin={() => setEditing(title)}
              onEnd={() => setEditing((now) => (now === title ? null : now))}
              onSave={save(title)}
            />
          ))}
        </dl>
      )}
      {adding ? (
        <NewField onAdd={(field) => changeFields((now) => [...now, field])} onEnd={() => setAdding(false)} />
      ) : (
        fields.length < CONTACT_FIELDS_MAX && (
          <Button size="sm" kind="quiet" className="-ms-2.5 mt-1" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" className="size-4" />
            {w.addField}
          </Button>
        )
      )}
    </section>
  )
}

type NewProps = { onAdd: (field: OwnField) => Promise<unknown>; onEnd: () => void }

function NewField({ onAdd, onEnd }: NewProps) {
  const { busy, problem, run } = useAct()
  const [title, setTitle] = useState('')
  const [content, setContent] = useState('')
  const isReady = title.trim() !== '' && content.trim() !== ''
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (isReady)
      void run(() => onAdd({ title: title.trim(), content: content.trim() })).then((added) => added && onEnd())
  }
  return (
    <form onSubmit={add} className="mt-2 flex flex-col gap-3" noValidate>
      <TextField
        label={w.fieldTitle}
        value={title}
        maxLength={FIELD_TITLE_MAX}
        autoFocus
        dir="auto"
        autoComplete="off"
        onChange={(event) => setTitle(event.target.value)}
      />
      <TextField
        label={w.fieldContent}
        value={content}
        maxLength={FIELD_CONTENT_MAX}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setContent(event.target.value)}
      />
      {problem && <Notice>{problem.text}</Notice>}
      <div className="flex justify-end gap-2">
        <Button size="sm" onClick={onEnd}>
          {words.common.cancel}
        </Button>
        <Button size="sm" kind="primary" type="submit" busy={busy} disabled={!isReady}>
          {w.addField}
        </Button>
      </div>
    </form>
  )
}
