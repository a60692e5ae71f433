/** A function that makes its value at the first call, and gives the same one from then on. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
