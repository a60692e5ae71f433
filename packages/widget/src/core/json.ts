/**
 * What came over the wire or out of a storage. Its objects inherit nothing, so that what a page did to
 * `Object.prototype` does not stand in for a field that is absent (T32). Undefined: it is not JSON.
 */
export function parseJson<T>(text: string | undefined): T | undefined {
  try {
    return JSON.parse(text!, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.assign(Object.create(null) as object, value)
        : value,
    ) as T
  } catch {
    return undefined
  }
}
