import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../api/client.ts'
import { SharedRow } from '../ui/shared-row.tsx'
import { FileMark } from './file-mark.tsx'
import { cannedWords } from './words.ts'
import { cannedQuery } from './query.ts'

type Props = { answer: CannedAnswer; mayChange: boolean; onEdit: () => void }

export function AnswerRow({ answer, ...row }: Props) {
  const queries = useQueryClient()
  const remove = async () => {
    await call('DELETE /canned-answers/:canned', { params: { canned: answer.id } })
    await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
  }
  return (
    <SharedRow words={cannedWords} item={answer} onRemove={remove} mark={<FileMark files={answer.files} />} {...row}>
      {answer.text}
    </SharedRow>
  )
}
