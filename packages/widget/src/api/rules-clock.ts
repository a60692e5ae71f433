import type { Obstacle, RuleReport } from '@deskbell/protocol/widget/rule-report'
import { type Action, type Condition, isMet, type Rule, type RuleFacts, TIMES } from '@deskbell/protocol/widget/rules'
import type { Marks } from '../core/core.ts'

/** For this long after the visitor closed the window, no rule opens anything (ms). */
export const QUIET = 60_000

export interface RulesNow {
  now: number
  /** Time of the previous check: conditions reached since then are due now. */
  lookedAt: number
  online: boolean
  url: string
  marks: Marks
  /** The window is open or a chat is open, so rules do not invite the visitor. */
  busy: boolean
  /** The visit had its one invitation. */
  invited: boolean
  /** The daily form was already shown today. */
  calledToday: boolean
}

/** The state of a rule, and the actions that it would perform now. */
export interface Standing {
  readonly state: RuleReport['state']
  /** Obstacles besides its conditions. */
  readonly obstacles: readonly Obstacle[]
  /** Whether each condition is met, in the order of the conditions. */
  readonly met: readonly boolean[]
  readonly actions: readonly Action[]
}

/** Rules with equal content are the same rule. */
const keyOf = (rule: Rule): string => JSON.stringify(rule)

/** Evaluates one rule. A rule is due when it has no obstacle and its conditions are met. */
export function standingOf(rule: Rule, fired: ReadonlySet<string>, given: RulesNow): Standing {
  const { type, conditions, commands } = rule
  const facts = factsOf(given)
  const met = conditions.map((one) => isMet(one, facts))
  const isPast = conditions.map((one, i) => !met[i] && neverAgain(one, facts))
  const all = type === 'all'
  const holds = all || met.length === 0 ? met.every(Boolean) : met.some(Boolean)
  const isHopeless = all ? isPast.some(Boolean) : isPast.length > 0 && isPast.every(Boolean)
  const actions = doable(commands, given)
  const obstacles = obstaclesTo(rule, actions, fired, given)
  return { state: stateOf(obstacles, holds, isHopeless), obstacles, met, actions }
}

function stateOf(obstacles: readonly Obstacle[], holds: boolean, isHopeless: boolean): Standing['state'] {
  if (obstacles.includes('off')) return 'off'
  if (obstacles.includes('fired')) return 'fired'
  if (isHopeless || obstacles.includes('invited') || obstacles.includes('nothing')) return 'over'
  return holds && obstacles.length === 0 ? 'due' : 'waits'
}

/**
 * The actions that are due. A rule fires once per page: `fired` holds the content of rules that did, so setting the
 * same rules again does not repeat them. Actions that open something wait while the visitor is busy.
 */
export function dueRules(
  rules: readonly Rule[],
  fired: Set<string>,
  given: RulesNow,
): { rule: Rule; action: Action }[] {
  let { invited, calledToday } = given
  return rules.flatMap((rule) => {
    const { state, actions } = standingOf(rule, fired, { ...given, invited, calledToday })
    if (state !== 'due') return []
    fired.add(keyOf(rule))
    invited ||= actions.some(isInvitation)
    calledToday ||= actions.some(isDaily)
    return actions.map((action) => ({ rule, action }))
  })
}

function obstaclesTo(
  rule: Rule,
  actions: readonly Action[],
  fired: ReadonlySet<string>,
  { now, marks, busy }: RulesNow,
): Obstacle[] {
  const { enabled, commands } = rule
  const opens = commands.some(({ command }) => command !== 'system_message')
  const closedAt = marks.time_after_close
  const isFired = fired.has(keyOf(rule))
  // An obstacle that the rule caused by firing is not reported.
  const isSpent = actions.length === 0 && !isFired
  const obstacles: [Obstacle, boolean][] = [
    ['off', !enabled],
    ['fired', isFired],
    ['busy', opens && busy],
    ['quiet', opens && closedAt !== undefined && now - closedAt < QUIET],
    ['invited', isSpent && commands.some(isInvitation) && !commands.some(isDaily)],
    ['today', isSpent && commands.some(isDaily)],
    ['nothing', commands.length === 0],
  ]
  return obstacles.flatMap(([obstacle, isThere]) => (isThere ? [obstacle] : []))
}

const isInvitation = (one: Action): boolean => one.command === 'proactive'
const isDaily = (one: Action): boolean => one.command === 'show_callform' && one.onceADay

/** The actions that remain when one-time actions have already happened. */
function doable(commands: readonly Action[], { invited, calledToday }: RulesNow): Action[] {
  return commands.filter((one) => {
    if (isInvitation(one)) return !invited && (invited = true)
    if (isDaily(one)) return !calledToday && (calledToday = true)
    return true
  })
}

function factsOf({ now, lookedAt, online, url, marks }: RulesNow): RuleFacts {
  const timesAt = (moment: number) => {
    const seconds = TIMES.map((name) => {
      const mark = marks[name]
      return [name, mark === undefined ? undefined : (moment - mark) / 1000]
    })
    return Object.fromEntries(seconds) as RuleFacts['times']
  }
  return { online, url, times: timesAt(now), before: timesAt(lookedAt) }
}

/** Whether an unmet condition can no longer be met: the time on the site starts again only with the next visit. */
function neverAgain(one: Condition, { times }: RuleFacts): boolean {
  if (one.condition === '') return true
  const { time_on_site: time } = times
  return one.condition === 'time_on_site' && time !== undefined && time > one.value
}
