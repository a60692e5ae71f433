import type { Obstacle, RuleReport } from '@deskbell/protocol/widget/rule-report'
import { type Action, type Condition, isMet, type Rule, type RuleFacts, TIMES } from '@deskbell/protocol/widget/rules'
import type { Marks } from '../core/desk.ts'

/** A minute after the visitor closed the window, nothing opens by itself. Ms. */
export const QUIET = 60_000

export interface RulesNow {
  now: number
  /** When rules were looked at before: what has come since comes due now. */
  lookedAt: number
  online: boolean
  url: string
  marks: Marks
  /** The window is open or a chat is going on: the visitor is not invited to what he is in. */
  busy: boolean
  /** An invitation was shown in this visit: there is no second one. */
  invited: boolean
  /** A form that comes once a day has come today. */
  calledToday: boolean
}

/** How a rule stands, and what it would do now. */
export interface Standing {
  readonly state: RuleReport['state']
  /** What stands in its way besides its conditions. */
  readonly obstacles: readonly Obstacle[]
  /** Whether each of its conditions is met, in their order. */
  readonly met: readonly boolean[]
  readonly actions: readonly Action[]
}

/** Rules are the same when they say the same. */
const keyOf = (rule: Rule): string => JSON.stringify(rule)

/** The one judgement over a rule: what is due is what nothing stands in the way of. */
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
 * What rules want done now. Each fires once for a page: `fired` remembers what it says, so that the same rules set again
 * are the same rules. What opens something waits while the visitor is busy, and is not lost.
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
  // What a rule brought about itself does not stand in its way.
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

/** What is left to do when what comes once has come. */
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

/** Whether a condition that is not met has had its time: the time on the site begins anew with the next visit only. */
function neverAgain(one: Condition, { times }: RuleFacts): boolean {
  if (one.condition === '') return true
  const { time_on_site: time } = times
  return one.condition === 'time_on_site' && time !== undefined && time > one.value
}
