import { Type, type Static } from 'typebox'
import { Nullable, Strict } from '../shapes.ts'
import { PAGE_COMPARATORS, REPORT_TEXT_MAX, RULES_MAX, RULE_PARTS_MAX, TIME_COMPARATORS, TIMES } from './rules.ts'

const met = Type.Boolean({ description: 'the condition is met now' })
export const ConditionReport = Type.Union([
  Strict({ condition: Type.Literal('online'), comparator: Type.Literal('equal'), value: Type.Boolean(), met }),
  Strict({
    condition: Type.Literal('page_url'),
    comparator: Type.Enum([...PAGE_COMPARATORS]),
    value: Type.String({ maxLength: REPORT_TEXT_MAX.value }),
    met,
  }),
  Strict({
    condition: Type.Enum([...TIMES]),
    comparator: Type.Enum([...TIME_COMPARATORS]),
    value: Type.Number({ description: 'seconds' }),
    met,
    now: Nullable(Type.Integer({ minimum: 0, description: 'seconds so far; null: the time has not begun' })),
  }),
  Strict({ condition: Type.Literal(''), met }, { description: 'an unknown condition: it is never met' }),
])
export type ConditionReport = Static<typeof ConditionReport>

/** The state of one trigger rule on a page, as the page reports it (W19). */
export const RuleReport = Strict({
  name: Type.String({ maxLength: REPORT_TEXT_MAX.name }),
  state: Type.Enum(['fired', 'due', 'waits', 'over', 'off'], {
    description: 'over: it can no longer fire in this visit; due: it fires within a second',
  }),
  obstacles: Type.Array(Type.Enum(['off', 'fired', 'busy', 'quiet', 'invited', 'today', 'nothing']), {
    maxItems: 7,
    description:
      'reasons besides its conditions why it does not fire. busy: the window is open or there is an open chat; quiet: the window was closed less than a minute ago; invited: there was an invitation in this visit; today: its form was shown today; nothing: it has no known command',
  }),
  type: Type.Enum(['all', 'any'], { description: 'how many of its conditions must be met' }),
  conditions: Type.Array(ConditionReport, { maxItems: RULE_PARTS_MAX }),
  commands: Type.Array(Type.Enum(['proactive', 'open_offline', 'show_callform', 'system_message']), {
    maxItems: RULE_PARTS_MAX,
  }),
})
export type RuleReport = Static<typeof RuleReport>
export type Obstacle = RuleReport['obstacles'][number]

export const RuleReports = Strict({
  rules: Type.Array(RuleReport, { maxItems: RULES_MAX }),
  left: Type.Integer({
    minimum: 0,
    maximum: RULES_MAX,
    description: 'number of rules that did not fit into the report',
  }),
})
export type RuleReports = Static<typeof RuleReports>
