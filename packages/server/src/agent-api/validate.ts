import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'

/**
 * Checks a part of a request by its schema. Bodies are taken as they are; queries and paths, which are always text,
 * become numbers where the schema wants numbers. A path that names no possible object is one that is not there (T17).
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // When first asked: most operations are not, on most days, and each checker costs memory.
  let compiled: ReturnType<typeof Compile> | undefined
  return (given: unknown) => {
    const checker = (compiled ??= Compile(schema))
    const value = httpPart === 'body' ? given : toTyped(given, schema)
    if (checker.Check(value)) return { value }
    if (httpPart === 'params') return { error: notFound('object') }
    return { error: toInvalid(checker.Errors(value)) }
  }
}

function toTyped(given: unknown, schema: TSchema): unknown {
  const properties = (schema as { properties?: Record<string, { type?: string; default?: unknown }> }).properties ?? {}
  const values = Object.entries((given ?? {}) as Record<string, unknown>).map(([name, value]) => {
    const wantsNumber = Object.hasOwn(properties, name) && properties[name]?.type === 'integer'
    return [name, wantsNumber && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value]
  })
  const typed = Object.fromEntries(values) as Record<string, unknown>
  for (const [name, { default: usual }] of Object.entries(properties))
    if (usual !== undefined && !Object.hasOwn(typed, name)) typed[name] = usual
  return typed
}

/** The first thing that is wrong, in words that say what would be right. */
export function toInvalid(errors: readonly TLocalizedValidationError[]): Invalid {
  // An unknown field comes first: it is often the misspelt name of one that is missing.
  for (const error of errors)
    if (error.keyword === 'additionalProperties')
      return new Invalid(join(error.instancePath, error.params.additionalProperties[0]), 'there is no such field')
  for (const error of errors)
    if (error.keyword === 'required')
      return new Invalid(join(error.instancePath, error.params.requiredProperties[0]), 'this field is required')
  const [first] = errors
  if (!first) return new Invalid('', 'this is not as it should be')
  const sentences = errors.filter(({ instancePath }) => instancePath === first.instancePath).flatMap(wanted)
  return new Invalid(first.instancePath, `this must be ${[...new Set(sentences)].join(' or ')}`)
}

function wanted(error: TLocalizedValidationError): string[] {
  switch (error.keyword) {
    case 'type':
      return [error.params.type].flat().map((type) => TYPES[type] ?? type)
    case 'const':
      return [JSON.stringify(error.params.allowedValue)]
    case 'enum':
      return error.params.allowedValues.map((value) => JSON.stringify(value))
    case 'minLength':
      return [error.params.limit === 1 ? 'not empty' : `at least ${error.params.limit} characters long`]
    case 'maxLength':
      return [`at most ${error.params.limit} characters long`]
    case 'minItems':
      return [`at least ${error.params.limit} items`]
    case 'maxItems':
      return [`at most ${error.params.limit} items`]
    case 'uniqueItems':
      return ['a list without repetitions']
    case 'minimum':
      return [`at least ${error.params.limit}`]
    case 'maximum':
      return [`at most ${error.params.limit}`]
    case 'pattern':
      return [`text that matches ${String(error.params.pattern)}`]
    default:
      return []
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

function join(path: string, name = ''): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
