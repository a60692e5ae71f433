/** A time as the value of a datetime-local field, in the reader's time zone: 2026-03-03T14:05. */
export function toLocal(at: number): string {
  const zone = new Date(at).getTimezoneOffset() * 60_000
  return new Date(at - zone).toISOString().slice(0, 16)
}

/** The time in such a field, ms; null: it is empty. */
export function fromLocal(text: string): number | null {
  const at = new Date(text).getTime()
  return text === '' || Number.isNaN(at) ? null : at
}
