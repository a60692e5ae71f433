import { RULE_PARTS_MAX, RULE_TEXT_MAX } from '@deskbell/protocol/widget/rules'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { INPUT } from '../ui/field.tsx'
import { Select } from '../ui/select.tsx'
import { words } from '../words/index.ts'
import {
  asCondition,
  comparatorsOf,
  type ConditionDraft,
  type ConditionName,
  CONDITIONS,
  wrongValue,
} from './rule-draft.ts'

const w = words.widget.rules
type Props = { list: ConditionDraft[]; tried: boolean; onChange: (list: ConditionDraft[]) => void }

const sayComparator = (condition: ConditionName, name: string): string =>
  condition === 'page_url' && name === 'equal'
    ? w.urlEqual
    : (w.comparators[name as keyof typeof w.comparators] ?? name)

/** The conditions of a rule. */
export function ConditionList({ list, tried, onChange }: Props) {
  const put = (index: number, one: ConditionDraft) => onChange(list.toSpliced(index, 1, one))
  const fresh = Math.max(0, ...list.map(({ id }) => id)) + 1
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-sm font-medium">{w.conditions}</legend>
      {list.length === 0 && <p className="mb-2 text-sm text-muted">{w.conditionsNone}</p>}
      <ul className="flex flex-col gap-2">
        {list.map((one, index) => (
          <Line
            key={one.id}
            one={one}
            n={index + 1}
            tried={tried}
            onChange={(next) => put(index, next)}
            onRemove={() => onChange(list.toSpliced(index, 1))}
          />
        ))}
      </ul>
      {list.length < RULE_PARTS_MAX && (
        <Button
          size="sm"
          kind="quiet"
          className="mt-2"
          onClick={() => onChange([...list, asCondition(fresh, list.length === 0 ? 'time_on_page' : 'page_url')])}
        >
          <Plus aria-hidden="true" className="size-4" />
          {w.addCondition}
        </Button>
      )}
    </fieldset>
  )
}

type LineProps = {
  one: ConditionDraft
  n: number
  tried: boolean
  onChange: (one: ConditionDraft) => void
  onRemove: () => void
}

function Line({ one, n, tried, onChange, onRemove }: LineProps) {
  const id = useId()
  const { condition, comparator, value } = one
  const wrong = tried ? wrongValue(one) : null
  const isTime = condition !== 'online' && condition !== 'page_url'
  return (
    <li className="rounded-lg border border-line p-2">
      <div className="flex items-start gap-1">
        <div className="grid min-w-0 flex-1 gap-1.5 grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))]">
          <Select
            compact
            aria-label={w.condition(n)}
            value={condition}
            options={CONDITIONS.map((name) => [name, w.conditionNames[name]] as const)}
            onChange={(name) => onChange(asCondition(one.id, name as ConditionName))}
          />
          {condition === 'online' ? (
            <Select
              compact
              aria-label={w.value(n)}
              value={value}
              options={(['true', 'false'] as const).map((name) => [name, w.onlineValues[name]] as const)}
              onChange={(next) => onChange({ ...one, value: next })}
            />
          ) : (
            <>
              <Select
                compact
                aria-label={w.comparator(n)}
                value={comparator}
                options={comparatorsOf(condition).map((name) => [name, sayComparator(condition, name)] as const)}
                onChange={(next) => onChange({ ...one, comparator: next })}
              />
              <span className="flex min-w-0 items-center gap-2">
                <input
                  aria-label={isTime ? `${w.value(n)}, ${w.seconds}` : w.value(n)}
                  aria-invalid={wrong ? true : undefined}
                  aria-describedby={wrong ? id : undefined}
                  value={value}
                  dir="ltr"
                  maxLength={isTime ? 9 : RULE_TEXT_MAX}
                  inputMode={isTime ? 'numeric' : 'text'}
                  placeholder={isTime ? '' : '/prices'}
                  autoComplete="off"
                  autoCapitalize="off"
                  spellCheck={false}
                  className={cx(INPUT, 'h-8 min-w-0 px-2 text-sm')}
                  onChange={(event) => onChange({ ...one, value: event.target.value })}
                />
                {isTime && (
                  <span aria-hidden="true" className="shrink-0 text-sm text-muted">
                    {w.seconds}
                  </span>
                )}
              </span>
            </>
          )}
        </div>
        <IconButton label={w.removeCondition(n)} onClick={onRemove}>
          <X className="size-4" />
        </IconButton>
      </div>
      {wrong && (
        <p id={id} role="alert" className="mt-1 text-sm text-bad">
          {wrong === 'number' ? w.numberWrong : w.textWrong}
        </p>
      )}
    </li>
  )
}
