import type { Macro } from '@deskbell/protocol/agent/macro'
import { findUnknownVariable } from '@deskbell/protocol/agent/variables'
import { useState } from 'react'
import { call } from '../api/client.ts'
import { cannedWords } from '../canned/words.ts'
import { useCell, useSession } from '../live/react.ts'
import { SharedForm } from '../ui/shared-form.tsx'
import { useNames } from './describe.ts'
import { isWhole, toDraft } from './draft.ts'
import { macrosQuery } from './query.ts'
import { StepList } from './step-list.tsx'
import { StepPreview } from './step-preview.tsx'
import { macroWords } from './words.ts'

const w = macroWords

type Props = { macro: Macro | null; mayShare: boolean; open: boolean; onOpenChange: (open: boolean) => void }

const STEP = /^\/steps\/(\d+)/

/** Creates or changes a macro, with its steps as they would be carried out. */
export function MacroDialog({ macro, ...dialog }: Props) {
  const me = useCell(useSession().live.me)
  const names = useNames()
  const [drafts, setDrafts] = useState(() => (macro?.steps ?? []).map(toDraft))
  const steps = drafts.map(({ step }) => step)

  const unknownAt = steps.findIndex((step) => 'text' in step && findUnknownVariable(step.text) !== undefined)
  const unknown = steps[unknownAt]
  const stepProblem = (problem: { text: string; field: string | undefined } | null) => {
    if (unknown && 'text' in unknown)
      return { place: unknownAt, text: cannedWords.unknown(findUnknownVariable(unknown.text) ?? '') }
    const place = STEP.exec(problem?.field ?? '')?.[1]
    return problem && place !== undefined ? { place: Number(place), text: problem.text } : null
  }
  return (
    <SharedForm
      words={w}
      item={macro}
      queryKey={macrosQuery.queryKey}
      save={(fields) => {
        const body = { ...fields, steps }
        return macro
          ? call('PATCH /macros/:macro', { params: { macro: macro.id }, body })
          : call('POST /macros', { body })
      }}
      ready={steps.length > 0 && steps.every(isWhole) && unknown === undefined}
      shows={(field) => STEP.test(field)}
      {...dialog}
    >
      {({ problem, clear }) => (
        <>
          <StepList
            steps={drafts}
            names={names}
            problem={stepProblem(problem)}
            onChange={(next) => {
              clear()
              setDrafts([...next])
            }}
          />
          {steps.length > 0 && (
            <div className="rounded-lg bg-well px-3 py-2.5">
              <p className="mb-1.5 text-xs text-muted">{w.preview}</p>
              <StepPreview
                steps={steps}
                names={names}
                values={{ ...cannedWords.sample, 'agent.name': me.name, company: me.account.name }}
              />
            </div>
          )}
        </>
      )}
    </SharedForm>
  )
}
