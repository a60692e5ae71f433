import { parseRules } from '@deskbell/protocol/widget/rules'
import type { RuleSource } from '@deskbell/protocol/widget/settings'
import { type FormEvent, useState } from 'react'
import { useChange } from '../channels/use-change.ts'
import { Button } from '../ui/button.tsx'
import { Choice } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { words } from '../words/index.ts'
import { sayWhy } from '../words/say-why.ts'
import type { WidgetChannel } from './channel.ts'
import { CommandList } from './command-list.tsx'
import { ConditionList } from './condition-list.tsx'
import { inWords } from './in-words.ts'
import { isWhole, newRule, toDraft, toSource } from './rule-draft.ts'
import { replaced } from './rule-list.ts'

const w = words.widget.rules

type Props = {
  channel: WidgetChannel
  /** Undefined: a new rule. */
  rule: RuleSource | undefined
  place: number
  open: boolean
  onClose: () => void
}

/** Edits one rule and stores it as a whole. */
export function RuleDialog({ channel, rule, place, open, onClose }: Props) {
  const [draft, setDraft] = useState(() => (rule ? toDraft(rule) : newRule()))
  // Errors are shown after the first attempt to save.
  const [tried, setTried] = useState(false)
  const [reason, setReason] = useState<string | null>(null)
  const { busy, problem, change } = useChange(channel)
  const set = (more: Partial<typeof draft>) => setDraft({ ...draft, ...more })

  const parsed = parseRules([toSource(draft)])
  const [meant] = parsed.ok ? parsed.rules : []
  const save = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!isWhole(draft)) return
    const rules = replaced(channel.widget.rules, place, toSource(draft))
    const checked = parseRules(rules)
    setReason(checked.ok ? null : sayWhy(checked.why))
    if (checked.ok) void change({ widget: { rules } }).then((saved) => saved && onClose())
  }
  return (
    <Dialog open={open} onOpenChange={onClose} title={rule ? w.editTitle : w.newTitle} wide>
      <form onSubmit={save} noValidate className="flex flex-col gap-5 pt-1">
        <TextField
          label={w.name}
          help={w.nameHelp}
          value={draft.name}
          dir="auto"
          maxLength={100}
          autoComplete="off"
          onChange={(event) => set({ name: event.target.value })}
        />
        <Choice
          label={w.type}
          value={draft.type}
          options={[
            ['all', w.types.all],
            ['any', w.types.any],
          ]}
          onChange={(type) => set({ type })}
        />
        <ConditionList list={draft.conditions} tried={tried} onChange={(conditions) => set({ conditions })} />
        <CommandList list={draft.commands} tried={tried} onChange={(commands) => set({ commands })} />
        {meant && isWhole(draft) && (
          <div className="rounded-lg bg-well px-3 py-2 text-sm">
            <p className="text-xs font-medium text-muted">{w.inWords}</p>
            <p className="mt-0.5 breakable">
              <bdi dir={words.dir}>{inWords(meant)}</bdi>
            </p>
          </div>
        )}
        {(reason ?? problem) && <Notice>{reason ?? problem?.text}</Notice>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.common.cancel}</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {words.common.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
