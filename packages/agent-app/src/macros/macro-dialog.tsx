import type { Macro, NewMacro } from '@deskbell/protocol/agent/macro'
import { findUnknownVariable } from '@deskbell/protocol/agent/variables'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { call } from '../api/client.ts'
import { cannedWords } from '../canned/words.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { useNames } from './describe.ts'
import { isWhole, toDraft } from './draft.ts'
import { macrosQuery } from './query.ts'
import { StepList } from './step-list.tsx'
import { StepPreview } from './step-preview.tsx'
import { macroWords } from './words.ts'

const w = macroWords

type Props = { macro: Macro | null; mayShare: boolean; open: boolean; onOpenChange: (open: boolean) => void }

/** Creates or changes a macro, with its steps as they would be carried out. */
export function MacroDialog({ macro, mayShare, open, onOpenChange }: Props) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const names = useNames()
  const { busy, problem, run, clear } = useAct()
  const [title, setTitle] = useState(macro?.title ?? '')
  const [shortcut, setShortcut] = useState(macro?.shortcut ?? '')
  const [drafts, setDrafts] = useState(() => (macro?.steps ?? []).map(toDraft))
  const [shared, setShared] = useState(macro?.shared ?? mayShare)
  const steps = drafts.map(({ step }) => step)

  const unknownAt = steps.findIndex((step) => 'text' in step && findUnknownVariable(step.text) !== undefined)
  const unknown = steps[unknownAt]
  const refusedAt = /^\/steps\/(\d+)/.exec(problem?.field ?? '')?.[1]
  const stepProblem =
    unknown && 'text' in unknown
      ? { place: unknownAt, text: cannedWords.unknown(findUnknownVariable(unknown.text) ?? '') }
      : problem && refusedAt !== undefined
        ? { place: Number(refusedAt), text: problem.text }
        : null
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null)
  const isElsewhere = problem && refusedAt === undefined && !['/title', '/shortcut'].includes(problem.field ?? '')

  const close = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body: NewMacro = { shared, title: title.trim(), shortcut: shortcut.trim() || null, steps }
    void run(async () => {
      if (macro) await call('PATCH /macros/:macro', { params: { macro: macro.id }, body })
      else await call('POST /macros', { body })
      await queries.invalidateQueries({ queryKey: macrosQuery.queryKey })
      onOpenChange(false)
    })
  }
  const isReady = title.trim() !== '' && steps.length > 0 && steps.every(isWhole) && unknown === undefined
  return (
    <Dialog open={open} onOpenChange={close} title={macro ? w.edit(macro.title) : w.add} wide>
      <form onSubmit={submit} className="flex flex-col gap-4 pt-1">
        <div className="grid gap-4 sm:grid-cols-[2fr_1fr]">
          <TextField
            label={w.fields.title}
            value={title}
            problem={problemOf('/title')}
            required
            maxLength={100}
            dir="auto"
            autoComplete="off"
            onChange={(event) => setTitle(event.target.value)}
          />
          <TextField
            label={w.fields.shortcut}
            note={words.common.optional}
            value={shortcut}
            help={w.shortcutHelp}
            problem={problemOf('/shortcut')}
            maxLength={32}
            pattern="[\p{L}\p{N}_\-]*"
            dir="auto"
            autoComplete="off"
            onChange={(event) => setShortcut(event.target.value.replace(/^\//, ''))}
          />
        </div>
        <StepList
          steps={drafts}
          names={names}
          problem={stepProblem}
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
        {mayShare && <SwitchRow label={w.shared} help={w.sharedHelp} checked={shared} onChange={setShared} />}
        {isElsewhere && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={!isReady}>
            {macro ? words.common.save : w.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
