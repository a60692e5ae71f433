import type { CallbackForm } from '@deskbell/protocol/widget/callback'
import { toAbroad, toWritten } from './number.ts'

/** A number on one line, within a text of any direction. */
export const toShownNumber = (number: string): string => `\u2066${number.replaceAll(' ', '\u00a0')}\u2069`

/** A number with + in the groups of its country, where these are known. */
export function toGrouped(number: string, form: CallbackForm | undefined): string {
  const abroad = form && toAbroad(number, form.countries, form.country)
  if (!abroad || abroad.country !== form.country) return toShownNumber(number)
  return toShownNumber(`${number.slice(0, -abroad.digits.length)} ${toWritten(abroad.digits, form)}`)
}
