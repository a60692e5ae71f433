import { type ReactNode, useState } from 'react'
import { words } from '../words/index.ts'
import { DialogForm } from './dialog-form.tsx'
import { TextField } from './field.tsx'
import { useSaving } from './saving.ts'
import { SwitchRow } from './switch.tsx'

type Problem = { text: string; field: string | undefined }
type Fields = { shared: boolean; title: string; shortcut: string | null }
type Props = {
  words: {
    add: string
    edit: (title: string) => string
    fields: { title: string; shortcut: string }
    shortcutHelp: string
    shared: string
    sharedHelp: string
  }
  /** Null: a new one. */
  item: Fields | null
  mayShare: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Of the list in which it is shown. */
  queryKey: readonly unknown[]
  save: (fields: Fields) => Promise<unknown>
  /** What `children` are about is complete. */
  ready: boolean
  /** Whether `children` show the problem of this field. */
  shows: (field: string) => boolean
  /** The fields of its content, which show the problems of the server. `clear` forgets the problem. */
  children: (act: { problem: Problem | null; clear: () => void }) => ReactNode
}

/** The dialog of a `SharedList`: title, shortcut, content, and whether all agents see it. */
export function SharedForm(props: Props) {
  const { words: w, item, mayShare, open, onOpenChange, queryKey, save, ready, shows, children } = props
  const { busy, problem, clear, ...saving } = useSaving(queryKey, onOpenChange)
  const [title, setTitle] = useState(item?.title ?? '')
  const [shortcut, setShortcut] = useState(item?.shortcut ?? '')
  const [shared, setShared] = useState(item?.shared ?? mayShare)
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null)
  const isElsewhere = (field = '') => !['/title', '/shortcut'].includes(field) && !shows(field)
  return (
    <DialogForm
      title={item ? w.edit(item.title) : w.add}
      open={open}
      onOpenChange={saving.onOpenChange}
      wide
      onSubmit={() => saving.save(() => save({ shared, title: title.trim(), shortcut: shortcut.trim() || null }))}
      busy={busy}
      problem={problem && isElsewhere(problem.field) ? problem.text : null}
      blocked={title.trim() === '' || !ready}
      label={item ? words.common.save : w.add}
    >
      <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
        <TextField
          label={w.fields.title}
          value={title}
          problem={problemOf('/title')}
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setTitle(event.target.value)}
        />
        <TextField
          label={w.fields.shortcut}
          note={words.common.optional}
          value={shortcut}
          help={w.shortcutHelp}
          problem={problemOf('/shortcut')}
          maxLength={32}
          pattern="[\p{L}\p{N}_\-]*"
          dir="auto"
          autoComplete="off"
          onChange={(event) => setShortcut(event.target.value.replace(/^\//, ''))}
        />
      </div>
      {children({ problem, clear })}
      {mayShare && <SwitchRow label={w.shared} help={w.sharedHelp} checked={shared} onChange={setShared} />}
    </DialogForm>
  )
}
