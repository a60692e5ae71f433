import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { cannedWords } from './words.ts'
import { cannedQuery } from './query.ts'

const w = cannedWords

type Props = { answer: CannedAnswer; mayChange: boolean; onEdit: () => void }

export function AnswerRow({ answer, mayChange, onEdit }: Props) {
  const queries = useQueryClient()
  const [asking, setAsking] = useState(false)
  const remove = async () => {
    await call('DELETE /canned-answers/:canned', { params: { canned: answer.id } })
    await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
  }
  return (
    <li className="flex items-center gap-3 px-4 py-2 md:px-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2">
          <bdi className="truncate font-medium">{answer.title}</bdi>
          {answer.shortcut !== null && <bdi className="shrink-0 text-sm text-muted">/{answer.shortcut}</bdi>}
        </p>
        <p dir="auto" className="truncate text-sm text-muted">
          {answer.text}
        </p>
      </div>
      {mayChange && (
        <>
          <IconButton label={w.edit(answer.title)} onClick={onEdit}>
            <Pencil className="size-4" />
          </IconButton>
          <IconButton label={w.removeTitle(answer.title)} onClick={() => setAsking(true)}>
            <Trash2 className="size-4" />
          </IconButton>
        </>
      )}
      <Confirm
        open={asking}
        onOpenChange={setAsking}
        title={w.removeTitle(answer.title)}
        action={w.remove}
        danger
        onConfirm={remove}
      >
        {w.removeHelp}
      </Confirm>
    </li>
  )
}
