import { RULE_PARTS_MAX, RULE_TEXT_MAX } from '@deskbell/protocol/widget/rules'
import { Plus, X } from 'lucide-react'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Field, INPUT, TextField } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import { asCommand, type CommandDraft, type CommandName, COMMANDS, lacksText } from './rule-draft.ts'

const w = words.widget.rules
type Props = { list: CommandDraft[]; tried: boolean; onChange: (list: CommandDraft[]) => void }

/** Calls do not exist yet: a rule that opens the call form keeps that action, but no other rule can add it. */
const offered = (chosen: CommandName) => COMMANDS.filter((name) => name !== 'show_callform' || name === chosen)

/** The actions of a rule. */
export function CommandList({ list, tried, onChange }: Props) {
  const put = (index: number, one: CommandDraft) => onChange(list.toSpliced(index, 1, one))
  const fresh = Math.max(0, ...list.map(({ id }) => id)) + 1
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{w.commands}</legend>
      <ul className="flex flex-col gap-2">
        {list.map((one, index) => (
          <li key={one.id} className="rounded-lg border border-line p-2">
            <div className="flex items-center gap-1">
              <Select
                compact
                aria-label={w.command(index + 1)}
                value={one.command}
                options={offered(one.command).map((name) => [name, w.commandNames[name]] as const)}
                onChange={(name) => put(index, { ...one, command: name as CommandName })}
              />
              <IconButton label={w.removeCommand(index + 1)} onClick={() => onChange(list.toSpliced(index, 1))}>
                <X className="size-4" />
              </IconButton>
            </div>
            <Params one={one} tried={tried} onChange={(next) => put(index, next)} />
          </li>
        ))}
      </ul>
      {tried && list.length === 0 && (
        <p role="alert" className="text-sm text-bad">
          {w.commandNeeded}
        </p>
      )}
      {list.length < RULE_PARTS_MAX && (
        <Button
          size="sm"
          kind="quiet"
          className="mt-2"
          onClick={() => onChange([...list, asCommand(fresh, 'proactive')])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {w.addCommand}
        </Button>
      )}
    </fieldset>
  )
}

type ParamsProps = { one: CommandDraft; tried: boolean; onChange: (one: CommandDraft) => void }

/** The parameters of an action: its text, or the title of the form. */
function Params({ one, tried, onChange }: ParamsProps) {
  const { command, message, title, onceADay } = one
  const opensForm = command === 'open_offline' || command === 'show_callform'
  return (
    <div className="mt-2 flex flex-col gap-3 px-1 pb-1">
      {opensForm && (
        <TextField
          label={w.formTitle}
          note={words.common.optional}
          value={title}
          dir="auto"
          maxLength={RULE_TEXT_MAX}
          autoComplete="off"
          onChange={(event) => onChange({ ...one, title: event.target.value })}
        />
      )}
      {command !== 'show_callform' && (
        <Field
          label={opensForm ? w.formMessage : w.message}
          {...(opensForm && { note: words.common.optional })}
          problem={tried && lacksText(one) ? w.textWrong : null}
        >
          {({ id, describedBy, invalid }) => (
            <textarea
              id={id}
              aria-describedby={describedBy}
              aria-invalid={invalid}
              value={message}
              dir="auto"
              rows={2}
              maxLength={RULE_TEXT_MAX}
              className={cx(INPUT, 'resize-y py-2')}
              onChange={(event) => onChange({ ...one, message: event.target.value })}
            />
          )}
        </Field>
      )}
      {command === 'show_callform' && (
        <>
          <label className="flex items-center gap-2.5 text-sm">
            <input
              type="checkbox"
              checked={onceADay}
              onChange={(event) => onChange({ ...one, onceADay: event.target.checked })}
              className="size-4 accent-accent"
            />
            {w.onceADay}
          </label>
          <p className="text-xs text-muted">{words.widget.callformHelp}</p>
        </>
      )}
    </div>
  )
}
