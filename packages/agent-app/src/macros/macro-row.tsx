import type { Macro } from '@deskbell/protocol/agent/macro'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { summaryOf } from './describe.ts'
import { macrosQuery } from './query.ts'
import { macroWords } from './words.ts'

const w = macroWords

type Props = { macro: Macro; mayChange: boolean; onEdit: () => void }

export function MacroRow({ macro, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await call('DELETE /macros/:macro', { params: { macro: macro.id } })
    await queries.invalidateQueries({ queryKey: macrosQuery.queryKey })
  }
  return (
    <li className="flex items-center gap-3 px-4 py-2 md:px-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <bdi className="truncate font-medium">{macro.title}</bdi>
          {macro.shortcut !== null && <bdi className="shrink-0 text-sm text-muted">/{macro.shortcut}</bdi>}
        </p>
        <p className="truncate text-sm text-muted">{summaryOf(macro)}</p>
      </div>
      {mayChange && (
        <>
          <IconButton label={w.edit(macro.title)} onClick={onEdit}>
            <Pencil className="size-4" />
          </IconButton>
          <IconButton label={w.removeTitle(macro.title)} onClick={() => setAsking(true)}>
            <Trash2 className="size-4" />
          </IconButton>
        </>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(macro.title)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
