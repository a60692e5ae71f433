import type { CannedAnswer } from '@deskbell/protocol/agent/canned'
import { findUnknownVariable, fillVariables, VARIABLES } from '@deskbell/protocol/agent/variables'
import { AGENT_TEXT_MAX } from '@deskbell/protocol/limits'
import { useRef, useState } from 'react'
import { call } from '../api/client.ts'
import { useCell, useSession } from '../live/react.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Field, INPUT } from '../ui/field.tsx'
import { SharedForm } from '../ui/shared-form.tsx'
import { FilesField } from './files-field.tsx'
import { useFiles } from './use-files.ts'
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
export function AnswerDialog({ answer, ...dialog }: Props) {
  const me = useCell(useSession().live.me)
  const [text, setText] = useState(answer?.text ?? '')
  const files = useFiles(answer?.files ?? [])
  const area = useRef<HTMLTextAreaElement>(null)

  const unknown = findUnknownVariable(text)
  const own = { 'agent.name': me.name, company: me.account.name }
  const insert = (name: string) => {
    const at = area.current?.selectionStart ?? text.length
    const end = area.current?.selectionEnd ?? at
    setText(`${text.slice(0, at)}{${name}}${text.slice(end)}`)
    area.current?.focus()
  }
  return (
    <SharedForm
      words={w}
      item={answer}
      queryKey={cannedQuery.queryKey}
      save={(fields) => {
        const body = { ...fields, text, files: files.ids }
        return answer
          ? call('PATCH /canned-answers/:canned', { params: { canned: answer.id }, body })
          : call('POST /canned-answers', { body })
      }}
      ready={text.trim() !== '' && unknown === undefined && files.areThere}
      shows={(field) => field === '/text' || field.startsWith('/files')}
      {...dialog}
    >
      {({ problem }) => (
        <div
          className="flex flex-col gap-4"
          onPaste={(event) => {
            const pasted = [...event.clipboardData.files]
            if (pasted.length === 0) return
            event.preventDefault()
            files.add(pasted)
          }}
        >
          <Field
            label={w.fields.text}
            help={w.textHelp}
            problem={unknown !== undefined ? w.unknown(unknown) : problem?.field === '/text' ? problem.text : null}
          >
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
          <FilesField draft={files} problem={problem?.field?.startsWith('/files') ? problem.text : null} />
        </div>
      )}
    </SharedForm>
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
