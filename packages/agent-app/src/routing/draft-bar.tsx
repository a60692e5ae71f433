import { FlaskConical } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { Draft } from './draft.ts'
import { ReplayResults } from './replay-results.tsx'
import { useReplay } from './use-replay.ts'
import { useSave } from './use-change.ts'
import { routingWords as w } from './words.ts'

/** What can be done with changes that are tried: see what they would have done, save them, discard them. */
export function DraftBar({ draft, onEnd }: { draft: Draft; onEnd: () => void }) {
  const { replay, of, start, isStarting, problem, error } = useReplay()
  const save = useSave()
  const { wanted } = draft
  const isEmpty = Object.keys(wanted).every((name) => name === 'revision')
  const isRunning = isStarting || replay?.state === 'running'
  return (
    <div className="mb-4 flex flex-col gap-4">
      <div className="rounded-lg bg-warm-tint p-3">
        <p className="flex items-start gap-2 text-sm text-warm">
          <FlaskConical aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0 text-pretty">{w.replay.trying}</span>
        </p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button kind="primary" busy={isRunning} onClick={() => void start(wanted)}>
            {w.replay.see}
          </Button>
          <Button
            disabled={isEmpty}
            busy={save.busy}
            onClick={() => void save.change(wanted).then((isSaved) => isSaved && onEnd())}
          >
            {w.replay.save}
          </Button>
          <Button kind="quiet" onClick={onEnd}>
            {w.replay.discard}
          </Button>
        </div>
      </div>
      {(save.problem ?? problem) && <Notice>{(save.problem ?? problem)?.text}</Notice>}
      {!replay && error && <Notice>{w.replay.failed}</Notice>}
      {replay && <ReplayResults replay={replay} isOutdated={of !== wanted} />}
    </div>
  )
}
