/** An address of the web that came from the desk, made whole; undefined when it is of any other kind. */
export function toWeb(address: string | undefined, base: string): string | undefined {
  if (!address) return undefined
  try {
    const { href, protocol } = new URL(address, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
