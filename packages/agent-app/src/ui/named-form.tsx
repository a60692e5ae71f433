import { type ReactNode, useState } from 'react'
import { words } from '../words/index.ts'
import { DialogForm } from './dialog-form.tsx'
import { TextField } from './field.tsx'
import { useSaving } from './saving.ts'

type Props = {
  words: { add: string; edit: (name: string) => string; name: string; nameHelp: string }
  /** Null: a new one. */
  item: { name: string } | null
  maxLength: number
  /** Of the list in which it is shown. */
  queryKey: readonly unknown[]
  save: (name: string) => Promise<unknown>
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The fields after the name. */
  children: ReactNode
}

/** A dialog that creates something with a name, or changes it. */
export function NamedForm({ words: w, item, maxLength, queryKey, save, open, onOpenChange, children }: Props) {
  const [name, setName] = useState(item?.name ?? '')
  const saving = useSaving(queryKey, onOpenChange)
  return (
    <DialogForm
      title={item ? w.edit(item.name) : w.add}
      open={open}
      onOpenChange={saving.onOpenChange}
      onSubmit={() => saving.save(() => save(name.trim()))}
      busy={saving.busy}
      problem={saving.problem?.text ?? null}
      blocked={name.trim() === ''}
      label={item ? words.common.save : w.add}
    >
      <TextField
        label={w.name}
        value={name}
        help={w.nameHelp}
        required
        maxLength={maxLength}
        dir="auto"
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      {children}
    </DialogForm>
  )
}
