import type { TSchema } from 'typebox'

type Copy = (value: unknown) => unknown

const asIs: Copy = (value) => value

/**
 * Makes a function that copies a value by its schema: the fields that the schema names, at every depth, and no other
 * (T23). It does not check the value. Of a union at most one member may be an object.
 */
export function copierOf(schema: TSchema): Copy {
  if ('properties' in schema) return objectCopier(schema.properties as Record<string, TSchema>)
  if ('items' in schema) {
    const copy = copierOf(schema.items as TSchema)
    return (value) => (value as unknown[]).map(copy)
  }
  if (!('anyOf' in schema)) return asIs
  const [copy = asIs, ...more] = (schema.anyOf as TSchema[]).map(copierOf).filter((one) => one !== asIs)
  if (more.length > 0) throw new Error('a union with several objects cannot be copied by its schema')
  return (value) => (value === null ? null : copy(value))
}

function objectCopier(properties: Record<string, TSchema>): Copy {
  const fields = Object.entries(properties).map(([name, schema]) => [name, copierOf(schema)] as const)
  return (value) => {
    const given = value as Record<string, unknown>
    const copied: Record<string, unknown> = {}
    for (const [name, copy] of fields) if (given[name] !== undefined) copied[name] = copy(given[name])
    return copied
  }
}
