/** An http(s) address from the server, made absolute; undefined for every other kind. */
export function toWeb(address: string | undefined, base: string): string | undefined {
  if (!address) return undefined
  try {
    const { href, protocol } = new URL(address, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
