/**
 * Parses JSON from the wire or a storage. The objects inherit nothing, so that properties which the page added to
 * `Object.prototype` do not replace absent fields (T32). Undefined: the text is not JSON.
 */
export function parseJson<T>(text: string | undefined): T | undefined {
  try {
    return JSON.parse(text!, withoutPrototype) as T
  } catch {
    return undefined
  }
}

function withoutPrototype(_: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (isObject) return Object.assign(Object.create(null) as object, value) // guard T32
  return value
}
