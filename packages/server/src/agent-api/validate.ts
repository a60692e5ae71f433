import { FIELD_TYPES, type FieldReason } from '@deskbell/protocol/agent/field-reason'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import type { TLocalizedValidationError } from 'typebox/error'
import { Invalid } from '../platform/errors.ts'
import { notFound } from '../settings/change.ts'

/**
 * Checks a part of a request against its schema. Bodies are checked as they are. Queries and paths are always text, so
 * values become numbers where the schema wants numbers. A path that names no possible object is refused as a missing
 * object (T17).
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  // Compiled at the first request: most operations are rarely used, and each checker costs memory.
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

/** The first error, in words that say what would be right. */
export function toInvalid(errors: readonly TLocalizedValidationError[]): Invalid {
  // An unknown field comes first: it is often a misspelt name of a missing one.
  for (const error of errors)
    if (error.keyword === 'additionalProperties')
      return new Invalid(join(error.instancePath, error.params.additionalProperties[0]), { reason: 'unknown_field' })
  for (const error of errors)
    if (error.keyword === 'required')
      return new Invalid(join(error.instancePath, error.params.requiredProperties[0]), { reason: 'required' })
  const [first] = errors
  if (!first) return new Invalid('', 'this does not fit the schema')
  const here = errors.filter(({ instancePath }) => instancePath === first.instancePath)
  const clauses = [...new Set(here.flatMap(wanted))]
  // When several forms are allowed, no single reason applies: the sentence names them all.
  const [why] = clauses.length === 1 ? here.flatMap(reasonsOf) : []
  return new Invalid(first.instancePath, MUST_BE + clauses.join(' or '), 'invalid_field', why)
}

const MUST_BE = 'this must be '

/** The expected value, as words that follow {@link MUST_BE}. */
function wanted(error: TLocalizedValidationError): string[] {
  switch (error.keyword) {
    case 'const':
      return [JSON.stringify(error.params.allowedValue)]
    case 'enum':
      return error.params.allowedValues.map((value) => JSON.stringify(value))
    case 'pattern':
      return [`text that matches ${String(error.params.pattern)}`]
    default:
      return reasonsOf(error).map((why) => sayField(ENGLISH_FIELD, why).slice(MUST_BE.length))
  }
}

function reasonsOf(error: TLocalizedValidationError): FieldReason[] {
  switch (error.keyword) {
    case 'type':
      return [error.params.type]
        .flat()
        .flatMap((type) =>
          FIELD_TYPES.filter((one) => one === type).map((one) => ({ reason: 'wrong_type', type: one })),
        )
    case 'minLength':
      return [error.params.limit === 1 ? { reason: 'empty' } : { reason: 'too_short', least: error.params.limit }]
    case 'maxLength':
      return [{ reason: 'too_long', most: error.params.limit }]
    case 'minItems':
      return [{ reason: 'too_few', least: error.params.limit }]
    case 'maxItems':
      return [{ reason: 'too_many', most: error.params.limit }]
    case 'uniqueItems':
      return [{ reason: 'repeated' }]
    case 'minimum':
      return [{ reason: 'too_small', least: Number(error.params.limit) }]
    case 'maximum':
      return [{ reason: 'too_large', most: Number(error.params.limit) }]
    default:
      return []
  }
}

function join(path: string, name = ''): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
