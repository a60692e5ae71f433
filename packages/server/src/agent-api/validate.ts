import { FIELD_TYPES, type FieldReason } from '@deskbell/protocol/agent/field-reason'
import { ENGLISH_FIELD, sayField } from '@deskbell/protocol/agent/field-words'
import { TEXT_FORM_NAMES, TEXT_FORMS, type TextForm } from '@deskbell/protocol/text-forms'
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

type FieldType = (typeof FIELD_TYPES)[number]

/** The first error, with a sentence about what would be right. */
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
  return new Invalid(first.instancePath, MUST_BE + clauses.join(' or '), 'invalid_field', reasonOf(here))
}

/** The reason for the errors of one value; undefined when no single reason applies. */
function reasonOf(errors: readonly TLocalizedValidationError[]): FieldReason | undefined {
  const types = [...new Set(errors.flatMap(typesOf))]
  const others = errors.filter(({ keyword }) => keyword !== 'type' && keyword !== 'anyOf')
  if (others.length === 0) {
    const [type] = types
    return types.length > 1 ? { reason: 'wrong_types', types } : type && { reason: 'wrong_type', type }
  }
  const allowed = others.flatMap(allowedBy)
  if (allowed.length > 0) {
    const isWhole = others.every((error) => allowedBy(error).length > 0) && types.every((type) => type === 'null')
    return isWhole ? { reason: 'not_allowed', allowed: [...allowed, ...types] } : undefined
  }
  // A value that breaks a limit has the right type: the errors about types are those of other members of a union.
  const [why, ...more] = others.flatMap(reasonsOf).toSorted((a, b) => rankOf(a) - rankOf(b))
  return more.some(({ reason }) => reason === why?.reason) ? undefined : why
}

/** Of several reasons the lowest is reported: an empty text as empty, a short one by the form that it should have. */
const rankOf = ({ reason }: FieldReason): number => (reason === 'too_short' ? 2 : reason === 'wrong_form' ? 1 : 0)

const MUST_BE = 'this must be '

/** The expected value, as words that follow {@link MUST_BE}. */
function wanted(error: TLocalizedValidationError): string[] {
  switch (error.keyword) {
    case 'const':
    case 'enum':
      return allowedBy(error)
    case 'pattern':
      if (!formOf(error.params.pattern)) return [`text that matches ${String(error.params.pattern)}`]
  }
  return reasonsOf(error).map((why) => sayField(ENGLISH_FIELD, why).slice(MUST_BE.length))
}

/** The values that an error of a const or an enum allows, as JSON. */
function allowedBy(error: TLocalizedValidationError): string[] {
  if (error.keyword === 'const') return [JSON.stringify(error.params.allowedValue)]
  return error.keyword === 'enum' ? error.params.allowedValues.map((value) => JSON.stringify(value)) : []
}

function typesOf(error: TLocalizedValidationError): FieldType[] {
  if (error.keyword !== 'type') return []
  const types = [error.params.type].flat()
  return FIELD_TYPES.filter((one) => types.includes(one))
}

const formOf = (pattern: string | RegExp): TextForm | undefined =>
  TEXT_FORM_NAMES.find((name) => TEXT_FORMS[name] === String(pattern))

function reasonsOf(error: TLocalizedValidationError): FieldReason[] {
  switch (error.keyword) {
    case 'type':
      return typesOf(error).map((type) => ({ reason: 'wrong_type', type }))
    case 'pattern': {
      const form = formOf(error.params.pattern)
      return form ? [{ reason: 'wrong_form', form }] : []
    }
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
