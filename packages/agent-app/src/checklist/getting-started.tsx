import { useQuery } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { LoadingRows, LoadProblem } from '../ui/states.tsx'
import { checklistQuery } from './query.ts'
import { StepList } from './step-list.tsx'
import { useHide } from './use-hide.ts'
import { checklistWords as w } from './words.ts'

/** The list as a screen of the settings, where it stays after it was hidden in the inbox. */
export default function GettingStarted() {
  const { data, error, refetch } = useQuery(checklistQuery)
  const { busy, problem, hide } = useHide()
  return (
    <Page title={w.title} help={w.help}>
      {error && !data ? (
        <LoadProblem title={w.failedLoad} error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <div>
          <StepList checklist={data} />
          {data.hidden && (
            <p className="mt-4 flex flex-wrap items-center gap-3 text-sm text-muted">
              {w.hidden}
              <Button size="sm" busy={busy} onClick={() => void hide(false)}>
                {w.show}
              </Button>
            </p>
          )}
          {problem && <Notice className="mt-3">{problem.text}</Notice>}
        </div>
      ) : (
        <LoadingRows rows={8} className="h-12" />
      )}
    </Page>
  )
}
