import { useQuery } from '@tanstack/react-query'
import { Zap } from 'lucide-react'
import { SharedList } from '../ui/shared-list.tsx'
import { cannedWords } from './words.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { AnswerRow } from './answer-row.tsx'
import { cannedQuery } from './query.ts'

/** The canned answers that the agent sees: the shared ones, and their own. */
export default function Canned() {
  const { data, error, refetch } = useQuery(cannedQuery)
  return (
    <SharedList
      words={cannedWords}
      icon={Zap}
      items={data}
      error={error}
      onRetry={() => void refetch()}
      row={(answer, row) => <AnswerRow key={answer.id} answer={answer} {...row} />}
      dialog={({ item, open, ...rest }) => (
        <AnswerDialog key={open ? (item?.id ?? 'new') : 'none'} answer={item} open={open} {...rest} />
      )}
    />
  )
}
