/**
 * Trigger rules (W3): commands that a page runs when conditions are met. Functions without a schema library, because
 * the page runs them: the widget imports this file, and so does the server.
 */
import type { FieldReason } from '../agent/field-reason.ts'

export const RULES_MAX = 100
export const RULE_PARTS_MAX = 20
export const RULE_TEXT_MAX = 1000
/** Maximum characters of a rule's name and of a text in a condition, in a page's report. */
export const REPORT_TEXT_MAX = { name: 100, value: 200 }
/** Maximum bytes of a page's report: a frame has at most 64 KiB. */
export const REPORTS_MAX = 48 * 1024

export const TIMES = [
  'time_on_page',
  'time_on_site',
  'time_after_close',
  'time_after_invitation',
  'time_after_first_message',
] as const
export type TimeCondition = (typeof TIMES)[number]
export const TIME_COMPARATORS = ['greater', 'greater_equal', 'less', 'less_equal', 'equal'] as const
export type TimeComparator = (typeof TIME_COMPARATORS)[number]
export const PAGE_COMPARATORS = ['contain', 'not_contain', 'equal'] as const
export type PageComparator = (typeof PAGE_COMPARATORS)[number]

/** `value` of a time is in seconds. An unknown condition is never met. */
export type Condition =
  | { readonly condition: 'online'; readonly comparator: 'equal'; readonly value: boolean }
  | { readonly condition: 'page_url'; readonly comparator: PageComparator; readonly value: string }
  | { readonly condition: TimeCondition; readonly comparator: TimeComparator; readonly value: number }
  | { readonly condition: '' }

export type Action =
  | { readonly command: 'proactive'; readonly message: string }
  | { readonly command: 'open_offline'; readonly title: string; readonly message: string }
  | { readonly command: 'show_callform'; readonly title: string; readonly onceADay: boolean }
  | { readonly command: 'system_message'; readonly message: string }

export interface Rule {
  readonly name: string
  readonly enabled: boolean
  readonly type: 'all' | 'any'
  readonly conditions: readonly Condition[]
  readonly commands: readonly Action[]
}

/**
 * All or nothing. `ignored` names conditions and commands that are not known, each once. `reason` is a sentence for
 * developers of pages; `at` is a JSON pointer into the rules, and `why` the same for programs.
 */
export type ParsedRules =
  | { readonly ok: true; readonly rules: readonly Rule[]; readonly ignored: readonly string[] }
  | { readonly ok: false; readonly reason: string; readonly at: string; readonly why: FieldReason }

class Unfit extends Error {
  readonly at: string
  readonly why: FieldReason
  constructor(at: string, must: string, why: FieldReason) {
    super(`${at} ${must}.`)
    this.at = at
    this.why = why
  }
}

const mustBeObject = (at: string) => new Unfit(at, 'must be an object', { reason: 'wrong_type', type: 'object' })
const mustBeOneOf = (at: string, allowed: readonly string[]) =>
  new Unfit(at, `must be one of ${allowed.join(', ')}`, {
    reason: 'not_allowed',
    allowed: allowed.map((one) => `"${one}"`),
  })

/** Rules from `setRules` or from the agent application: an array, or an object with one as `rules`. */
export function parseRules(value: unknown): ParsedRules {
  const ignored: string[] = []
  try {
    const list = Array.isArray(value) ? value : fieldOf(value, 'rules')
    if (!Array.isArray(list)) throw new Unfit('rules', 'must be an array', { reason: 'wrong_type', type: 'array' })
    if (list.length > RULES_MAX)
      throw new Unfit('rules', `may have at most ${RULES_MAX} items`, { reason: 'too_many', most: RULES_MAX })
    return {
      ok: true,
      rules: list.map((one, i) => toRule(one, `rules[${i}]`, ignored)),
      ignored: [...new Set(ignored)],
    }
  } catch (error) {
    if (!(error instanceof Unfit)) throw error
    // rules[0].conditions[1] is /0/conditions/1
    const at = error.at.slice('rules'.length).replaceAll(/[[.](\w+)\]?/g, '/$1')
    return { ok: false, reason: error.message, at, why: error.why }
  }
}

function toRule(value: unknown, at: string, ignored: string[]): Rule {
  if (!isObject(value)) throw mustBeObject(at)
  const type = fieldOf(value, 'type') ?? 'all'
  if (type !== 'all' && type !== 'any')
    throw new Unfit(`${at}.type`, 'must be "all" or "any"', { reason: 'not_allowed', allowed: ['"all"', '"any"'] })
  const enabled = fieldOf(value, 'enabled') ?? true
  return {
    name: textOf(fieldOf(value, 'name') ?? '', `${at}.name`),
    enabled: enabled === true || enabled === 'true' || enabled === 1,
    type,
    conditions: listOf(value, 'conditions', at).map((one, i) => toCondition(one, `${at}.conditions[${i}]`, ignored)),
    commands: listOf(value, 'commands', at).flatMap((one, i) => toAction(one, `${at}.commands[${i}]`, ignored)),
  }
}

