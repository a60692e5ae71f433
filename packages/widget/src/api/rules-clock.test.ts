import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { RuleReports } from '@deskbell/protocol/widget/rule-report'
import { parseRules, REPORTS_MAX, type Rule, TIME_COMPARATORS, TIMES } from '@deskbell/protocol/widget/rules'
import fc from 'fast-check'
import { Compile } from 'typebox/compile'
import { dueRules, QUIET, type RulesNow } from './rules-clock.ts'
import { toReports } from './rules-report.ts'

function rulesOf(...conditions: object[]): readonly Rule[] {
  const commands = [{ command: 'proactive', params: { message: 'Hello' } }]
  const parsed = parseRules([{ name: 'r', conditions, commands }])
  assert.ok(parsed.ok)
  return parsed.rules
}
const after = (seconds: number) => ({ condition: 'time_on_page', comparator: 'greater_equal', value: seconds })
const NOW = {
  online: true,
  url: 'https://shop.test/',
  marks: { time_on_page: 0 },
  busy: false,
  invited: false,
  calledToday: false,
}
const at = (now: number, more: Partial<RulesNow> = {}): RulesNow => ({
  ...NOW,
  now,
  lookedAt: now - 1000,
  ...more,
})

test('W3 a rule fires when its time is reached, once per page', () => {
  const fired = new Set<string>()
  const rules = rulesOf(after(5))
  assert.equal(dueRules(rules, fired, at(4900)).length, 0)
  assert.equal(dueRules(rules, fired, at(5000)).length, 1)
  assert.equal(dueRules(rules, fired, at(6000)).length, 0)
  fired.clear()
  assert.equal(dueRules(rules, fired, at(7000)).length, 1)
})

test('W3 a rule that is set again does not fire again', () => {
  const fired = new Set<string>()
  assert.equal(dueRules(rulesOf(after(1)), fired, at(2000)).length, 1)
  assert.equal(dueRules(rulesOf(after(1)), fired, at(3000)).length, 0)
})

test('W3 an invitation waits while the visitor is busy', () => {
  const fired = new Set<string>()
  const rules = rulesOf(after(1))
  assert.equal(dueRules(rules, fired, at(2000, { busy: true })).length, 0)
  const marks = { time_on_page: 0, time_after_close: 3000 }
  assert.equal(dueRules(rules, fired, at(3000 + QUIET - 1, { marks })).length, 0)
  assert.equal(dueRules(rules, fired, at(3000 + QUIET, { marks })).length, 1)
})

test('W3 a visit has one invitation', () => {
  const two = [...rulesOf(after(1)), ...rulesOf(after(2))]
  assert.equal(dueRules(two, new Set(), at(9000)).length, 1)
  assert.equal(dueRules(two, new Set(), at(9000, { invited: true })).length, 0)
})

test('W3 a time that has not begun is never reached', () => {
  const rules = rulesOf({ condition: 'time_after_first_message', comparator: 'greater', value: -1 })
  assert.equal(dueRules(rules, new Set(), at(1e9)).length, 0)
})

const exactly = (value: number, condition = 'time_on_page') => ({ condition, comparator: 'equal', value })

test('W3 a rule for an exact second fires once, however unevenly the timer runs', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 20_000 }),
      fc.array(fc.integer({ min: 1, max: 5000 }), { maxLength: 20 }),
      (due, gaps) => {
        const rules = rulesOf(exactly(due / 1000))
        const fired = new Set<string>()
        // The page begins at 0, before the first check.
        let lookedAt = -1
        let now = 0
        const moments = gaps.flatMap((gap) => {
          now += gap
          const isDue = dueRules(rules, fired, at(now, { lookedAt })).length > 0
          lookedAt = now
          return isDue ? [now] : []
        })
        const looks = gaps.map((_, i) => gaps.slice(0, i + 1).reduce((sum, gap) => sum + gap, 0))
        const second = Math.floor(due / 1000) * 1000
        const first = second < 0 ? undefined : looks.find((look) => look >= second)
        assert.deepEqual(moments, first === undefined ? [] : [first])
      },
    ),
  )
})

test('W3 an exact second that passed on another page, or before its start, does not fire', () => {
  const isDue = (given: RulesNow, condition: string) =>
    dueRules(rulesOf(exactly(5, condition)), new Set(), given).length
  // The page began after a minute on the site.
  assert.equal(isDue(at(61_000, { lookedAt: 59_999, marks: { time_on_site: 0 } }), 'time_on_site'), 0)
  // The visitor closed the window long after the last check, in a page that was suspended.
  const given = at(90_000, { lookedAt: 1000, marks: { time_after_close: 87_000 } })
  assert.equal(isDue(given, 'time_after_close'), 0)
})

