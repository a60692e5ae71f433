import type { CannedAnswer, NewCannedAnswer } from '@deskbell/protocol/agent/canned'
import { findUnknownVariable, fillVariables, VARIABLES } from '@deskbell/protocol/agent/variables'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { useAct } from '../ui/act.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Field, INPUT, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { SwitchRow } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { cannedWords } from './words.ts'
import { cannedQuery } from './query.ts'

const w = cannedWords

type Props = {
  answer: CannedAnswer | null
  mayShare: boolean
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Creates or changes a canned answer, with its text as a visitor would read it. */
export function AnswerDialog({ answer, mayShare, open, onOpenChange }: Props) {
  const me = useCell(useSession().live.me)
  const queries = useQueryClient()
  const { busy, problem, run, clear } = useAct()
  const [title, setTitle] = useState(answer?.title ?? '')
  const [shortcut, setShortcut] = useState(answer?.shortcut ?? '')
  const [text, setText] = useState(answer?.text ?? '')
  const [shared, setShared] = useState(answer?.shared ?? mayShare)
  const area = useRef<HTMLTextAreaElement>(null)

  const unknown = findUnknownVariable(text)
  const own = { 'agent.name': me.name, company: me.account.name }
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? text.length
    const end = area.current?.selectionEnd ?? at
    setText(`${text.slice(0, at)}{${name}}${text.slice(end)}`)
    area.current?.focus()
  }
  const close = (next: boolean) => {
    clear()
    onOpenChange(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body: NewCannedAnswer = { shared, title: title.trim(), shortcut: shortcut.trim() || null, text }
    void run(async () => {
      if (answer) await call('PATCH /canned-answers/:canned', { params: { canned: answer.id }, body })
      else await call('POST /canned-answers', { body })
      await queries.invalidateQueries({ queryKey: cannedQuery.queryKey })
      onOpenChange(false)
    })
  }
  const problemOf = (field: string) => (problem?.field === field ? problem.text : null)
  const textProblem = unknown === undefined ? problemOf('/text') : w.unknown(unknown)
  return (
    <Dialog open={open} onOpenChange={close} title={answer ? w.edit(answer.title) : w.add} wide>
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
        <Field label={w.fields.text} help={w.textHelp} problem={textProblem}>
          {({ id, describedBy, invalid }) => (
            <textarea
              ref={area}
              id={id}
              dir="auto"
              rows={5}
              required
              maxLength={AGENT_TEXT_MAX}
              value={text}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              onChange={(event) => setText(event.target.value)}
              className={cx(INPUT, 'resize-y py-2')}
            />
          )}
        </Field>
        <div role="group" aria-label={w.insert} className="-mt-2 flex flex-wrap gap-1.5">
          {VARIABLES.map((name) => (
            <Button key={name} size="sm" onClick={() => insert(name)}>
              {w.variables[name]}
            </Button>
          ))}
        </div>
        {text.trim() !== '' && (
          <div className="grid gap-3 sm:grid-cols-2">
            <Preview title={w.preview} text={fillVariables(text, { ...w.sample, ...own })} />
            <Preview title={w.previewUnknown} text={fillVariables(text, { ...own, channel: w.sample.channel })} />
          </div>
        )}
        {mayShare && <SwitchRow label={w.shared} help={w.sharedHelp} checked={shared} onChange={setShared} />}
        {problem && problem.field === undefined && <Notice>{problem.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={() => close(false)}>{words.common.cancel}</Button>
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            disabled={title.trim() === '' || text.trim() === '' || unknown !== undefined}
          >
            {answer ? words.common.save : w.add}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const Preview = ({ title, text }: { title: string; text: string }) => (
  <div className="min-w-0 rounded-lg bg-well px-3 py-2">
    <p className="mb-1 text-xs text-muted">{title}</p>
    <p dir="auto" className="max-h-40 overflow-y-auto text-sm whitespace-pre-wrap breakable">
      {text}
    </p>
  </div>
)
