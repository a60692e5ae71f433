import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import { useQuery } from '@tanstack/react-query'
import { Plus, Zap } from 'lucide-react'
import { useState } from 'react'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { LIST } from '../ui/list.ts'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { cannedWords } from './words.ts'
import { AnswerDialog } from './answer-dialog.tsx'
import { AnswerRow } from './answer-row.tsx'
import { cannedQuery } from './query.ts'

const w = cannedWords

/** The canned answers that the agent sees: the shared ones, and their own. */
export default function Canned() {
  const { data: answers, error, refetch } = useQuery(cannedQuery)
  const mayShare = useCell(useSession().live.me).role !== 'agent'
  const [editing, setEditing] = useState<CannedAnswer | 'new' | null>(null)
  const add = (
    <Button kind="primary" onClick={() => setEditing('new')}>
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )

  const lists = [
    [w.sharedList, answers?.filter(({ shared }) => shared) ?? []],
    [w.own, answers?.filter(({ shared }) => !shared) ?? []],
  ] as const
  return (
    <Page title={w.title} help={w.help} action={answers?.length !== 0 && add}>
      {error && !answers && <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />}
      {!error && !answers && <LoadingRows rows={3} />}
      {answers?.length === 0 && (
        <Empty icon={Zap} title={w.empty} action={add}>
          {w.emptyHelp}
        </Empty>
      )}
      {lists.map(
        ([title, of]) =>
          of.length > 0 && (
            <section key={title} aria-label={title} className="mb-6">
              <h2 className="mb-1 text-sm font-semibold">{title}</h2>
              <ul className={LIST}>
                {of.map((answer) => (
                  <AnswerRow
                    key={answer.id}
                    answer={answer}
                    mayChange={mayShare || !answer.shared}
                    onEdit={() => setEditing(answer)}
                  />
                ))}
              </ul>
            </section>
          ),
      )}
      <AnswerDialog
        key={editing === null ? 'none' : editing === 'new' ? 'new' : editing.id}
        answer={editing === 'new' ? null : editing}
        mayShare={mayShare}
        open={editing !== null}
        onOpenChange={(open) => !open && setEditing(null)}
      />
    </Page>
  )
}
