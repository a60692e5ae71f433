import { parseRules, type TimeCondition } from '@deskbell/protocol/widget/rules'
import type { RuleSource } from '@deskbell/protocol/widget/settings'

export type ConditionName = 'online' | 'page_url' | TimeCondition
export type CommandName = 'proactive' | 'open_offline' | 'show_callform' | 'system_message'

/**
 * A condition being edited, with the text in its field as the value. `id` keeps a row's identity while others are
 * removed.
 */
export type ConditionDraft = { id: number; condition: ConditionName; comparator: string; value: string }
export type CommandDraft = { id: number; command: CommandName; message: string; title: string; onceADay: boolean }
export type RuleDraft = {
  name: string
  enabled: boolean
  type: 'all' | 'any'
  conditions: ConditionDraft[]
  commands: CommandDraft[]
}

export const CONDITIONS: readonly ConditionName[] = [
  'time_on_page',
  'time_on_site',
  'page_url',
  'online',
  'time_after_close',
  'time_after_invitation',
  'time_after_first_message',
]
export const COMMANDS: readonly CommandName[] = ['proactive', 'system_message', 'open_offline', 'show_callform']
const TIMES = ['greater', 'greater_equal', 'less', 'less_equal', 'equal'] as const
const PAGES = ['contain', 'not_contain', 'equal'] as const

/** The comparisons that a condition offers. */
export const comparatorsOf = (condition: ConditionName): readonly string[] =>
  condition === 'online' ? ['equal'] : condition === 'page_url' ? PAGES : TIMES

/** A new condition with a comparison and a value that fit it. */
export const asCondition = (id: number, condition: ConditionName): ConditionDraft => ({
  id,
  condition,
  comparator: comparatorsOf(condition)[0] ?? 'equal',
  value: condition === 'online' ? 'true' : condition === 'page_url' ? '' : '30',
})
export const asCommand = (id: number, command: CommandName): CommandDraft => ({
  id,
  command,
  message: '',
  title: '',
  onceADay: false,
})

export const newRule = (): RuleDraft => ({
  name: '',
  enabled: true,
  type: 'all',
  conditions: [asCondition(1, 'time_on_page')],
  commands: [asCommand(1, 'proactive')],
})

/** Makes a draft of a stored rule. Unknown conditions and actions are left out: they never took effect. */
export function toDraft(source: RuleSource): RuleDraft {
  const parsed = parseRules([source])
  const [rule] = parsed.ok ? parsed.rules : []
  const { name, enabled, type } = source
  if (!rule) return { ...newRule(), name, enabled, type }
  return {
    name,
    enabled,
    type,
    conditions: rule.conditions.flatMap((one, index) =>
      one.condition === ''
        ? []
        : [{ id: index + 1, condition: one.condition, comparator: one.comparator, value: String(one.value) }],
    ),
    commands: rule.commands.map((one, index) => ({ ...asCommand(index + 1, one.command), ...one })),
  }
}

/** The draft in its stored form. */
export const toSource = ({ name, enabled, type, conditions, commands }: RuleDraft): RuleSource => ({
  name: name.trim(),
  enabled,
  type,
  conditions: conditions.map(({ condition, comparator, value }) => ({
    condition,
    comparator,
    value: condition === 'online' ? value === 'true' : condition === 'page_url' ? value.trim() : Number(value),
  })),
  commands: commands.map(({ command, message, title, onceADay }) => {
    switch (command) {
      case 'proactive':
      case 'system_message':
        return { command, params: { message: message.trim() } }
      case 'open_offline':
        return { command, params: { title: title.trim(), message: message.trim() } }
      case 'show_callform':
        return { command, params: { title: title.trim(), once_aday: onceADay } }
    }
  }),
})

/** The error in the value of a condition. */
export function wrongValue({ condition, value }: ConditionDraft): 'number' | 'text' | null {
  if (condition === 'online') return null
  if (condition === 'page_url') return value.trim() === '' ? 'text' : null
  const seconds = Number(value)
  return value.trim() === '' || !Number.isFinite(seconds) || seconds < 0 ? 'number' : null
}

export const lacksText = ({ command, message }: CommandDraft): boolean =>
  (command === 'proactive' || command === 'system_message') && message.trim() === ''

/** Whether every field is filled in. The protocol's own check is applied separately. */
export const isWhole = ({ conditions, commands }: RuleDraft): boolean =>
  commands.length > 0 && conditions.every((one) => wrongValue(one) === null) && !commands.some(lacksText)
