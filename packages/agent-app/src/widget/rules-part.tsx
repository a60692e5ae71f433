import { RULES_MAX } from '@deskbell/protocol/widget/rules'
import { Plus, Zap } from 'lucide-react'
import { useRef, useState } from 'react'
import { useChange } from '../channels/use-change.ts'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Empty } from '../ui/empty.tsx'
import { Notice } from '../ui/notice.tsx'
import { Section } from '../ui/section.tsx'
import { words } from '../words/index.ts'
import type { PartProps } from './channel.ts'
import { RuleDialog } from './rule-dialog.tsx'
import { nameOf, RuleRow } from './rule-row.tsx'
import { moved, replaced } from './rule-list.ts'

const w = words.widget.rules

/** The list of trigger rules. Switching, moving and removing take effect at once; a dialog edits a rule. */
export function RulesPart({ channel, mayChange }: PartProps) {
  const { rules } = channel.widget
  const { problem, change } = useChange(channel)
  const [editing, setEditing] = useState({ place: 0, open: false, times: 0 })
  const [removing, setRemoving] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const gone = removing === null ? undefined : rules[removing]

  // Each opening begins with the stored rule.
  const edit = (place: number) => setEditing({ place, open: true, times: editing.times + 1 })
  const put = (next: typeof rules) => change({ widget: { rules: next } })
  const move = (from: number, to: number) => {
    const rule = rules[from]
    if (!rule) return
    void put(moved(rules, from, to)).then((done) => {
      if (!done) return
      setSaid(w.moved(nameOf(rule), to + 1, rules.length))
      // The focus moves with the rule, so that the same key moves it further.
      const button = (name: string) =>
        list.current?.querySelector<HTMLButtonElement>(`[data-rule="${to}"] [data-move="${name}"]:enabled`)
      const [same, other] = to > from ? (['down', 'up'] as const) : (['up', 'down'] as const)
      const next = button(same) ?? button(other)
      next?.focus()
    })
  }
  const add = mayChange && (
    <Button
      size="sm"
      kind={rules.length === 0 ? 'primary' : 'plain'}
      disabled={rules.length >= RULES_MAX}
      onClick={() => edit(rules.length)}
    >
      <Plus aria-hidden="true" className="size-4" />
      {w.add}
    </Button>
  )
  return (
    <Section title={w.title} help={w.help} action={rules.length > 0 && add}>
      {problem && <Notice className="mb-3">{problem.text}</Notice>}
      {rules.length >= RULES_MAX && (
        <Notice tone="info" className="mb-3">
          {w.full(RULES_MAX)}
        </Notice>
      )}
      {rules.length === 0 ? (
        <div className="flex">
          <Empty icon={Zap} title={w.empty} action={add}>
            {w.emptyHelp}
          </Empty>
        </div>
      ) : (
        <ul ref={list} className="flex flex-col gap-2">
          {rules.map((rule, index) => (
            <RuleRow
              key={index}
              rule={rule}
              index={index}
              of={rules.length}
              mayChange={mayChange}
              onSwitch={(enabled) => void put(replaced(rules, index, { ...rule, enabled }))}
              onMove={(to) => move(index, to)}
              onEdit={() => edit(index)}
              onRemove={() => setRemoving(index)}
            />
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
      <RuleDialog
        key={editing.times}
        rule={rules[editing.place]}
        open={editing.open}
        onClose={() => setEditing({ ...editing, open: false })}
        channel={channel}
        place={editing.place}
      />
      <Confirm
        open={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title={w.removeTitle(gone ? nameOf(gone) : '')}
        action={w.removeAction}
        danger
        onConfirm={() => put(rules.filter((_, at) => at !== removing))}
      >
        {w.removeHelp}
      </Confirm>
    </Section>
  )
}
