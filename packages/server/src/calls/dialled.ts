import type { NumberKind } from '@deskbell/protocol/agent/number-kinds'
import type { FieldReason } from '@deskbell/protocol/agent/field-reason'
import type { NoCallWhy } from '@deskbell/protocol/widget/callback'
import { toPhoneNumber } from '@deskbell/rules/calls/index'
import {
  type CountryCode,
  type NumberType,
  parsePhoneNumberFromString,
  validatePhoneNumberLength,
} from 'libphonenumber-js/max'

/** Kinds of numbers that cost more than others, or that no person has. */
const NOT_CALLED: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'PAGER', 'VOICEMAIL', 'UAN'])

/** The kinds of the settings. Some countries do not tell mobile numbers from others. */
const KINDS: Readonly<Partial<Record<Exclude<NumberType, undefined>, readonly NumberKind[]>>> = {
  MOBILE: ['mobile'],
  FIXED_LINE: ['landline'],
  FIXED_LINE_OR_MOBILE: ['mobile', 'landline'],
  TOLL_FREE: ['free'],
  VOIP: ['internet'],
  PERSONAL_NUMBER: ['internet'],
}

/** Which numbers are called. `kinds`: undefined for all but those that cost more. */
export interface CalledNumbers {
  readonly countries: readonly string[]
  readonly kinds?: readonly NumberKind[]
}

/** An extension of the company's exchange. */
export const EXTENSION = /^\d{2,6}$/

/** The number as it is dialled, with + and the country; or why it is not called. `country`: of the number, where it is known. */
export type Dialled =
  | { readonly number: string; readonly why?: undefined }
  | { readonly why: NoCallWhy; readonly country?: string }

/**
 * The number as it is dialled; else why it is not called: it is no telephone number (W10), of none of these countries, of a kind
 * that costs more, or of none of these kinds. A number without + is of `country`.
 */
export function toDialled(given: string, { countries, kinds }: CalledNumbers, country = countries[0]): Dialled {
  const written = toPhoneNumber(given)
  const own = country as CountryCode | undefined
  if (written === undefined) return { why: whyNoNumber(given) }
  const number = parsePhoneNumberFromString(written, own)
  if (!number?.isValid()) {
    const length = validatePhoneNumberLength(written, own)
    return { why: length === 'TOO_SHORT' ? 'too_short' : length === 'TOO_LONG' ? 'too_long' : 'no_number' }
  }
  // One without a country is of no place: a service.
  if (number.country === undefined) return { why: 'other_country' }
  if (!countries.includes(number.country)) return { why: 'other_country', country: number.country }
  return isCalled(number.getType(), kinds) ? { number: number.number } : { why: 'special_number' }
}

/** Of some numbers it is not known what kind they are: they are called. */
function isCalled(type: NumberType | undefined, kinds: CalledNumbers['kinds']): boolean {
  if (type === undefined) return true
  if (NOT_CALLED.has(type)) return false
  const own = KINDS[type]
  return !kinds || !own || own.some((one) => kinds.includes(one))
}

/** Why agents may not call a number, in the words of fields. */
export function toFieldReason(
  { why, country }: Dialled & { readonly why: NoCallWhy },
  countries: readonly string[],
): FieldReason {
  if (countries.length === 0) return { reason: 'no_country_called' }
  if (why === 'other_country' && country !== undefined)
    return { reason: 'country_not_called', country, allowed: [...countries] }
  if (why === 'other_country' || why === 'special_number') return { reason: 'kind_not_called' }
  return { reason: 'wrong_form', form: 'phone' }
}

/** Of what W10 does not take as a number. */
function whyNoNumber(given: string): NoCallWhy {
  const digits = given.replaceAll(/[\s()+-]/g, '')
  if (!/^\d+$/.test(digits)) return 'no_number'
  return digits.length < 7 ? 'too_short' : digits.length > 15 ? 'too_long' : 'no_number'
}
