import { VIEW_NAME_MAX } from '@deskbell/protocol/limits'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bookmark, BookmarkCheck } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
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
import { viewInUse } from './view-in-use.ts'
import { findWords } from './words.ts'

const w = findWords.views

/** Saves the conditions of a list under a name. */
export function SaveView({ list }: { list: List }) {
  const queries = useQueryClient()
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const button = useId()
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
    void run(async () => {
      await call('POST /views', { body: { name: name.trim(), view, filter: filterOf(list), shared } })
      await queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
      setName('')
      setOpen(false)
    })
  }
  return (
    <>
      <span className="ms-auto flex flex-wrap justify-end gap-1">
        <UpdateView list={list} mayShare={mayShare} next={button} />
        <Button id={button} size="sm" onClick={() => change(true)}>
          <Bookmark aria-hidden="true" className="size-3.5" />
          {w.save}
        </Button>
      </span>
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

/** Gives the view that was opened the filters that the list has now. `next`: id of the element that has the focus then. */
function UpdateView({ list, mayShare, next }: { list: List; mayShare: boolean; next: string }) {
  const queries = useQueryClient()
  const used = useCell(viewInUse)
  const { data: views = [] } = useQuery(viewsQuery)
  const { busy, problem, run } = useAct()
  const view = viewOf(list)
  const saved = views.find(({ id }) => id === used?.id)
  if (!saved || used?.list === list || (saved.shared && !mayShare)) return null
  const update = () =>
    void run(async () => {
      const body = { view, filter: filterOf(list) }
      const changed = await call('PATCH /views/:saved', { params: { saved: saved.id }, body })
      // An answer in flight may be older than the change.
      await queries.cancelQueries({ queryKey: viewsQuery.queryKey })
      queries.setQueryData(
        viewsQuery.queryKey,
        (known) => known && { views: known.views.map((one) => (one.id === changed.id ? changed : one)) },
      )
      // This button disappears.
      document.getElementById(next)?.focus()
    })
  return (
    <>
      {problem && <Notice className="basis-full">{problem.text}</Notice>}
      <Button size="sm" busy={busy} onClick={update}>
        <BookmarkCheck aria-hidden="true" className="size-3.5" />
        <span className="max-w-40 truncate">{w.update(saved.name)}</span>
      </Button>
    </>
  )
}
