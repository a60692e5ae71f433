const two = (n: number): string => String(n).padStart(2, '0')

/** A duration as minutes and seconds, and hours where there are some; from left to right also in other text. */
export function toDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const text = hours ? `${hours}:${two(minutes % 60)}` : String(minutes)
  return `\u2066${text}:${two(seconds % 60)}\u2069`
}
