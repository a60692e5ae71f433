import type { OnSite } from '@deskbell/protocol/agent/chat'
import type { VisitorRules } from '@deskbell/protocol/agent/visitor-rules'
import { useQuery } from '@tanstack/react-query'
import { ListX, ShieldQuestion } from 'lucide-react'
import { ApiError } from '../api/client.ts'
import { visitorRulesQuery } from '../api/queries.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { LoadProblem } from '../ui/states.tsx'
import { words } from '../words/index.ts'
import { RuleReportItem } from './rule-report-item.tsx'
import { nameOf } from './visitor-names.ts'

const w = words.visitors.rules
type Props = { visitor: OnSite; open: boolean; onClose: () => void }

/** Shows why no rule has fired on a visitor's page: the report of each rule, refreshed every two seconds (W19). */
export function RulesDialog({ visitor, open, onClose }: Props) {
  const { data, error, refetch } = useQuery({ ...visitorRulesQuery(visitor.visit), enabled: open })
  const hasLeft = error instanceof ApiError && error.status === 404
  const again = () => void refetch()
  return (
    <Dialog wide open={open} onOpenChange={onClose} title={w.title(nameOf(visitor) ?? words.visitors.unknown)}>
      {hasLeft && <Notice tone="warm">{words.visitors.gone}</Notice>}
      {error && !hasLeft && data && (
        <Notice tone="warm" className="mb-3">
          <p>{w.stopped}</p>
          <Button size="sm" className="mt-2 mb-1" onClick={again}>
            {words.common.retry}
          </Button>
        </Notice>
      )}
      {error && !hasLeft && !data && <LoadProblem title={w.failedLoad} error={error} onRetry={again} />}
      {!data && !error && (
        <div role="status" className="flex flex-col gap-2">
          <p className="text-sm text-muted">{w.asking}</p>
          <div className="skeleton h-16" />
          <div className="skeleton h-16" />
        </div>
      )}
      {data && <Told told={data} />}
    </Dialog>
  )
}

function Told({ told: { answer, rules, left } }: { told: VisitorRules }) {
  if (rules.length === 0) {
    return (
      <div className="flex">
        <Empty icon={ListX} title={w.empty[answer]}>
          {w.emptyHelp[answer]}
        </Empty>
      </div>
    )
  }
  return (
    <>
      <p className="flex items-center gap-1.5 text-xs text-muted">
        <ShieldQuestion aria-hidden="true" className="size-3.5 shrink-0" />
        {w.source} · {words.visitors.live}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {rules.map((rule, index) => (
          <RuleReportItem key={index} rule={rule} />
        ))}
      </ul>
      {left > 0 && <p className="mt-3 text-sm text-muted">{w.left(left)}</p>}
    </>
  )
}