test('W3 a daily form does not open again that day, while the rule’s other actions happen', () => {
  const commands = [
    { command: 'show_callform', params: { once_aday: true } },
    { command: 'system_message', params: { message: 'We call you' } },
  ]
  const parsed = parseRules([{ name: 'r', conditions: [], commands }])
  assert.ok(parsed.ok)
  const actions = (given: RulesNow) => dueRules(parsed.rules, new Set(), given).map(({ action }) => action.command)
  assert.deepEqual(actions(at(0)), ['show_callform', 'system_message'])
  assert.deepEqual(actions(at(0, { calledToday: true })), ['system_message'])
})

/** The report of one rule. */
function reportOf(rules: readonly Rule[], given: RulesNow, fired: ReadonlySet<string> = new Set()) {
  const [report] = toReports(rules, fired, given).rules
  assert.ok(report)
  return report
}

test('W19 a report names the conditions of a rule and their current values', () => {
  const page = { condition: 'page_url', comparator: 'contain', value: '/prices' }
  const waits = reportOf(rulesOf(after(30), page, { condition: 'online', value: false }), at(12_400))
  assert.equal(waits.state, 'waits')
  assert.deepEqual(waits.obstacles, [])
  assert.deepEqual(waits.conditions, [
    { condition: 'time_on_page', comparator: 'greater_equal', value: 30, met: false, now: 12 },
    { ...page, met: false },
    { condition: 'online', comparator: 'equal', value: false, met: false },
  ])
  assert.deepEqual(waits.commands, ['proactive'])
  const never = reportOf(rulesOf({ condition: 'time_after_close', comparator: 'less', value: 5 }), at(0))
  assert.deepEqual(never.conditions[0], {
    condition: 'time_after_close',
    comparator: 'less',
    value: 5,
    met: false,
    now: null,
  })
})

test('W19 a report names the obstacles of a rule besides its conditions', () => {
  const rules = rulesOf(after(1))
  const says = (given: RulesNow, fired?: Set<string>) => {
    const { state, obstacles } = reportOf(rules, given, fired)
    return [state, ...obstacles]
  }
  assert.deepEqual(says(at(2000)), ['due'])
  assert.deepEqual(says(at(2000, { busy: true })), ['waits', 'busy'])
  assert.deepEqual(says(at(2000, { marks: { time_on_page: 0, time_after_close: 1000 } })), ['waits', 'quiet'])
  assert.deepEqual(says(at(2000, { invited: true })), ['over', 'invited'])
  const fired = new Set<string>()
  dueRules(rules, fired, at(2000))
  assert.deepEqual(says(at(3000, { invited: true }), fired), ['fired', 'fired'])
  const [rule] = rules
  assert.ok(rule)
  const state = (more: Partial<Rule>, given = at(2000)) => reportOf([{ ...rule, ...more }], given).state
  assert.equal(state({ enabled: false }), 'off')
  assert.equal(state({ commands: [] }), 'over')
  const daily = { command: 'show_callform', title: '', onceADay: true } as const
  assert.equal(state({ commands: [daily] }, at(2000, { calledToday: true })), 'waits')
})

test('W19 a rule whose time on the site has passed is over, and a rule that a new page resets waits', () => {
  const early = (condition: string) => ({ condition, comparator: 'less', value: 10 })
  const marks = { time_on_page: 0, time_on_site: 0 }
  const [late, soon] = [at(11_000, { marks }), at(9000, { marks, busy: true })]
  assert.equal(reportOf(rulesOf(early('time_on_site')), late).state, 'over')
  assert.equal(reportOf(rulesOf(early('time_on_site')), soon).state, 'waits')
  assert.equal(reportOf(rulesOf(early('time_on_page')), late).state, 'waits')
  const [rule] = rulesOf(early('time_on_site'), early('time_on_page'))
  assert.ok(rule)
  assert.equal(reportOf([rule], late).state, 'over')
  assert.equal(reportOf([{ ...rule, type: 'any' }], late).state, 'waits')
  assert.equal(reportOf(rulesOf({ condition: 'moon_phase' }), soon).state, 'over')
})