function toCondition(given: unknown, at: string, ignored: string[]): Condition {
  if (!isObject(given)) throw mustBeObject(at)
  const condition = textOf(fieldOf(given, 'condition'), `${at}.condition`)
  const comparator = textOf(fieldOf(given, 'comparator') ?? 'equal', `${at}.comparator`)
  const value = fieldOf(given, 'value')
  if (condition === 'online') {
    const text = String(value)
    if (!['true', 'false', '1', '0'].includes(text))
      throw new Unfit(`${at}.value`, 'must be true or false', { reason: 'wrong_type', type: 'boolean' })
    return { condition, comparator: 'equal', value: text === 'true' || text === '1' }
  }
  if (condition === 'page_url') {
    if (!isOneOf(PAGE_COMPARATORS, comparator)) throw mustBeOneOf(`${at}.comparator`, PAGE_COMPARATORS)
    return { condition, comparator, value: textOf(value, `${at}.value`) }
  }
  if (isOneOf(TIMES, condition)) {
    if (!isOneOf(TIME_COMPARATORS, comparator)) throw mustBeOneOf(`${at}.comparator`, TIME_COMPARATORS)
    const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    if (typeof seconds !== 'number' || !Number.isFinite(seconds))
      throw new Unfit(`${at}.value`, 'must be a number of seconds', { reason: 'wrong_type', type: 'number' })
    return { condition, comparator, value: seconds }
  }
  ignored.push(condition)
  return { condition: '' }
}

function toAction(given: unknown, at: string, ignored: string[]): Action[] {
  if (!isObject(given)) throw mustBeObject(at)
  const command = textOf(fieldOf(given, 'command'), `${at}.command`)
  const params = fieldOf(given, 'params') ?? {}
  const text = (name: string) => textOf(fieldOf(params, name) ?? '', `${at}.params.${name}`)
  switch (command) {
    case 'proactive':
    case 'system_message':
      return [{ command, message: needed(text('message'), `${at}.params.message`) }]
    case 'open_offline':
      return [{ command, title: text('title'), message: text('message') }]
    case 'show_callform': {
      const once = fieldOf(params, 'once_aday')
      return [{ command, title: text('title'), onceADay: once === true || once === 'true' || once === 1 }]
    }
    default:
      ignored.push(command)
      return []
  }
}

function listOf(value: unknown, name: string, at: string): readonly unknown[] {
  const list = fieldOf(value, name) ?? []
  const place = `${at}.${name}`
  if (!Array.isArray(list)) throw new Unfit(place, 'must be an array', { reason: 'wrong_type', type: 'array' })
  if (list.length > RULE_PARTS_MAX)
    throw new Unfit(place, `may have at most ${RULE_PARTS_MAX} items`, { reason: 'too_many', most: RULE_PARTS_MAX })
  return list
}

function needed(text: string, at: string): string {
  if (text.trim() === '') throw new Unfit(at, 'must be a text', { reason: 'empty' })
  return text
}

function textOf(value: unknown, at: string): string {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string') throw new Unfit(at, 'must be a text', { reason: 'wrong_type', type: 'string' })
  if (value.length > RULE_TEXT_MAX)
    throw new Unfit(at, `may have at most ${RULE_TEXT_MAX} characters`, { reason: 'too_long', most: RULE_TEXT_MAX })
  return value
}

const isOneOf = <T extends string>(list: readonly T[], text: string): text is T =>
  (list as readonly string[]).includes(text)

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Own properties only: a page may add properties to a prototype (T32). */
function fieldOf(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined
}

type Times = Readonly<Record<TimeCondition, number | undefined>>

/**
 * The values that conditions test. Times are in seconds; undefined: the event that they count from has not happened.
 */
export interface RuleFacts {
  readonly online: boolean
  readonly url: string
  readonly times: Times
  /** The times at the previous check; negative if the event that they count from happened since. */
  readonly before: Times
}

/** Whether one condition is met. */
export function isMet(one: Condition, { online, url, times, before }: RuleFacts): boolean {
  switch (one.condition) {
    case '':
      return false
    case 'online':
      return online === one.value
    case 'page_url':
      if (one.comparator === 'equal') return url === one.value
      return url.includes(one.value) === (one.comparator === 'contain')
    default: {
      const time = times[one.condition]
      if (time === undefined) return false
      switch (one.comparator) {
        case 'greater':
          return time > one.value
        case 'greater_equal':
          return time >= one.value
        case 'less':
          return time < one.value
        case 'less_equal':
          return time <= one.value
        case 'equal':
          return isThrough(before[one.condition] ?? time, time, one.value)
      }
    }
  }
}

/**
 * Whether a time is in the second of `value`, or passed it since the previous check: checks are a second apart at best,
 * and a minute in a hidden page.
 */
function isThrough(before: number, now: number, value: number): boolean {
  const second = Math.floor(value)
  const isPassed = Math.max(-1, Math.floor(before)) < second && second <= Math.floor(now)
  return isPassed || second === Math.floor(now)
}
