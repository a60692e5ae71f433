import { findReason, REASONS, fill, type ReasonCode } from '@deskbell/protocol/agent/reasons'
import { isolate } from './isolate.ts'

/** The clauses of `REASONS` in one language, with the same values. */
export type Reasons = Readonly<Record<ReasonCode, string>>

/**
 * A function that says the server's English clauses in a language. Times are written by the language; values and the
 * words of other servers stay as they are.
 */
export function saying(locale: string, reasons: Reasons): (text: string) => string {
  const seconds = new Intl.NumberFormat(locale, { style: 'unit', unit: 'second', unitDisplay: 'long' })
  const valueOf = (name: string, value: string) => {
    if (name === 'reason') return say(value)
    return name === 'time' ? seconds.format(Number.parseFloat(value)) : isolate(value)
  }
  function say(text: string): string {
    const found = findReason(text)
    if (!found) return text
    const { code, values } = found
    return fill(
      Object.hasOwn(reasons, code) ? reasons[code] : REASONS[code],
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueOf(name, value)])),
    )
  }
  return say
}
