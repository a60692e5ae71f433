import type { SavedView } from '@deskbell/protocol/agent/saved-view'
import { VIEW_NAME_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Trash2, UsersRound } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm, Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { INPUT } from '../ui/field.tsx'
import { cx } from '../ui/cx.ts'
import { Notice } from '../ui/notice.tsx'
import { viewsQuery } from './queries.ts'
import { findWords } from './words.ts'

const w = findWords.views

type Props = { views: readonly SavedView[]; open: boolean; onOpenChange: (open: boolean) => void }

/** Renames, orders and deletes saved views. */
export function ManageViews({ views, open, onOpenChange }: Props) {
  const queries = useQueryClient()
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const [removing, setRemoving] = useState<SavedView | null>(null)
  const { problem, run, clear } = useAct({ several: true })
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const refetch = () => queries.invalidateQueries({ queryKey: viewsQuery.queryKey })
  /** The click that moves a view also leaves a name that was changed: one request after the other. */
  const inTurn = (act: () => Promise<unknown>) =>
    void run(() => {
      const turn = last.current.then(act)
      last.current = turn.catch(() => {})
      return turn
    })
  const move = (view: SavedView, by: number) =>
    inTurn(async () => {
      const now = queries.getQueryData(viewsQuery.queryKey)?.views ?? views
      const ids = now.map(({ id }) => id)
      const from = ids.indexOf(view.id)
      if (from < 0 || from + by < 0) return
      ids.splice(from + by, 0, ...ids.splice(from, 1))
      queries.setQueryData(viewsQuery.queryKey, await call('PUT /views/order', { body: { views: ids } }))
    })
  const rename = (view: SavedView, name: string) => {
    if (name === '' || name === view.name) return
    inTurn(async () => {
      await call('PATCH /views/:saved', { params: { saved: view.id }, body: { name } })
      await refetch()
    })
  }
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => {
          clear()
          onOpenChange(next)
        }}
        title={w.manage}
      >
        <p className="mb-3 text-sm text-muted">{w.manageHelp}</p>
        {problem && <Notice className="mb-3">{problem.text}</Notice>}
        {views.length === 0 && (
          <Empty icon={UsersRound} title={w.none}>
            {w.noneHelp}
          </Empty>
        )}
        <ul className="flex flex-col gap-1">
          {views.map((view, at) => {
            const mayChange = !view.shared || mayShare
            return (
              <li key={view.id} className="flex items-center gap-1">
                {mayChange ? (
                  <input
                    aria-label={w.rename(view.name)}
                    defaultValue={view.name}
                    maxLength={VIEW_NAME_MAX}
                    dir="auto"
                    autoComplete="off"
                    onBlur={(event) => rename(view, event.target.value.trim())}
                    onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
                    className={cx(INPUT, 'h-8 min-w-0 flex-1 text-sm')}
                  />
                ) : (
                  <bdi className="min-w-0 flex-1 truncate px-3 text-sm">{view.name}</bdi>
                )}
                {view.shared && <span className="shrink-0 rounded bg-well px-1.5 text-xs text-soft">{w.isShared}</span>}
                <IconButton label={w.up(view.name)} disabled={at === 0} onClick={() => move(view, -1)}>
                  <ArrowUp aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton label={w.down(view.name)} disabled={at === views.length - 1} onClick={() => move(view, 1)}>
                  <ArrowDown aria-hidden="true" className="size-4" />
                </IconButton>
                <IconButton label={w.remove(view.name)} disabled={!mayChange} onClick={() => setRemoving(view)}>
                  <Trash2 aria-hidden="true" className="size-4" />
                </IconButton>
              </li>
            )
          })}
        </ul>
      </Dialog>
      <Confirm
        open={removing !== null}
        onOpenChange={(next) => next || setRemoving(null)}
        title={w.removeTitle(removing?.name ?? '')}
        action={w.delete}
        danger
        onConfirm={async () => {
          if (!removing) return
          await call('DELETE /views/:saved', { params: { saved: removing.id } })
          await refetch()
          setRemoving(null)
        }}
      >
        {removing?.shared ? w.removeShared : w.removeHelp}
      </Confirm>
    </>
  )
}
