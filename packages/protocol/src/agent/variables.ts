/**
 * Variables of canned answers, written `{visitor.name}`, or `{visitor.name|there}` with the words that stand instead of
 * a missing value. Other braces are text.
 */
export const VARIABLES = [
  'visitor.name',
  'visitor.email',
  'visitor.phone',
  'visitor.number',
  'agent.name',
  'company',
  'channel',
  'department',
] as const
export type Variable = (typeof VARIABLES)[number]
export type VariableValues = Readonly<Partial<Record<Variable, string>>>

const PATTERN = /\{([a-z]+(?:\.[a-z]+)*)(?:\|([^{}]*))?\}/gi
const isVariable = (name: string): name is Variable => (VARIABLES as readonly string[]).includes(name)

/** The first name in braces that is no variable. */
export function findUnknownVariable(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(PATTERN)) if (!isVariable(name)) return name
  return undefined
}

/** The variables of a text that have neither a value nor words instead. */
export function findMissing(text: string, values: VariableValues): Variable[] {
  const missing = new Set<Variable>()
  for (const [, name = '', instead] of text.matchAll(PATTERN))
    if (isVariable(name) && instead === undefined && !values[name]) missing.add(name)
  return [...missing]
}

/** The text with values for its variables. A value is text: braces in it mean nothing. */
export const fillVariables = (text: string, values: VariableValues): string =>
  text.replace(PATTERN, (whole, name: string, instead: string | undefined) => {
    if (!isVariable(name)) return whole // guard T8
    return values[name] || (instead ?? '')
  })
