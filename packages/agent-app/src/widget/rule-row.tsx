import { parseRules } from '@deskbell/protocol/widget/rules'
import type { RuleSource } from '@deskbell/protocol/widget/settings'
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Switch } from '../ui/switch.tsx'
import { words } from '../words/index.ts'
import { sayWhy } from '../words/say-why.ts'
import { inWords } from './in-words.ts'

const w = words.widget.rules

export const nameOf = ({ name }: { name: string }): string => name.trim() || w.unnamed

type Props = {
  rule: RuleSource
  index: number
  of: number
  mayChange: boolean
  onSwitch: (on: boolean) => void
  onMove: (to: number) => void
  onEdit: () => void
  onRemove: () => void
}

/** One rule: its name, its description, and its actions. */
export function RuleRow({ rule, index, of, mayChange, onSwitch, onMove, onEdit, onRemove }: Props) {
  const name = nameOf(rule)
  const parsed = parseRules([rule])
  const meant = parsed.ok ? parsed.rules[0] : undefined
  return (
    <li
      data-rule={index}
      className={cx('rounded-xl border border-line px-3 py-2.5', rule.enabled ? 'bg-panel' : 'bg-well')}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Switch checked={rule.enabled} disabled={!mayChange} label={w.on(name)} onChange={onSwitch} />
        <h3 className="min-w-0 flex-1 font-medium">
          <bdi className="block truncate">{name}</bdi>
        </h3>
        {mayChange && (
          <span className="flex">
            <IconButton label={w.up(name)} data-move="up" disabled={index === 0} onClick={() => onMove(index - 1)}>
              <ArrowUp className="size-4" />
            </IconButton>
            <IconButton
              label={w.down(name)}
              data-move="down"
              disabled={index === of - 1}
              onClick={() => onMove(index + 1)}
            >
              <ArrowDown className="size-4" />
            </IconButton>
            <IconButton label={w.edit(name)} onClick={onEdit}>
              <Pencil className="size-4" />
            </IconButton>
            <IconButton label={w.remove(name)} onClick={onRemove}>
              <Trash2 className="size-4" />
            </IconButton>
          </span>
        )}
      </div>
      <p className="mt-1 text-sm text-soft breakable">
        <bdi dir={words.dir}>{meant ? inWords(meant) : parsed.ok ? '' : sayWhy(parsed.why)}</bdi>
      </p>
    </li>
  )
}