const anyCondition = fc.oneof(
  fc.record({ condition: fc.constant('online'), value: fc.boolean() }),
  fc.record({
    condition: fc.constant('page_url'),
    comparator: fc.constantFrom('contain', 'not_contain', 'equal'),
    value: fc.constantFrom('', '/prices', 'https://shop.test/', 'x'),
  }),
  fc.record({
    condition: fc.constantFrom(...TIMES),
    comparator: fc.constantFrom(...TIME_COMPARATORS),
    value: fc.integer({ min: -1, max: 90 }),
  }),
  fc.constant({ condition: 'moon_phase' }),
)
const anyRule = fc.record({
  name: fc.string({ unit: 'binary', maxLength: 200 }),
  enabled: fc.boolean(),
  type: fc.constantFrom('all', 'any'),
  conditions: fc.array(anyCondition, { maxLength: 4 }),
  commands: fc.array(
    fc.record({
      command: fc.constantFrom('proactive', 'open_offline', 'show_callform', 'system_message', 'dance'),
      params: fc.record({ message: fc.constant('Hello'), once_aday: fc.boolean() }),
    }),
    { maxLength: 3 },
  ),
})
const seconds = fc.option(fc.integer({ min: 0, max: 90_000 }), { nil: undefined })
const anyMoment: fc.Arbitrary<RulesNow> = fc.record({
  now: fc.constant(90_000),
  lookedAt: fc.integer({ min: 0, max: 90_000 }),
  online: fc.boolean(),
  url: fc.constantFrom('https://shop.test/', 'https://shop.test/prices'),
  marks: fc.record(Object.fromEntries(TIMES.map((name) => [name, seconds]))) as fc.Arbitrary<RulesNow['marks']>,
  busy: fc.boolean(),
  invited: fc.boolean(),
  calledToday: fc.boolean(),
})

test('W19 a rule is due exactly when its report names no obstacle', () => {
  const reports = Compile(RuleReports)
  fc.assert(
    fc.property(anyRule, anyMoment, (source, given) => {
      const parsed = parseRules([source])
      assert.ok(parsed.ok)
      const report = reportOf(parsed.rules, given)
      const met = report.conditions.map((one) => one.met)
      const holds = report.type === 'all' || met.length === 0 ? met.every(Boolean) : met.includes(true)
      const isFree = holds && report.obstacles.length === 0
      const fired = new Set<string>()
      assert.equal(dueRules(parsed.rules, fired, given).length > 0, isFree)
      assert.equal(report.state === 'due', isFree)
      // A rule that has fired does not fire again, and its report says so.
      assert.equal(dueRules(parsed.rules, fired, given).length, 0)
      assert.equal(reportOf(parsed.rules, given, fired).obstacles.includes('fired'), isFree)
      assert.deepEqual(reports.Errors(toReports(parsed.rules, fired, given)), [])
    }),
  )
})

test('W19 the reports of any number of rules fit into a frame', () => {
  const value = '€'.repeat(1000)
  const conditions = Array.from({ length: 20 }, () => ({ condition: 'page_url', comparator: 'contain', value }))
  const parsed = parseRules(Array.from({ length: 100 }, () => ({ name: value, conditions, commands: [] })))
  assert.ok(parsed.ok)
  const reports = toReports(parsed.rules, new Set(), at(0))
  assert.ok(reports.rules.length > 0)
  assert.equal(reports.rules.length + reports.left, 100)
  assert.ok(new TextEncoder().encode(JSON.stringify(reports.rules)).length <= REPORTS_MAX + 1)
  assert.deepEqual(Compile(RuleReports).Errors(reports), [])
})

test('W3 the example in the documentation is a valid rule, and a rule with only a name has no effect', () => {
  const docs = readFileSync(new URL('../../../../docs/widget.md', import.meta.url), 'utf8')
  const example = parseRules(JSON.parse(/```json\n([^`]+)```/.exec(docs)?.[1] ?? ''))
  assert.deepEqual(example.ok && example.ignored, [])
  assert.deepEqual(example.ok && example.rules[0]?.commands.map(({ command }) => command), ['proactive'])
  const empty = parseRules([{ name: 'x' }])
  assert.ok(empty.ok)
  assert.deepEqual(empty.rules, [{ name: 'x', enabled: true, type: 'all', conditions: [], commands: [] }])
  assert.deepEqual(dueRules(empty.rules, new Set(), at(1000)), [])
})
