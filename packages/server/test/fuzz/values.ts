import fc from 'fast-check'
import type { TSchema } from 'typebox'

/** What is read of a JSON schema. */
interface Shape {
  const?: unknown
  enum?: readonly unknown[]
  anyOf?: readonly Shape[]
  type?: string
  properties?: Readonly<Record<string, Shape>>
  required?: readonly string[]
  patternProperties?: Readonly<Record<string, Shape>>
  maxProperties?: number
  items?: Shape | readonly Shape[]
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  pattern?: string
}

/** A condition on what follows in a pattern. */
const LOOKS = /\(\?[=!](?:[^()]|\([^()]*\))*\)/g
const FEW = 4
const SHORT = 40
/** Nothing answers there. */
const ADDRESSES = ['http://127.0.0.1:9/', 'https://127.0.0.1:9/a.png', 'http://localhost:9/b?c=d#e']
const BY_NAME: readonly (readonly [name: RegExp, values: readonly string[]])[] = [
  [/url|link|file|photo|thumb|website|address|endpoint/i, ADDRESSES],
  [/host|server|domain|proxy/i, ['127.0.0.1', 'localhost']],
  [/mail/i, ['ann@shop.test', 'nobody@shop.test']],
  [/phone|number|caller/i, ['+4930123456', '030 123456', '110']],
]

/** Values that a schema accepts, and of which the server may make requests to this machine only. Numbers are mostly small: ids that there are. */
export const valuesOf = (schema: TSchema): fc.Arbitrary<unknown> => valuesIn(schema as Shape, '')

/** `name`: of the field. */
function valuesIn(shape: Shape, name: string): fc.Arbitrary<unknown> {
  if ('const' in shape) return fc.constant(shape.const)
  if (shape.enum) return fc.constantFrom(...shape.enum)
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => valuesIn(one, name)))
  switch (shape.type) {
    case 'object':
      return objects(shape)
    case 'array':
      return arrays(shape, name)
    case 'string':
      return texts(shape, name)
    case 'integer':
      return integers(shape)
    case 'number':
      return fc.double({ min: shape.minimum ?? -1e9, max: shape.maximum ?? 1e9, noNaN: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return fc.jsonValue({ maxDepth: 2 })
  }
}

function objects({ properties = {}, required = [], patternProperties, maxProperties = FEW }: Shape) {
  const [dictionary] = Object.entries(patternProperties ?? {})
  if (dictionary) {
    const [pattern, value] = dictionary
    return fc.dictionary(fc.stringMatching(new RegExp(pattern)), valuesIn(value, ''), {
      maxKeys: Math.min(FEW, maxProperties),
      noNullPrototype: true,
    })
  }
  const fields = Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, valuesIn(value, name)]))
  return fc.record(fields, { requiredKeys: [...required], noNullPrototype: true })
}

function arrays({ items, minItems = 0, maxItems = Infinity, uniqueItems }: Shape, name: string) {
  if (Array.isArray(items)) return fc.tuple(...(items as readonly Shape[]).map((one) => valuesIn(one, name)))
  const item = items ? valuesIn(items as Shape, name) : fc.jsonValue({ maxDepth: 1 })
  const size = { minLength: minItems, maxLength: Math.min(maxItems, Math.max(minItems, FEW)) }
  return uniqueItems ? fc.uniqueArray(item, { ...size, selector: (one) => JSON.stringify(one) }) : fc.array(item, size)
}

function texts({ pattern, minLength = 0, maxLength = Infinity }: Shape, name: string): fc.Arbitrary<string> {
  const fits = (text: string) =>
    [...text].length >= minLength &&
    [...text].length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, 'u').test(text))
  const named = (BY_NAME.find(([names]) => names.test(name))?.[1] ?? []).filter(fits)
  if (named.length > 0) return fc.constantFrom(...named)
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern.replaceAll(LOOKS, ''))).filter(fits)
  const short = fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, Math.max(minLength, SHORT)) })
  const any = short.filter(fits)
  if (maxLength > 20_000) return any
  return fc.oneof({ weight: 9, arbitrary: any }, { weight: 1, arbitrary: fc.constant('x'.repeat(maxLength)) })
}

function integers({ minimum = -(2 ** 31), maximum = 2 ** 53 - 1 }: Shape) {
  const low = Math.max(minimum, 0)
  const small = fc.integer({ min: Math.min(low, maximum), max: Math.min(maximum, low + 5) })
  const any = fc.maxSafeInteger().map((n) => minimum + (Math.abs(n) % (maximum - minimum + 1)))
  return fc.oneof({ weight: 9, arbitrary: small }, { weight: 1, arbitrary: any })
}
