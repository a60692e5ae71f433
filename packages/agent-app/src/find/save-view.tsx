import { VIEW_NAME_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { Bookmark } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { filterOf, type List, viewOf } from '../live/lists.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { viewsQuery } from './queries.ts'
import { findWords } from './words.ts'

const w = findWords.views

/** Saves the conditions of a list under a name. */
export function SaveView({ list }: { list: List }) {
  const queries = useQueryClient()
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const { busy, problem, run, clear } = useAct()
  const change = (next: boolean) => {
    clear()
    setOpen(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const view = viewOf(list)
    if (view === 'closed') return
    void run(async () => {
      await call('POST /views', { body: { name: name.trim(), view, filter: filterOf(list), shared } })
      await queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
      setName('')
      setOpen(false)
    })
  }
  return (
    <>
      <Button size="sm" onClick={() => change(true)}>
        <Bookmark aria-hidden="true" className="size-3.5" />
        {w.save}
      </Button>
      <Dialog open={open} onOpenChange={change} title={w.saveTitle}>
        <form onSubmit={submit} className="flex flex-col gap-3 pt-1">
          <TextField
            label={w.name}
            value={name}
            required
            maxLength={VIEW_NAME_MAX}
            dir="auto"
            autoComplete="off"
            onChange={(event) => setName(event.target.value)}
          />
          {mayShare && <SwitchRow label={w.shared} help={w.sharedHelp} checked={shared} onChange={setShared} />}
          {problem && <Notice>{problem.text}</Notice>}
          <div className="flex justify-end gap-2">
            <Button onClick={() => change(false)}>{w.cancel}</Button>
            <Button kind="primary" type="submit" busy={busy} disabled={name.trim() === ''}>
              {w.create}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
