import type { ConditionReport, RuleReport, RuleReports } from '@deskbell/protocol/widget/rule-report'
import { type Condition, REPORTS_MAX, REPORT_TEXT_MAX, type Rule } from '@deskbell/protocol/widget/rules'
import { type RulesNow, standingOf } from './rules-clock.ts'

/** The report that an agent receives (W19). Rules that do not fit into a frame are counted. */
export function toReports(rules: readonly Rule[], fired: ReadonlySet<string>, given: RulesNow): RuleReports {
  const encoder = new TextEncoder()
  let room = REPORTS_MAX
  const all = rules.map((rule) => toReport(rule, fired, given))
  const reports = all.filter((report) => (room -= encoder.encode(JSON.stringify(report)).length + 1) >= 0)
  return { rules: reports, left: all.length - reports.length }
}

function toReport(rule: Rule, fired: ReadonlySet<string>, given: RulesNow): RuleReport {
  const { state, obstacles, met } = standingOf(rule, fired, given)
  return {
    name: rule.name.slice(0, REPORT_TEXT_MAX.name),
    state,
    obstacles: [...obstacles],
    type: rule.type,
    conditions: rule.conditions.map((one, i) => toConditionReport(one, met[i] ?? false, given)),
    commands: rule.commands.map(({ command }) => command),
  }
}

function toConditionReport(one: Condition, met: boolean, { now, marks }: RulesNow): ConditionReport {
  switch (one.condition) {
    case '':
    case 'online':
      return { ...one, met }
    case 'page_url':
      return { ...one, value: one.value.slice(0, REPORT_TEXT_MAX.value), met }
    default: {
      const mark = marks[one.condition]
      return { ...one, met, now: mark === undefined ? null : Math.max(0, Math.floor((now - mark) / 1000)) }
    }
  }
}
