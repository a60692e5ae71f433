import type { TObject, TSchema } from 'typebox'
import type { About } from './document.ts'

/** The part of a JSON Schema that readers of a document use. */
export interface Shape {
  readonly type?: string
  readonly description?: string
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly $ref?: string
  readonly [more: string]: unknown
}

export type Content = Readonly<Record<string, { readonly schema: Shape }>>

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly description?: string
  readonly schema: Shape
}

export interface Body {
  readonly required: boolean
  readonly content: Content
}

export interface Answer {
  readonly description: string
  readonly content?: Content
}

export interface Operation {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: Body
  readonly responses: Readonly<Record<string, Answer>>
  readonly [more: `x-${string}`]: unknown
}

export type OpenApi<Paths extends object = object> = Readonly<{
  openapi: string
  info: { readonly title: string; readonly version: string; readonly description: string }
  servers: readonly { readonly url: string }[]
  paths: Paths
  webhooks?: object
  components?: { readonly schemas?: Readonly<Record<string, Shape>>; readonly securitySchemes?: object }
}>

export interface OpenApiParts<Paths extends object> {
  readonly title: string
  readonly description: string
  readonly paths: Paths
  readonly webhooks?: object
  /** Names by the schema: the document contains such a schema once, and refers to it wherever it is used. */
  readonly named?: ReadonlyMap<unknown, string>
  readonly securitySchemes?: object
}

export function openApi<Paths extends object>(
  { version, url }: About,
  { title, description, paths, webhooks, named = new Map(), securitySchemes }: OpenApiParts<Paths>,
): OpenApi<Paths> {
  const schemas = Object.fromEntries([...named].map(([schema, name]) => [name, withReferences(schema as Shape, named)]))
  const components = { ...(named.size > 0 && { schemas }), ...(securitySchemes && { securitySchemes }) }
  return {
    openapi: '3.1.0',
    info: { title, version, description },
    servers: [{ url }],
    paths: withReferences(paths, named),
    ...(webhooks && { webhooks: withReferences(webhooks, named) }),
    ...(Object.keys(components).length > 0 && { components }),
  }
}

/** A copy in which the named schemas inside are references. */
function withReferences<Part extends object>(part: Part, named: ReadonlyMap<unknown, string>): Part {
  const toCopy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const name = named.get(value)
    return name === undefined ? withReferences(value, named) : { $ref: `#/components/schemas/${name}` }
  }
  const copy = Array.isArray(part)
    ? part.map(toCopy)
    : Object.fromEntries(Object.entries(part).map(([key, value]) => [key, toCopy(value)]))
  return copy as Part
}

/** The fields of a schema as parameters of this place. */
export function parametersOf(schema: TObject | undefined, place: Parameter['in']): Parameter[] {
  const { properties = {}, required = [] } = (schema ?? {}) as Shape
  return Object.entries(properties).map(([name, shape]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(shape.description !== undefined && { description: shape.description }),
    schema: shape,
  }))
}

export const jsonBody = (schema: TSchema, required = true): Body => ({
  required,
  content: { 'application/json': { schema: schema as Shape } },
})

export const jsonAnswer = (description: string, schema: TSchema): Answer => ({
  description,
  content: { 'application/json': { schema: schema as Shape } },
})

/** Answers by status. The description of each lists the codes that its body may contain. */
export function refusalAnswers(
  refusals: Iterable<{ readonly status: number; readonly code: string; readonly message: string }>,
  body: TSchema,
): Record<string, Answer> {
  const byStatus = Map.groupBy(refusals, ({ status }) => status)
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      jsonAnswer(all.map(({ code, message }) => `\`${code}\`: ${message}`).join('\n\n'), body),
    ]),
  )
}
