import { toPhoneNumber } from '@deskbell/rules/calls/index'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/max'

/** Kinds of numbers that cost more than others, or that no person has. */
const NOT_CALLED: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'VOICEMAIL', 'UAN'])

/**
 * The number as it is dialled, with + and the country. Undefined: it is no telephone number (W10), not one of these countries, or one
 * that is not called. A number without + is of the first country.
 */
export function toDialled(given: string, countries: readonly string[]): string | undefined {
  const written = toPhoneNumber(given)
  if (written === undefined) return undefined
  const number = parsePhoneNumberFromString(written, countries[0] as CountryCode | undefined)
  if (!number?.isValid() || number.country === undefined || !countries.includes(number.country)) return undefined
  const type = number.getType()
  return type !== undefined && NOT_CALLED.has(type) ? undefined : number.number
}
