import type { Macro } from '@deskbell/protocol/agent/macro'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { SharedRow } from '../ui/shared-row.tsx'
import { summaryOf } from './describe.ts'
import { macrosQuery } from './query.ts'
import { macroWords } from './words.ts'

type Props = { macro: Macro; mayChange: boolean; onEdit: () => void }

export function MacroRow({ macro, ...row }: Props) {
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /macros/:macro', { params: { macro: macro.id } })
    await queries.invalidateQueries({ queryKey: macrosQuery.queryKey })
  }
  return (
    <SharedRow words={macroWords} item={macro} onRemove={remove} {...row}>
      {summaryOf(macro)}
    </SharedRow>
  )
}
