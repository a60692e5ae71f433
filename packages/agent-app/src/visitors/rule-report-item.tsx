import type { ConditionReport, Obstacle, RuleReport } from '@deskbell/protocol/widget/rule-report'
import { Check, X } from 'lucide-react'
import { cx } from '../ui/cx.ts'
import { conditionInWords } from '../widget/in-words.ts'
import { words } from '../words/index.ts'
import { nowInWords } from './now-in-words.ts'

const w = words.visitors.rules
const TONES: Record<RuleReport['state'], string> = {
  fired: 'bg-good-tint text-good',
  due: 'bg-good-tint text-good',
  waits: 'bg-tint text-accent',
  over: 'bg-warm-tint text-warm',
  off: 'bg-well text-soft',
}

/** The report of one rule: its state, its obstacles and its conditions. */
export function RuleReportItem({ rule }: { rule: RuleReport }) {
  const { name, state, type, conditions, commands } = rule
  return (
    <li className="rounded-xl border border-line px-3 py-2.5">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-medium breakable">
          <bdi>{name.trim() || words.widget.rules.unnamed}</bdi>
        </h3>
        <span className={cx('rounded-full px-2 py-0.5 text-xs font-medium', TONES[state])}>{w.states[state]}</span>
      </div>
      {commands.length > 0 && (
        <p className="text-xs text-muted">
          {commands.map((command) => words.widget.rules.commandNames[command]).join(' · ')}
        </p>
      )}
      {toldOf(rule).map((obstacle) => (
        <p key={obstacle} className="mt-1.5 text-sm">
          {w.obstacles[obstacle]}
        </p>
      ))}
      <p className="mt-2 text-xs text-muted">{conditions.length === 0 ? w.none : w.conditions[type]}</p>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {conditions.map((one, index) => (
          <ConditionItem key={index} one={one} />
        ))}
      </ul>
    </li>
  )
}

/** The obstacles to show. Of a rule that has fired only those that prevent a repetition. */
function toldOf({ state, obstacles }: RuleReport): readonly Obstacle[] {
  if (state === 'off') return []
  return state === 'fired' ? [obstacles.includes('invited') ? 'invited' : 'fired'] : obstacles
}

function ConditionItem({ one }: { one: ConditionReport }) {
  const Icon = one.met ? Check : X
  const now = nowInWords(one)
  return (
    <li className="flex items-start gap-1.5">
      <Icon aria-hidden="true" className={cx('mt-0.5 size-4 shrink-0', one.met ? 'text-good' : 'text-bad')} />
      <span className="min-w-0 breakable">
        <span className="sr-only">{one.met ? w.met : w.unmet} </span>
        {/* The application's own sentence, in which quoted text is isolated. */}
        {conditionInWords(one)}
        {now !== null && <span className="text-muted"> — {now}</span>}
      </span>
    </li>
  )
}
